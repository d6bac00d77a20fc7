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

// Section 9: every 5 s for at most 3 minutes.
const PERIOD = milliseconds(5000);
const LONGEST = 180_000;

const beatsOf = (clock: Clock): Observable<Instant> =>
  new Observable((beats) => clock.every(PERIOD).subscribe((now) => beats.next(now)));

const cancelled = (cancellation: Cancellation): Observable<unknown> =>
  fromEventPattern<void>(
    (listener) => cancellation.addEventListener('abort', listener),
    (listener) => cancellation.removeEventListener('abort', listener),
  );

/** Not confirmed yet, or the service could not be asked or is in trouble (`unknown`): the next poll may succeed. */
const STILL_OPEN: ReadonlySet<AuthFailure['kind']> = new Set(['unconfirmed', 'unreachable', 'unknown']);

const mayStillCome = (step: Step): boolean => !step.ok && STILL_OPEN.has(step.error.kind);

const givenUp: Step = failed({ kind: 'refused', message: MESSAGES.autoSignInFailed });

/**
 * Signs in as soon as the link that confirms an account was opened somewhere (section 4). A poll that
 * takes longer than the period lets beats pass: polls never overlap.
 */
export const signInOnceConfirmed = async (
  signIn: () => Promise<Step>,
  clock: Clock,
  cancellation: Cancellation,
): Promise<Step> => {
  // Whoever left before this began is told of it by nobody.
  if (cancellation.aborted) return givenUp;
  const until = clock.now() + LONGEST;
  const polls = beatsOf(clock).pipe(
    takeWhile((now) => now <= until),
    exhaustMap(async () => signIn()),
    filter((step) => !mayStillCome(step)),
    takeUntil(cancelled(cancellation)),
    defaultIfEmpty(givenUp),
  );
  const step = await firstValueFrom(polls);
  return step.ok ? step : givenUp;
};
