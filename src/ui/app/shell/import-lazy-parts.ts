import type { LazyShellParts } from './lazy-parts.tsx';

/** How long to wait before the parts are asked for again, in milliseconds. */
const PAUSE = 5_000;

/** Fetches what stands above the pages, for as long as it takes: the page is whole without, and soon with it. */
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
