import * as v from 'valibot';

import type { AuthFailure } from '../../ports/auth.ts';
import { MESSAGES } from './messages.ts';
import type { Ending } from './account/user-calls.ts';

/** What can be relied on in an error that the vendor's library hands over. */
type VendorError = {
  /** The service's name for it; null when the answer had none or could not be read. */
  readonly code: string | null;
  /** The service's sentence for it; null when there is none fit to be shown. */
  readonly message: string | null;
};

const coded = v.object({ code: v.pipe(v.string(), v.nonEmpty()), message: v.fallback(v.string(), '') });

// The library's stand-ins for a missing message: the status, or the word for nothing.
const NO_MESSAGE = /^(?:\d{3}|null|undefined)?$/u;

/** An error without the service's code is the library's own (a body without a type surfaces as a TypeError). */
const readVendorError = (error: unknown): VendorError => {
  const parsed = v.safeParse(coded, error);
  if (!parsed.success) return { code: null, message: null };
  const { code, message } = parsed.output;
  return { code, message: NO_MESSAGE.test(message) ? null : message };
};

/** The library's code for a request that did not get through. */
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

/** A vendor's error as the port names it; `otherwise` is said where the service says nothing itself. */
export const toAuthFailure = (
  error: unknown,
  otherwise: string = MESSAGES.authenticationError,
): AuthFailure => {
  const { code, message } = readVendorError(error);
  if (code === NETWORK) return { kind: 'unreachable', message: MESSAGES.networkError };
  const kind = (code === null ? undefined : KINDS.get(code)) ?? 'unknown';
  const field = code === null ? undefined : FIELDS.get(code);
  return { kind, message: message ?? otherwise, ...(field === undefined ? {} : { field }) };
};

/** Whether the service was asked too often in too short a time: it did nothing, and may do it later. */
export const isThrottled = (ending: Ending<unknown>): boolean =>
  'error' in ending && readVendorError(ending.error).code === 'TooManyRequestsException';

// Section 4, session invalid: the listener is gone, or has to come in another way first.
const LISTENER_GONE: ReadonlySet<string | null> = new Set([
  'UserNotFoundException',
  'PasswordResetRequiredException',
]);

// Section 8, invalid-session messages: each of them means the end, whatever name the service gives it.
const INVALID_SESSION: ReadonlySet<string | null> = new Set([
  'Access Token has been revoked',
  'Refresh Token has been revoked',
  'Refresh Token has expired',
  'User is disabled.',
  'User does not exist.',
  'Password reset required for the user',
]);

// A request that did not get through, and what a service names in a 5xx (the library does not hand on the status): they
// say nothing about anybody (contract 3.16).
const NO_ANSWER = /^(?:NetworkError$|Internal|.*Unavailable)/u;

const saysInvalid = ({ code, message }: VendorError): boolean =>
  LISTENER_GONE.has(code) || (INVALID_SESSION.has(message) && !NO_ANSWER.test(code ?? ''));

/**
 * Why a call that went out with a good token means the end of the session all the same; null when it says nothing
 * about it: something else may have been refused, such as a password.
 */
export const whyListenerIsOut = (error: unknown): string | null => {
  const read = readVendorError(error);
  return saysInvalid(read) ? (read.message ?? MESSAGES.noNewSession) : null;
};

/**
 * Why a refresh that failed means the end of the session; null when it says nothing about it
 * (contract 3.16: a network failure, a 5xx or an unreadable answer never signs anyone out).
 */
export const whySessionEnded = (error: unknown): string | null => {
  const { code, message } = readVendorError(error);
  return code === 'NotAuthorizedException' ? (message ?? MESSAGES.noNewSession) : whyListenerIsOut(error);
};

/** Whether the service no longer knows of the challenge that was answered. */
export const isChallengeGone = (error: unknown): boolean => {
  const { code, message } = readVendorError(error);
  // An authenticator that was adopted by an answer whose own answer got lost is set up anew.
  if (code === 'SoftwareTokenMFANotFoundException') return true;
  return code === 'NotAuthorizedException' && /session/iu.test(message ?? '');
};

/** Whether a call was turned away for its access token: revoked, out of its term, or its listener gone. */
export const isTokenRefused = (error: unknown): boolean => {
  const read = readVendorError(error);
  return (
    saysInvalid(read) || (read.code === 'NotAuthorizedException' && !/password/iu.test(read.message ?? ''))
  );
};
