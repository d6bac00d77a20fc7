const NOBODY = 65_534;

/** Runs work with the rights of another user if the tests run as root, who may read everything. */
export async function unprivileged<Result>(run: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return run();
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}
