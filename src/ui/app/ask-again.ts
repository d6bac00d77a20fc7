import type { RegisteredRouter } from '@tanstack/react-router';

const asking = new WeakSet<RegisteredRouter>();

/** A page that is asked for again while it goes on showing what it has shown. */
type QuietAsk = { readonly ended: Promise<void>; readonly end: () => void };
let quietAsk: QuietAsk | null = null;

const endQuietAsk = (): void => {
  quietAsk?.end();
  quietAsk = null;
};

async function ask(router: RegisteredRouter): Promise<void> {
  asking.add(router);
  await router.invalidate().finally(() => asking.delete(router));
}

/** Asks anew for what the page shows; unlike a link to it, this leaves the listener where they are. */
export async function askAgain(router: RegisteredRouter): Promise<void> {
  endQuietAsk();
  await ask(router);
}

/**
 * Asks anew for what the page shows without a sign of it: nothing changes before all of the answers have come. Ends
 * early where the listener goes on, or asks.
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
    await ask(router);
  } finally {
    stopListening();
    if (quietAsk === own) endQuietAsk();
  }
}

/** Resolves when the quiet ask has ended; null while there is none. */
export const whileAskedQuietly = (): Promise<void> | null => quietAsk?.ended ?? null;

/** Whether the page that is about to be shown, or has just been, is the one that stood there, asked for anew. */
export const isAskedAgain = (router: RegisteredRouter): boolean => asking.has(router);

/** Asks anew for everything that the page shows, past what the way back would find again. */
export async function refreshScreen(router: RegisteredRouter): Promise<void> {
  router.options.context.keptAudios.refresh(router.state.location);
  await askAgain(router);
}
