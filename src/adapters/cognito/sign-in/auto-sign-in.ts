import {
  defaultIfEmpty,
  exhaustMap,
  filter,
  firstValueFrom,
  fromEventPattern,
  Observable,
  takeUntil,
  takeWhile,
} from 'rxjs';

import { failed } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { milliseconds } from '../../../domain/time.ts';
import type { Instant } from '../../../domain/time.ts';
import type { AuthFailure, SignInStep } from '../../../ports/auth.ts';
import type { Cancellation } from '../../../ports/cancellation.ts';
import type { Clock } from '../../../ports/clock.ts';
import { MESSAGES } from '../messages.ts';

type Step = Result<SignInStep, AuthFailure>;

// Every 5 seconds for at most 3 minutes (SES-55).
const PERIOD = milliseconds(5000);
const LONGEST = 180_000;

const ticksOf = (clock: Clock): Observable<Instant> =>
  new Observable((ticks) => clock.every(PERIOD).subscribe((now) => ticks.next(now)));

const cancelled = (cancellation: Cancellation): Observable<unknown> =>
  fromEventPattern<void>(
    (listener) => cancellation.addEventListener('abort', listener),
    (listener) => cancellation.removeEventListener('abort', listener),
  );

/** Failures after which the next attempt may succeed. `unknown` is a fault of the service. */
const STILL_OPEN: ReadonlySet<AuthFailure['kind']> = new Set(['unconfirmed', 'unreachable', 'unknown']);

const maySucceedLater = (step: Step): boolean => !step.ok && STILL_OPEN.has(step.error.kind);

const givenUp: Step = failed({ kind: 'refused', message: MESSAGES.autoSignInFailed });

/**
 * Signs in as soon as the listener has opened the link that confirms the account (SES-55). While an attempt is
 * running, ticks are skipped, so that attempts never overlap.
 */
export const signInOnceConfirmed = async (
  signIn: () => Promise<Step>,
  clock: Clock,
  cancellation: Cancellation,
): Promise<Step> => {
  // A signal that is already aborted emits no event.
  if (cancellation.aborted) return givenUp;
  const until = clock.now() + LONGEST;
  const attempts = ticksOf(clock).pipe(
    takeWhile((now) => now <= until),
    exhaustMap(async () => signIn()),
    filter((step) => !maySucceedLater(step)),
    takeUntil(cancelled(cancellation)),
    defaultIfEmpty(givenUp),
  );
  const step = await firstValueFrom(attempts);
  return step.ok ? step : givenUp;
};
