import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Benchmarks use these files too. They run without Vitest, so no hook of a test may be set here.

const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed at the end of the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'provider-test-'));
  folders.push(folder);
  return folder;
}

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
