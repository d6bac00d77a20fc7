import { milliseconds } from '../../domain/time.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Network } from '../../ports/network.ts';
import { waitForNetwork } from '../wait-for-network.ts';

/** The pauses between attempts double from the first to the longest. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

/** How often work is repeated. Waiting for the network does not count. */
export const MOST_ATTEMPTS = 8;

/** Waits while there is no network, and before another attempt. The pauses become longer. */
export const waitBeforeAttempt = async (
  failures: number,
  network: Network,
  clock: Clock,
  cancellation?: Cancellation,
): Promise<void> => {
  const cancelled = new Promise<void>((resolve) => cancellation?.addEventListener('abort', resolve));
  const wait = async (pause: number): Promise<void> =>
    Promise.race([waitForNetwork(network, clock, milliseconds(pause)), cancelled]);
  const isCancelled = (): boolean => cancellation?.aborted === true;
  if (failures > 0) await wait(Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE));
  while (!network.isOnline() && !isCancelled()) await wait(LONGEST_PAUSE);
};
