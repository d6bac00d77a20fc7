import { message } from '../../../domain/message.ts';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  sendSignal,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import * as v from 'valibot';
import { failed, ok, type Result } from '../../../domain/result.ts';
import { type Instant, instant } from '../../../domain/time.ts';
import type { AccountFailure, Passkey } from '../../../ports/account.ts';
import { MESSAGES } from '../messages.ts';

const seconds = v.pipe(
  v.nullable(v.pipe(v.number(), v.finite())),
  v.transform((at): Instant | null => (at === null ? null : instant(at * 1000))),
);

const credential = v.object({
  CredentialId: v.pipe(v.string(), v.nonEmpty()),
  FriendlyCredentialName: v.fallback(v.string(), ''),
  RelyingPartyId: v.fallback(v.string(), ''),
  CreatedAt: v.fallback(seconds, null),
  LastUsedAt: v.fallback(seconds, null),
});
const page = v.object({ Credentials: v.array(v.unknown()) });

/** A passkey, and the host that it belongs to. */
type Stored = Passkey & { readonly host: string };

/** Reads the response of ListWebAuthnCredentials; null if it cannot be read. Leaves out a passkey that cannot be read. */
export const readPasskeys = (response: unknown): readonly Stored[] | null => {
  const parsed = v.safeParse(page, response);
  if (!parsed.success) return null;
  return parsed.output.Credentials.flatMap((each) => {
    const read = v.safeParse(credential, each);
    if (!read.success) return [];
    const { CredentialId: id, FriendlyCredentialName: name, RelyingPartyId: host } = read.output;
    return [{ id, name, host, addedAt: read.output.CreatedAt, usedAt: read.output.LastUsedAt }];
  });
};

/**
 * Tells the browser which passkeys the account has, so that it offers no others (SES-141). Few browsers listen.
 *
 * @param hosts all hosts of which the account had passkeys before; those of `passkeys` are added
 */
export const signalPasskeys = async (
  passkeys: readonly Stored[],
  hosts: Set<string>,
  userId: string,
): Promise<void> => {
  const userID = btoa(userId).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  for (const { host } of passkeys) hosts.add(host);
  for (const rpID of hosts) {
    const ids = passkeys.filter(({ host }) => host === rpID).map(({ id }) => id);
    await sendSignal({
      signalName: 'allAcceptedCredentials',
      rpID,
      userID,
      allAcceptedCredentialIDs: ids,
    }).catch(() => undefined);
  }
};

const creation = v.object({ CredentialCreationOptions: v.looseObject({ challenge: v.string() }) });

/** Asks the browser for a passkey. @param started the response of StartWebAuthnRegistration */
export const makePasskey = async (started: unknown): Promise<Result<object, AccountFailure>> => {
  const parsed = v.safeParse(creation, started);
  if (!parsed.success) return failed({ kind: 'unknown', message: MESSAGES.authenticationError });
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser checks the rest of the options
    const optionsJSON = parsed.output
      .CredentialCreationOptions as unknown as PublicKeyCredentialCreationOptionsJSON;
    return ok(await startRegistration({ optionsJSON }));
  } catch (error) {
    return failed({ kind: 'unknown', message: whyNot(error) });
  }
};

const WORDS: Partial<Record<WebAuthnError['code'], string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: message('This device already has a passkey for your account.'),
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: message(
    'This key cannot hold passkeys. Please use another one.',
  ),
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: message(
    'This key does not check who uses it, by a PIN, a finger or a face. Please use another one.',
  ),
  ERROR_INVALID_DOMAIN: message('This browser makes no passkeys for this address.'),
  ERROR_INVALID_RP_ID: message('This browser makes no passkeys for this address.'),
};

const whyNot = (error: unknown): string =>
  (error instanceof WebAuthnError ? WORDS[error.code] : undefined) ??
  message('No passkey was made. Please try again.');
