import { milliseconds, type Milliseconds } from '../domain/time.ts';
import type { Clock, Network } from '../ports/platform.ts';

/** For how long lost sound is recovered, before an alert says that it could not be loaded (PLAY-66). */
export const LOST_SOUND_DEADLINE = milliseconds(300_000);

/** Resolves when the network returns, or after `atMost`. */
export const waitForNetwork = async (network: Network, clock: Clock, atMost: Milliseconds): Promise<void> => {
  let hasReturned = (): void => undefined;
  const returned = new Promise<void>((resolve) => {
    hasReturned = resolve;
  });
  const subscription = network.returned.subscribe(hasReturned);
  await Promise.race([clock.after(atMost), returned]);
  subscription.unsubscribe();
};
