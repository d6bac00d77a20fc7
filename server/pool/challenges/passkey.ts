import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { message } from 'audio-streaming-translations/message';
import { createHash } from 'node:crypto';
import { requireAccount } from '../account.ts';
import { GUESSES, requireUnlocked, spend, tryPassword } from '../attempts.ts';
import { openSession, readSession, spendSession, startProgress } from './sessions.ts';
import type { CallContext, PoolContext } from '../context.ts';
import { PoolError } from '../errors.ts';
import { guesserAt } from '../guessers.ts';
import type { PoolUser, SignInProgress } from '../migrations.ts';
import {
  type ClientData,
  readAuthenticatorData,
  readClientData,
  type UsedCredential,
} from './passkey-credential.ts';
import type { RelyingParty } from '../relying-party.ts';
import { findPasskey, noteUse } from '../passkeys.ts';
import type { PasskeyRow } from '../passkey-tables.ts';

/** How long a page may wait for a passkey. A page with autofill asks for another challenge in time. */
const CEREMONY_MS = 10 * 60 * 1000;

/** What a browser needs to use a passkey. */
export type RequestOptions = Awaited<ReturnType<typeof generateAuthenticationOptions>>;

/** Why a passkey is refused. Only an unknown one is to be forgotten by the browser. */
export class PasskeyError extends PoolError {
  readonly isUnknown: boolean;

  constructor(message: string, isUnknown = false) {
    super('NotAuthorizedException', message);
    this.isUnknown = isUnknown;
  }
}

/**
 * Asks for a passkey. The challenge is the Session of the challenge WEB_AUTHN, so it is valid once.
 *
 * @param sub the user, or a substitute for an unknown one; empty if the passkey says whose it is
 */
export async function askForPasskey(
  context: PoolContext,
  { id }: RelyingParty,
  sub: string,
): Promise<{ readonly session: string; readonly options: RequestOptions }> {
  const session = await openSession(context, 'WEB_AUTHN', startProgress(sub, null, 'passkey'), CEREMONY_MS);
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: new Uint8Array(Buffer.from(session, 'base64url')),
    timeout: CEREMONY_MS,
    // No list of passkeys: it would tell who has an account.
    allowCredentials: [],
    userVerification: 'required',
  });
  return { session, options };
}

/**
 * Checks the use of a passkey, which is both factors (SES-134). A failed one counts like a wrong password (SES-138).
 *
 * @throws {PoolError}
 */
export async function provePasskey(
  context: CallContext,
  party: RelyingParty,
  credential: UsedCredential,
): Promise<{ readonly user: PoolUser; readonly progress: SignInProgress }> {
  const data = readClientData(credential.response.clientDataJSON);
  if (data === null) throw new PasskeyError(message('The passkey cannot be read.'));
  const asked = await readSession(context, 'WEB_AUTHN', data.challenge);
  await spendSession(context, data.challenge);
  const passkey = await findPasskey(context, credential.id, party.id);
  if (passkey === undefined || (asked.sub !== '' && asked.sub !== passkey.sub)) {
    await spend(context, GUESSES);
    throw unknownPasskey(passkey === undefined);
  }
  const { sub } = passkey;
  const guesser = await guesserAt(context, sub);
  await requireUnlocked(context, guesser);
  const found: { problem?: PasskeyError | null } = {};
  await tryPassword(context, guesser, async () => {
    found.problem = await problemOf(context, party, passkey, credential, data);
    return found.problem === null;
  });
  if (found.problem instanceof PasskeyError) throw found.problem;
  const user = await requireAccount(context, sub);
  if (user.status === 'UNCONFIRMED')
    throw new PoolError('UserNotConfirmedException', 'User is not confirmed.');
  return {
    user,
    progress: { ...startProgress(sub, null, 'passkey'), proved: ['mfa'], caller: context.caller },
  };
}

/** Why the use of a passkey proves nothing (SES-136). Null if it is right; then its counter is stored. */
async function problemOf(
  context: PoolContext,
  party: RelyingParty,
  passkey: PasskeyRow,
  credential: UsedCredential,
  { challenge, origin }: ClientData,
): Promise<PasskeyError | null> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  if (!party.allows(origin)) return new PasskeyError(message('The passkey was used on another site.'));
  if (typeof userHandle === 'string' && !isHandleOf(userHandle, passkey.sub)) return unknownPasskey(true);
  const said = readAuthenticatorData(authenticatorData);
  if (said === null) return new PasskeyError(message('The passkey cannot be read.'));
  if (!said.rpIdHash.equals(createHash('sha256').update(party.id).digest())) {
    return new PasskeyError(message('The passkey was used on another site.'));
  }
  if (!said.isVerified) {
    return new PasskeyError(message('The passkey did not check who uses it, by a PIN, a finger or a face.'));
  }
  const used = await verifyAuthenticationResponse({
    response: {
      ...credential,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // The stored counter is compared when the new one is stored, and only if the signature is right.
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: 0,
    },
  }).catch(() => null);
  if (used === null || !used.verified) return new PasskeyError(message('The passkey could not be verified.'));
  const {
    newCounter: counter,
    credentialDeviceType,
    credentialBackedUp: isBackedUp,
  } = used.authenticationInfo;
  const isSynced = credentialDeviceType === 'multiDevice';
  if (isSynced !== passkey.is_synced) {
    return new PasskeyError(
      message('The passkey is not the one that was added: it can be copied now, or no longer.'),
    );
  }
  if (await noteUse(context, passkey.credential_id, { counter, isBackedUp })) return null;
  return new PasskeyError(
    message(
      'There seem to be two copies of this passkey. Sign in in another way, remove it, and add a new one.',
    ),
  );
}

/** Whether the id that the passkey stores for its user is the one of this user. */
const isHandleOf = (userHandle: string, sub: string): boolean =>
  Buffer.from(userHandle, 'base64url').toString() === sub;

const unknownPasskey = (isUnknown: boolean): PasskeyError =>
  new PasskeyError(
    message('This passkey is not known here. It was removed, or belongs to another account.'),
    isUnknown,
  );
