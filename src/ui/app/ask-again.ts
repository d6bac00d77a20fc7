import type { RegisteredRouter } from '@tanstack/react-router';

const asking = new WeakSet<RegisteredRouter>();

/** A reload of a page that keeps its old content visible until the new content has loaded. */
type QuietAsk = { readonly ended: Promise<void>; readonly end: () => void };
let quietAsk: QuietAsk | null = null;

const endQuietAsk = (): void => {
  quietAsk?.end();
  quietAsk = null;
};

async function ask(router: RegisteredRouter, options?: { readonly sync: true }): Promise<void> {
  asking.add(router);
  await router.invalidate(options).finally(() => asking.delete(router));
}

/** Reloads the data of the page. Unlike a link to the page, this keeps the scroll position. */
export async function askAgain(router: RegisteredRouter): Promise<void> {
  endQuietAsk();
  await ask(router);
}

/**
 * Reloads the data of the page without a visible sign: the content changes only when all results have arrived. Ends
 * early if the listener navigates or reloads.
 */
export async function askAgainQuietly(router: RegisteredRouter): Promise<void> {
  endQuietAsk();
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const own = { ended, end };
  quietAsk = own;
  const stopListening = router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (fromLocation?.state.__TSR_key !== toLocation.state.__TSR_key) endQuietAsk();
  });
  try {
    // Without `sync` the router resolves before the loaders of the page have their answers.
    await ask(router, { sync: true });
  } finally {
    stopListening();
    if (quietAsk === own) endQuietAsk();
  }
}

/** Resolves when the quiet reload has ended; null if there is none. */
export const whileAskedQuietly = (): Promise<void> | null => quietAsk?.ended ?? null;

/** True if the page that is about to be shown, or was just shown, is a reload of the same page. */
export const isAskedAgain = (router: RegisteredRouter): boolean => asking.has(router);

/** Reloads everything on the page, and ignores the lists stored for back and forward navigation. */
export async function refreshScreen(router: RegisteredRouter): Promise<void> {
  router.options.context.audioHistory.refresh(router.state.location);
  await askAgain(router);
}
