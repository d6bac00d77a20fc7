import type { CallContext } from '../context.ts';
import { invalidParameter } from '../errors.ts';
import { askForPasskey } from './passkey.ts';
import { resolveSubject, type Subject } from '../users.ts';
import type { AuthResponse } from './offer.ts';
import { openExchange, openSession, startProgress } from './sessions.ts';

/** The server's part of a password proof. */
export async function offerPassword(
  context: CallContext,
  { id, record }: Subject,
  clientPublic: string | undefined,
  customFlow: boolean,
): Promise<AuthResponse> {
  const offer = await openExchange(context, id, clientPublic, record, customFlow);
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: { ...offer, USERNAME: id, USER_ID_FOR_SRP: id },
  };
}

/** Asks for a passkey of this user. The response is the same for a user without one, and for an unknown user. */
async function offerPasskey(context: CallContext, { id }: Subject): Promise<AuthResponse> {
  if (context.relyingParty === null) throw invalidParameter('WEB_AUTHN is not available at this address');
  const { session, options } = await askForPasskey(context, context.relyingParty, id);
  return {
    ChallengeName: 'WEB_AUTHN',
    ChallengeParameters: { USERNAME: id, CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
    Session: session,
  };
}

/**
 * Continues a sign-in with the first factor that the client has chosen.
 *
 * @throws {PoolError} InvalidParameterException for one that is not available
 */
export async function offerFirstFactor(
  context: CallContext,
  subject: Subject,
  chosen: string,
  clientPublic: string | undefined,
): Promise<AuthResponse> {
  switch (chosen) {
    case 'WEB_AUTHN':
      return offerPasskey(context, subject);
    case 'PASSWORD_SRP':
      return offerPassword(context, subject, clientPublic, false);
    default:
      throw invalidParameter(`${chosen} is not available for this client`);
  }
}

/** USER_AUTH: the client signs in by the first factor that it prefers, or chooses one. */
export async function offerChoice(
  context: CallContext,
  username: string,
  preferred: string | undefined,
  clientPublic: string | undefined,
): Promise<AuthResponse> {
  const subject = await resolveSubject(context, username);
  const available = [...(context.relyingParty === null ? [] : ['WEB_AUTHN']), 'PASSWORD_SRP'];
  if (preferred !== undefined && available.includes(preferred)) {
    return offerFirstFactor(context, subject, preferred, clientPublic);
  }
  return {
    ChallengeName: 'SELECT_CHALLENGE',
    ChallengeParameters: { USERNAME: subject.id },
    AvailableChallenges: available,
    Session: await openSession(context, 'SELECT_CHALLENGE', startProgress(subject.id, null, 'srp')),
  };
}
