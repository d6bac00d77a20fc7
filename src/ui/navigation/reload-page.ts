import type { RegisteredRouter } from '@tanstack/react-router';
import { entryKey } from './entry.ts';

const reloading = new WeakSet<RegisteredRouter>();

/** A reload of a page that keeps its old content visible until the new content has loaded. */
type QuietReload = { readonly ended: Promise<void>; readonly end: () => void };
let currentQuiet: QuietReload | null = null;

const endQuietReload = (): void => {
  currentQuiet?.end();
  currentQuiet = null;
};

function beginQuietReload(): QuietReload {
  endQuietReload();
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  currentQuiet = { ended, end };
  return currentQuiet;
}

async function reload(router: RegisteredRouter, options?: { readonly sync: true }): Promise<void> {
  reloading.add(router);
  await router.invalidate(options).finally(() => reloading.delete(router));
}

/** Reloads the data of the page. Unlike a link to the page, this keeps the scroll position (CAT-15). */
export async function reloadPage(router: RegisteredRouter): Promise<void> {
  endQuietReload();
  await reload(router);
}

/**
 * Reloads the data of the page and shows no progress. The content changes only when all results have loaded. The reload
 * ends early if the listener navigates or reloads.
 */
export async function reloadPageQuietly(router: RegisteredRouter): Promise<void> {
  const quiet = beginQuietReload();
  const stopListening = router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (fromLocation === undefined || entryKey(fromLocation) !== entryKey(toLocation)) endQuietReload();
  });
  try {
    // Without `sync` the router resolves before the loaders of the page have their results.
    await reload(router, { sync: true });
  } finally {
    stopListening();
    if (currentQuiet === quiet) endQuietReload();
  }
}

/** Resolves when the quiet reload has ended; null if there is none. */
export const quietReload = (): Promise<void> | null => currentQuiet?.ended ?? null;

/** True if the page that is about to be shown, or was just shown, is a reload of the same page. */
export const isReloading = (router: RegisteredRouter): boolean => reloading.has(router);

/** Reloads everything on the page, and ignores the lists stored for back and forward navigation. */
export async function refreshScreen(router: RegisteredRouter): Promise<void> {
  router.options.context.audioHistory.refresh(entryKey(router.state.location));
  await reloadPage(router);
}
