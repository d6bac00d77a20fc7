import { milliseconds, type Instant, type Milliseconds } from '../domain/time.ts';
import type { ApiFailure, ApiResult } from '../ports/content-api.ts';
import type { Clock, Network } from '../ports/platform.ts';

/** For how long lost sound is recovered, before an alert says that it could not be loaded (PLAY-66). */
export const LOST_SOUND_DEADLINE = milliseconds(300_000);

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 8_000;

/** Failures that do not concern the content itself. The call may be repeated. */
const TEMPORARY: readonly ApiFailure['kind'][] = ['unreachable', 'timeout', 'server', 'rate-limited'];

/** True if the same call may succeed later. */
export const isTemporary = ({ kind }: ApiFailure): boolean => TEMPORARY.includes(kind);

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

/** Waits until the network returns. The longest wait doubles with each attempt, from 1 second to 8 (PLAY-66). */
export const pauseBeforeAttempt = async (network: Network, clock: Clock, failures: number): Promise<void> => {
  const pause = Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE);
  await waitForNetwork(network, clock, milliseconds(pause));
};

type Waiting<Value> = {
  readonly network: Network;
  readonly clock: Clock;
  readonly call: () => Promise<ApiResult<Value>>;
  /** The result of the first call, if it was made already, and when it was made. */
  readonly first?: { readonly result: ApiResult<Value>; readonly at: Instant };
  /** False once the listener has requested something else. */
  readonly isWanted: () => boolean;
  /** Called when the wait begins or goes on. */
  readonly onWait: () => void;
  /** True to wait from the first failure on, also if the network is there and no provider responds (PLAY-125). */
  readonly waitsOnline: boolean;
};

/** Repeats a call whose failure is temporary, for at most five minutes (PLAY-67, PLAY-125). */
export const callWithRetries = async <Value>({
  network,
  clock,
  call,
  first,
  isWanted,
  onWait,
  waitsOnline,
}: Waiting<Value>): Promise<ApiResult<Value>> => {
  const since = first?.at ?? clock.now();
  for (let failures = 1; ; failures += 1) {
    const result = failures === 1 && first !== undefined ? first.result : await call();
    const waits = waitsOnline || failures > 1;
    const mayWait = !result.ok && (!network.isOnline() || (waits && isTemporary(result.error)));
    const timeLeft = milliseconds(since + LOST_SOUND_DEADLINE - clock.now());
    if (!mayWait || timeLeft <= 0 || !isWanted()) return result;
    onWait();
    if (network.isOnline()) await pauseBeforeAttempt(network, clock, failures);
    else await waitForNetwork(network, clock, timeLeft);
    if (!isWanted()) return result;
  }
};
