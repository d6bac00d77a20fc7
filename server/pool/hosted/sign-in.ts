import { requireAccount } from '../account.ts';
import { claimAttempt, clearAttempts, requireUnlocked, returnAttempt } from '../attempts.ts';
import { nextStep } from '../challenges/next-step.ts';
import { offerMfa } from '../challenges/offer.ts';
import { type SignInProgress, startProgress } from '../challenges/progress.ts';
import { readSession, spendSession } from '../challenges/sessions.ts';
import { consumeCode } from '../codes.ts';
import type { PoolContext } from '../context.ts';
import { PoolError, notAuthorized, wrongCredentials } from '../errors.ts';
import type { MfaMethod, PoolUser } from '../migrations.ts';
import { matchesPassword } from '../srp/verifier.ts';
import { acceptTotp } from '../totp.ts';
import { passwordIdentity, resolveSubject } from '../users.ts';

/** The listener who signed in, or the second factor that is missing. */
export type HostedStep =
  | { readonly kind: 'signed-in'; readonly sub: string }
  | { readonly kind: 'code'; readonly method: MfaMethod; readonly session: string };

async function continueSignIn(
  context: PoolContext,
  user: PoolUser,
  progress: SignInProgress,
): Promise<HostedStep> {
  const next = nextStep(user, undefined, progress);
  switch (next.step) {
    case 'done':
      await clearAttempts(context, user.sub);
      return { kind: 'signed-in', sub: user.sub };
    case 'mfa': {
      const offer = await offerMfa(context, user, next.method, progress);
      return { kind: 'code', method: next.method, session: 'Session' in offer ? (offer.Session ?? '') : '' };
    }
    default:
      throw notAuthorized('Your account needs a step that only the app offers. Please sign in there.');
  }
}

/**
 * Checks a password from the hosted page.
 *
 * @throws {PoolError} the same one for a wrong password and an unknown account
 */
export async function checkPassword(
  context: PoolContext,
  email: string,
  password: string,
): Promise<HostedStep> {
  const { id, record, user } = await resolveSubject(context, email);
  await requireUnlocked(context, id);
  await claimAttempt(context, id);
  const isRight = await matchesPassword(passwordIdentity(context, id), password, record);
  if (!isRight || user === undefined) throw wrongCredentials();
  await returnAttempt(context, id);
  await requireAccount(context, id);
  if (user.status === 'UNCONFIRMED') {
    throw new PoolError('UserNotConfirmedException', 'User is not confirmed.');
  }
  return continueSignIn(context, user, startProgress(id, null, false));
}

/**
 * Checks the code of a second factor. The listener can correct a wrong code.
 *
 * @throws {PoolError}
 */
export async function checkCode(
  context: PoolContext,
  method: MfaMethod,
  session: string,
  code: string,
): Promise<HostedStep> {
  const progress = await readSession(context, method, session);
  const user = await requireAccount(context, progress.sub);
  await claimAttempt(context, user.sub);
  if (method === 'SMS_MFA') {
    await consumeCode(context, user.sub, 'sms-mfa', code, 'Invalid code or auth state for the user.');
  } else {
    await acceptTotp(context, user, code);
  }
  await returnAttempt(context, user.sub);
  await spendSession(context, session);
  return continueSignIn(context, user, { ...progress, proved: [...progress.proved, 'mfa'] });
}
