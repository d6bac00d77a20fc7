import type { RegisteredRouter } from '@tanstack/react-router';

const asking = new WeakSet<RegisteredRouter>();

/** Asks anew for what the page shows; unlike a link to it, this leaves the listener where they are. */
export async function askAgain(router: RegisteredRouter): Promise<void> {
  asking.add(router);
  await router.invalidate().finally(() => asking.delete(router));
}

/** Whether the page that is about to be shown, or has just been, is the one that stood there, asked for anew. */
export const isAskedAgain = (router: RegisteredRouter): boolean => asking.has(router);

/** Asks anew for everything that the page shows, past what the way back would find again. */
export async function refreshScreen(router: RegisteredRouter): Promise<void> {
  router.options.context.keptAudios.refresh(router.state.location);
  await askAgain(router);
}
