import type { LazyShellParts } from './lazy-parts.tsx';

/** How long to wait before the next attempt, in milliseconds. */
const PAUSE = 5_000;

/** Fetches the lazy parts of the shell, and retries until it succeeds. The page works without them. */
export async function importShellParts(): Promise<typeof LazyShellParts> {
  try {
    return (await import('./lazy-parts.tsx')).LazyShellParts;
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE);
      globalThis.addEventListener('online', resolve, { once: true });
    });
    return importShellParts();
  }
}
