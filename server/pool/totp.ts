import { Secret, TOTP } from 'otpauth';
import type { PoolContext } from './context.ts';
import { PoolError } from './errors.ts';
import type { PoolUser } from './migrations.ts';

const PERIOD_SECONDS = 30;

// One step earlier or later, because clocks of authenticators differ and typing takes time.
const WINDOW = 1;

/** A new shared secret, base32. */
export const newTotpSecret = (): string => new Secret({ size: 32 }).base32;

const authenticator = (secret: string): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: 6, algorithm: 'SHA1' });

const stepAt = (now: number): number => Math.floor(now / 1000 / PERIOD_SECONDS);

/** The 30-second step of a code, or undefined if it is not a code of this time. */
export function matchingStep(secret: string, code: string, now: number): number | undefined {
  const delta = authenticator(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : stepAt(now) + delta;
}

/**
 * Accepts an authenticator code once.
 *
 * @throws {PoolError} CodeMismatchException, or ExpiredCodeException for a code that was used before
 */
export async function acceptTotp(context: PoolContext, user: PoolUser, code: string): Promise<void> {
  const now = context.clock.now();
  const step = user.totp_secret === null ? undefined : matchingStep(user.totp_secret, code, now);
  if (step === undefined) throw new PoolError('CodeMismatchException', 'Invalid code received for user');
  const accepted = await context.db
    .updateTable('pool_users')
    .set({ totp_last_step: step })
    .where('sub', '=', user.sub)
    .where((where) =>
      where.or([
        where('totp_last_step', 'is', null),
        where('totp_last_step', '<', step),
        // After the clock was set back, new codes still have to be accepted.
        where('totp_last_step', '>', stepAt(now) + WINDOW),
      ]),
    )
    .returning('sub')
    .executeTakeFirst();
  if (accepted === undefined) {
    throw new PoolError('ExpiredCodeException', 'Your software token has already been used once.');
  }
}

/** A code that would be accepted now, or undefined. */
export function nextTotp(user: PoolUser, now: number): string | undefined {
  const secret = user.totp_secret ?? user.totp_pending;
  if (secret === null) return undefined;
  const first = stepAt(now);
  const last = user.totp_last_step ?? -1;
  const step = last >= first && last <= first + WINDOW ? last + 1 : first;
  if (step > first + WINDOW) return undefined;
  return authenticator(secret).generate({ timestamp: step * PERIOD_SECONDS * 1000 });
}
