import * as v from 'valibot';
import { message } from '../../domain/message.ts';
import type { AuthFailure } from '../../ports/auth.ts';
import { MESSAGES } from './messages.ts';

/** How a call of the client ended: with an error, or with a value. */
export type Ending<Value> = { readonly error: unknown } | { readonly value: Value };

export const endingOf = async <Value>(call: Promise<Value>): Promise<Ending<Value>> =>
  call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

/** The reliable parts of an error of the client. */
type VendorError = {
  /** The service's error code; null if the response had none or could not be read. */
  readonly code: string | null;
  /** The service's sentence; null if there is none that can be shown. */
  readonly message: string | null;
};

const coded = v.object({ code: v.pipe(v.string(), v.nonEmpty()), message: v.fallback(v.string(), '') });

// If a message is missing, the library uses the status or the text "null" or "undefined".
const NO_MESSAGE = /^(?:\d{3}|null|undefined)?$/u;

/** An error without a code comes from the library itself, for example a TypeError for an unexpected body. */
const readVendorError = (error: unknown): VendorError => {
  const parsed = v.safeParse(coded, error);
  if (!parsed.success) return { code: null, message: null };
  const { code, message } = parsed.output;
  return { code, message: NO_MESSAGE.test(message) ? null : message };
};

/** The library's code for a failed connection. */
const NETWORK = 'NetworkError';

const KINDS: ReadonlyMap<string, AuthFailure['kind']> = new Map([
  [NETWORK, 'unreachable'],
  ['NotAuthorizedException', 'refused'],
  ['UserNotFoundException', 'refused'],
  ['UsernameExistsException', 'refused'],
  ['AliasExistsException', 'refused'],
  ['CodeMismatchException', 'refused'],
  ['ExpiredCodeException', 'refused'],
  ['EnableSoftwareTokenMFAException', 'refused'],
  ['LimitExceededException', 'refused'],
  ['TooManyRequestsException', 'refused'],
  ['TooManyFailedAttemptsException', 'refused'],
  ['InvalidPasswordException', 'invalid-input'],
  ['InvalidParameterException', 'invalid-input'],
  ['UserNotConfirmedException', 'unconfirmed'],
  ['PasswordResetRequiredException', 'reset-required'],
]);

const FIELDS: ReadonlyMap<string, NonNullable<AuthFailure['field']>> = new Map([
  ['CodeMismatchException', 'code'],
  ['ExpiredCodeException', 'code'],
  ['EnableSoftwareTokenMFAException', 'code'],
  ['UsernameExistsException', 'email'],
]);

/** What a policy demands of a password, as a sentence and without the words before it that are for programs (SES-111). */
const policySaid = (message: string): string =>
  `${message.replace(/^Password (?:did|does) not conform (?:with|to) policy: /u, '').replace(/\.$/u, '')}.`;

/** Translates a vendor's error for the port. `otherwise` is the message if the service sends none. */
export const toAuthFailure = (
  error: unknown,
  otherwise: string = MESSAGES.authenticationError,
): AuthFailure => {
  const { code, message } = readVendorError(error);
  if (code === NETWORK) return { kind: 'unreachable', message: MESSAGES.networkError };
  const shown = code === 'InvalidPasswordException' && message !== null ? policySaid(message) : message;
  const kind = (code === null ? undefined : KINDS.get(code)) ?? 'unknown';
  const field = code === null ? undefined : FIELDS.get(code);
  return { kind, message: shown ?? otherwise, ...(field === undefined ? {} : { field }) };
};

/** True if the service did nothing because it was called too often. The call may be repeated. */
export const isThrottled = (ending: Ending<unknown>): boolean =>
  'error' in ending && readVendorError(ending.error).code === 'TooManyRequestsException';

// Errors after which the listener cannot use the session any more (SES-34).
const LISTENER_GONE: ReadonlySet<string | null> = new Set([
  'UserNotFoundException',
  'PasswordResetRequiredException',
]);

// Messages that mean the end of the session for any error code (SES-34).
const INVALID_SESSION: ReadonlySet<string | null> = new Set([
  message('Access Token has been revoked'),
  message('Refresh Token has been revoked'),
  message('Refresh Token has expired'),
  message('User is disabled.'),
  message('User does not exist.'),
  message('Password reset required for the user'),
]);

// Codes for a broken connection and for a 5xx. They say nothing about the session (SES-26). The library does not pass
// on the status.
const NO_RESPONSE = /^(?:NetworkError$|Internal|.*Unavailable)/u;

const saysInvalid = ({ code, message }: VendorError): boolean =>
  LISTENER_GONE.has(code) || (INVALID_SESSION.has(message) && !NO_RESPONSE.test(code ?? ''));

/**
 * Returns the reason if a failed call means the end of the session although its token was valid. Null if the failure
 * says nothing about the session: the service may have refused something else, such as a password (SES-17).
 */
export const whyListenerIsOut = (error: unknown): string | null => {
  const read = readVendorError(error);
  return saysInvalid(read) ? (read.message ?? MESSAGES.noNewSession) : null;
};

/**
 * Returns the reason if a failed renewal means the end of the session, else null. A network failure, a 5xx or an
 * unreadable response never ends a session (SES-26).
 */
export const whySessionEnded = (error: unknown): string | null => {
  const { code, message } = readVendorError(error);
  return code === 'NotAuthorizedException' ? (message ?? MESSAGES.noNewSession) : whyListenerIsOut(error);
};

/** True if the service no longer knows the challenge that got a response. */
export const isChallengeGone = (error: unknown): boolean => {
  const { code, message } = readVendorError(error);
  // The service had accepted an authenticator app, but its response was lost. The set-up starts again.
  if (code === 'SoftwareTokenMFANotFoundException') return true;
  return code === 'NotAuthorizedException' && /session/iu.test(message ?? '');
};

/** True if the service says that the e-mail address or the password is wrong. */
export const isCredentialsRefused = (error: unknown): boolean => {
  const { code, message } = readVendorError(error);
  return code === 'NotAuthorizedException' && /incorrect username or password/iu.test(message ?? '');
};

/** True if a call was refused because of its access token: revoked, expired, or its listener is deleted. */
export const isTokenRefused = (error: unknown): boolean => {
  const read = readVendorError(error);
  return (
    saysInvalid(read) || (read.code === 'NotAuthorizedException' && !/password/iu.test(read.message ?? ''))
  );
};

/** Parses untrusted text as JSON. Returns null for null and for invalid JSON. */
export const parsedJson = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};
