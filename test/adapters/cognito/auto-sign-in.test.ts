// Proves SES-55.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { signInOnceConfirmed } from '../../../src/adapters/cognito/sign-in/auto-sign-in.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { failed, ok } from '../../../src/domain/result.ts';
import type { Result } from '../../../src/domain/result.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import type { AuthFailure, SignInStep } from '../../../src/ports/auth.ts';

type Step = Result<SignInStep, AuthFailure>;

const SIGNED_IN: Step = ok({ kind: 'signed-in' });
const GIVEN_UP: Step = failed({ kind: 'refused', message: 'Please use your credentials to sign in' });
const refusedBy = (kind: AuthFailure['kind']): Step => failed({ kind, message: 'no' });
const UNCONFIRMED = refusedBy('unconfirmed');

/** A sign-in whose attempts end with the result of `attempt`. Counts the attempts that run at the same time. */
const waiting = (attempt: (poll: number, clock: MemoryClock) => Promise<Step>) => {
  const clock = new MemoryClock();
  const leaving = new AbortController();
  const seen = { polls: 0, underWay: 0, mostUnderWay: 0 };
  const poll = async (): Promise<Step> => {
    seen.polls += 1;
    seen.underWay += 1;
    seen.mostUnderWay = Math.max(seen.mostUnderWay, seen.underWay);
    const step = await attempt(seen.polls, clock);
    seen.underWay -= 1;
    return step;
  };
  return { clock, leaving, seen, outcome: signInOnceConfirmed(poll, clock, leaving.signal) };
};

describe('signInOnceConfirmed', () => {
  test('tries every 5 seconds until the sign-in succeeds', async () => {
    const { clock, seen, outcome } = waiting(async (poll) => (poll < 4 ? UNCONFIRMED : SIGNED_IN));
    await clock.advanceAsync(4999);
    expect(seen.polls).toBe(0);
    await clock.advanceAsync(15_000);
    expect(seen.polls).toBe(3);
    await clock.advanceAsync(1);
    expect(await outcome).toEqual(SIGNED_IN);
    await clock.advanceAsync(60_000);
    expect(seen.polls).toBe(4);
  });

  test('gives up after 3 minutes and asks for the credentials', async () => {
    const { clock, seen, outcome } = waiting(async () => UNCONFIRMED);
    await clock.advanceAsync(200_000);
    expect(await outcome).toEqual(GIVEN_UP);
    expect(seen.polls).toBe(36);
  });

  test.each(['unreachable', 'unknown'] as const)(
    'continues if the service is unreachable or has a fault: %s',
    async (kind) => {
      const { clock, outcome } = waiting(async (poll) => (poll < 3 ? refusedBy(kind) : SIGNED_IN));
      await clock.advanceAsync(15_000);
      expect(await outcome).toEqual(SIGNED_IN);
    },
  );

  test.each(['refused', 'reset-required', 'invalid-input'] as const)(
    'stops at once if a confirmation would not help: %s',
    async (kind) => {
      const { clock, seen, outcome } = waiting(async () => refusedBy(kind));
      await clock.advanceAsync(30_000);
      expect(await outcome).toEqual(GIVEN_UP);
      expect(seen.polls).toBe(1);
    },
  );

  test('returns the challenge after the password', async () => {
    const asks: Step = ok({
      kind: 'challenge',
      challenge: { kind: 'new-password-required', attributes: {} },
    });
    const { clock, outcome } = waiting(async () => asks);
    await clock.advanceAsync(5000);
    expect(await outcome).toEqual(asks);
  });

  test('stops when its caller cancels', async () => {
    const { clock, leaving, seen, outcome } = waiting(async () => UNCONFIRMED);
    await clock.advanceAsync(7000);
    leaving.abort();
    await clock.advanceAsync(60_000);
    expect((await outcome).ok).toBe(false);
    expect(seen.polls).toBe(1);
  });

  test('never runs two attempts at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(30_000), { minLength: 1, maxLength: 20 }), async (spans) => {
        const { clock, seen, outcome } = waiting(async (poll, within) => {
          await within.after(milliseconds(spans[poll % spans.length] ?? 0));
          return UNCONFIRMED;
        });
        await clock.advanceAsync(240_000);
        expect(await outcome).toEqual(GIVEN_UP);
        expect(seen.mostUnderWay).toBe(1);
        expect(seen.polls).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  });
});
