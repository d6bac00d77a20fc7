import {
  generateRegistrationOptions,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash } from 'node:crypto';
import { openSession, readSession, spendSession, startProgress } from '../challenges/sessions.ts';
import type { PoolContext } from '../context.ts';
import { invalidParameter, PoolError } from '../errors.ts';
import type { PoolUser, RefreshTokenRow } from '../migrations.ts';
import {
  type NewCredential,
  readAuthenticatorData,
  readClientData,
} from '../challenges/passkey-credential.ts';
import type { RelyingParty } from '../relying-party.ts';
import { MOST_PASSKEYS, passkeysOf, storePasskey } from '../passkeys.ts';
import { requireRecentSignIn } from '../recent-sign-in.ts';

const CEREMONY_MS = 5 * 60 * 1000;

/** EdDSA, ES256 and RS256. Others make signatures that the calls of AWS have no room for. */
const ALGORITHMS = [-8, -7, -257];

/** What a browser needs to make a passkey. */
export type CreationOptions = Awaited<ReturnType<typeof generateRegistrationOptions>>;

/**
 * Begins to add a passkey. The challenge is valid once, for five minutes, for this user.
 *
 * @param session the session of the call
 * @throws {PoolError}
 */
export async function beginPasskey(
  context: PoolContext,
  user: PoolUser,
  session: Pick<RefreshTokenRow, 'auth_time'>,
): Promise<CreationOptions> {
  const { id } = requireRelyingParty(context);
  requireRecentSignIn(context, session, 'add a passkey');
  const existing = await passkeysOf(context, user.sub);
  if (existing.length >= MOST_PASSKEYS) throw tooMany();
  const challenge = await openSession(
    context,
    'WEB_AUTHN_REGISTRATION',
    startProgress(user.sub, null, 'passkey'),
    CEREMONY_MS,
  );
  return generateRegistrationOptions({
    rpName: context.brand(),
    rpID: id,
    userID: new Uint8Array(Buffer.from(user.sub)),
    // An account of another provider may have no address (SES-155).
    userName: user.attributes['email'] ?? user.attributes['name'] ?? user.email,
    userDisplayName: user.attributes['name'] ?? user.email,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CEREMONY_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credential_id }) => ({ id: credential_id })),
    // It is found without a user name, and checks who uses it. So it is both factors (SES-134).
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/**
 * Stores a new passkey, and tells its owner by mail (SES-135).
 *
 * @returns its name
 * @throws {PoolError} in words of the real service's errors
 */
export async function addPasskey(
  context: PoolContext,
  user: PoolUser,
  credential: NewCredential,
): Promise<string> {
  const party = requireRelyingParty(context);
  const data = readClientData(credential.response.clientDataJSON);
  if (data === null) throw invalidParameter('The passkey cannot be read.');
  await takeChallenge(context, user, data.challenge);
  if (!party.allows(data.origin)) {
    throw new PoolError('WebAuthnOriginNotAllowedException', 'This page may not add passkeys.');
  }
  const { registrationInfo } = await verify(party, credential, data.challenge, data.origin);
  if (registrationInfo === undefined) throw unusable('The new passkey could not be verified.');
  const now = context.clock.now();
  return context.db.transaction().execute(async (db) => {
    // Of parallel ones, each counts those before it.
    await db.selectFrom('pool_users').select('sub').where('sub', '=', user.sub).forUpdate().execute();
    const existing = await passkeysOf({ db }, user.sub);
    if (existing.length >= MOST_PASSKEYS) throw tooMany();
    const name = freeName(existing.map((each) => each.name));
    const isNew = await storePasskey(
      { db },
      {
        credential_id: registrationInfo.credential.id,
        sub: user.sub,
        rp_id: party.id,
        public_key: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
        counter: registrationInfo.credential.counter,
        is_synced: registrationInfo.credentialDeviceType === 'multiDevice',
        is_backed_up: registrationInfo.credentialBackedUp,
        transports: credential.response.transports.join(','),
        name,
        created_at: now,
        used_at: null,
      },
    );
    if (!isNew) throw invalidParameter('This passkey is in use already.');
    await context.mail?.(db, {
      to: user.email,
      sub: user.sub,
      kind: 'passkey-added',
      fields: { name, at: now },
    });
    return name;
  });
}

/** Uses up the challenge of a ceremony, which has to be this user's. */
async function takeChallenge(context: PoolContext, { sub }: PoolUser, challenge: string): Promise<void> {
  try {
    const progress = await readSession(context, 'WEB_AUTHN_REGISTRATION', challenge);
    if (progress.sub === sub) return await spendSession(context, challenge);
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
  }
  throw new PoolError(
    'WebAuthnChallengeNotFoundException',
    'This took too long, or was sent already. Please try again.',
  );
}

async function verify(
  party: RelyingParty,
  credential: NewCredential,
  expectedChallenge: string,
  expectedOrigin: string,
): Promise<VerifiedRegistrationResponse> {
  let isVerified: boolean;
  let isForThisSite: boolean;
  let attestationObject: string;
  try {
    const object = decodeAttestationObject(
      new Uint8Array(Buffer.from(credential.response.attestationObject, 'base64url')),
    );
    attestationObject = withoutStatement(object.get('authData'));
    const data = readAuthenticatorData(Buffer.from(object.get('authData')).toString('base64url'));
    isVerified = data?.isVerified ?? false;
    isForThisSite = data?.rpIdHash.equals(createHash('sha256').update(party.id).digest()) ?? false;
  } catch {
    throw unusable('The new passkey cannot be read.');
  }
  if (!isForThisSite) {
    throw new PoolError('WebAuthnRelyingPartyMismatchException', 'This passkey was made for another site.');
  }
  if (!isVerified) {
    throw unusable(
      'This passkey does not check who uses it, by a PIN, a finger or a face. Please use another one.',
    );
  }
  try {
    return await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { ...credential.response, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
  } catch {
    throw unusable('The new passkey could not be verified.');
  }
}

/**
 * The attestation object without the statement of the maker, base64url. Nobody asked for the statement. To check it, the
 * library would call any address that its certificates name (SES-162).
 */
const withoutStatement = (authData: Uint8Array<ArrayBuffer>): string =>
  Buffer.from(
    isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ]),
    ),
  ).toString('base64url');

/** @throws {PoolError} WebAuthnConfigurationMissingException where browsers make no passkeys */
function requireRelyingParty({ relyingParty }: PoolContext): RelyingParty {
  if (relyingParty !== null) return relyingParty;
  throw new PoolError(
    'WebAuthnConfigurationMissingException',
    'There are no passkeys at this address. Open the app by its name and over https, or as localhost.',
  );
}

const unusable = (message: string): PoolError =>
  new PoolError('WebAuthnCredentialNotSupportedException', message);

const tooMany = (): PoolError =>
  new PoolError(
    'LimitExceededException',
    `An account has at most ${MOST_PASSKEYS} passkeys. Remove one first.`,
  );

/** The first name that no passkey of the user has. The user can change it. */
function freeName(taken: readonly string[]): string {
  const names = Array.from({ length: taken.length + 1 }, (_, index) =>
    index === 0 ? 'Passkey' : `Passkey ${index + 1}`,
  );
  return names.find((name) => !taken.includes(name)) ?? 'Passkey';
}
