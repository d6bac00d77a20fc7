import { message } from 'audio-streaming-translations/message';
import { requireAccount } from '../account.ts';
import { clearAttempts, tryCode } from '../attempts.ts';
import { nextStep, offerMfa } from '../challenges/offer.ts';
import { PasskeyError, provePasskey } from '../challenges/passkey.ts';
import { parseCredential } from '../challenges/passkey-credential.ts';
import { readSession, spendSession, startProgress } from '../challenges/sessions.ts';
import { consumeCode } from '../codes.ts';
import type { CallContext } from '../context.ts';
import { guesserAt, rememberNetwork } from '../guessers.ts';
import { tellOfNewDevice } from '../new-device.ts';
import { PoolError, notAuthorized, wrongCredentials } from '../errors.ts';
import type { IdentitySignIn, MfaMethod, PoolUser, SignInProgress } from '../migrations.ts';
import { isPasswordOf } from '../check-password.ts';
import { resolveSubject } from '../users.ts';
import { acceptTotp } from '../totp.ts';

/** The listener who signed in, or the second factor that is missing. */
export type HostedStep =
  | { readonly kind: 'signed-in'; readonly sub: string; readonly identity: IdentitySignIn | null }
  | { readonly kind: 'code'; readonly method: MfaMethod; readonly session: string };

async function continueSignIn(
  context: CallContext,
  user: PoolUser,
  progress: SignInProgress,
): Promise<HostedStep> {
  const next = nextStep(user, undefined, progress);
  switch (next.step) {
    case 'done':
      await tellOfNewDevice(context, user, null);
      await rememberNetwork(context, user.sub);
      await clearAttempts(context, await guesserAt(context, user.sub));
      return { kind: 'signed-in', sub: user.sub, identity: progress.identity ?? null };
    case 'mfa': {
      const offer = await offerMfa(context, user, next.method, progress);
      return { kind: 'code', method: next.method, session: 'Session' in offer ? (offer.Session ?? '') : '' };
    }
    default:
      throw notAuthorized(
        message('Your account needs a step that only the app offers. Please sign in there.'),
      );
  }
}

/**
 * Continues the sign-in of a user who signed in at another provider. A second factor that the account has here is asked for
 * (SES-161).
 *
 * @throws {PoolError}
 */
export const continueWithIdentity = (
  context: CallContext,
  user: PoolUser,
  identity: IdentitySignIn,
): Promise<HostedStep> =>
  continueSignIn(context, user, { ...startProgress(user.sub, null, 'identity'), identity });

/**
 * Checks a password from the hosted page.
 *
 * @throws {PoolError} the same one for a wrong password and an unknown account
 */
export async function checkPassword(
  context: CallContext,
  email: string,
  password: string,
): Promise<HostedStep> {
  const isRight = await isPasswordOf(context, email, password);
  const { id, user } = await resolveSubject(context, email);
  if (!isRight || user === undefined) throw wrongCredentials();
  await requireAccount(context, id);
  if (user.status === 'UNCONFIRMED') {
    // not translated: the words of the pool, for programs
    throw new PoolError('UserNotConfirmedException', 'User is not confirmed.');
  }
  return continueSignIn(context, user, startProgress(id, null, 'srp'));
}

/**
 * Checks the code of a second factor. The listener can correct a wrong code.
 *
 * @throws {PoolError}
 */
export async function checkCode(
  context: CallContext,
  method: MfaMethod,
  session: string,
  code: string,
): Promise<HostedStep> {
  const progress = await readSession(context, method, session);
  const user = await requireAccount(context, progress.sub);
  await tryCode<unknown>(context, await guesserAt(context, user.sub), () =>
    method === 'SMS_MFA'
      ? // not translated: the words of the pool, for programs
        consumeCode(context, user.sub, 'sms-mfa', code, 'Invalid code or auth state for the user.')
      : acceptTotp(context, user, code),
  );
  await spendSession(context, session);
  return continueSignIn(context, user, { ...progress, proved: [...progress.proved, 'mfa'] });
}

/**
 * Checks the use of a passkey, which is both factors (SES-134).
 *
 * @param text the credential as JSON
 * @throws {PoolError}
 */
export async function checkPasskey(context: CallContext, text: string): Promise<HostedStep> {
  const { relyingParty } = context;
  const credential = parseCredential(text);
  if (relyingParty === null || credential === null)
    throw new PasskeyError(message('The passkey cannot be read.'));
  const { user, progress } = await provePasskey(context, relyingParty, credential);
  return continueSignIn(context, user, progress);
}
