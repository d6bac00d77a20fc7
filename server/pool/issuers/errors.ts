import { type Message, message } from 'audio-streaming-translations/message';
import * as client from 'openid-client';

/**
 * Why an issuer signed nobody in.
 *
 * - `away`: it does not respond, or not as an issuer does
 * - `canceled`: the person, or the issuer for the person, said no
 * - `refused`: it named another error
 * - `not-recent`: it did not ask the person to sign in again
 * - `invalid`: its response did not pass a check
 */
export class IssuerError extends Error {
  override readonly name = 'IssuerError';

  constructor(
    readonly kind: 'away' | 'canceled' | 'refused' | 'not-recent' | 'invalid',
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** The errors of the library that mean that the issuer is away or broken. */
const AWAY = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** An error of the library in our kinds. Its message is for the log only. */
export function issuerErrorOf(error: unknown): IssuerError {
  if (error instanceof IssuerError) return error;
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof client.AuthorizationResponseError) {
    const kind = error.error === 'access_denied' ? 'canceled' : 'refused';
    return new IssuerError(kind, error.error, error);
  }
  if (error instanceof client.ResponseBodyError) return new IssuerError('refused', error.error, error);
  // `fetch` throws a TypeError whose cause names the failure of the network.
  const isNetwork = error instanceof TypeError && error.cause !== undefined && codeOf(error) === '';
  if (isNetwork || AWAY.has(codeOf(error))) return new IssuerError('away', words, error);
  const { cause } = error instanceof Error ? error : {};
  const reason = cause instanceof Error ? `${words}: ${cause.message}` : words;
  return new IssuerError('invalid', reason, error);
}

/** What the page says (SES-158). The words of the issuer are in the log only. */
export function wordsOfIssuer({ kind }: IssuerError, name: string): Message {
  switch (kind) {
    case 'away':
      return message('{name} cannot be reached at the moment. Try again later, or sign in in another way.', {
        name,
      });
    case 'canceled':
      return message('The sign-in with {name} was canceled.', { name });
    case 'refused':
      return message('{name} refused the sign-in. Try again, or sign in in another way.', { name });
    case 'not-recent':
      return message('{name} did not ask you to sign in again. Sign out there, and try again.', { name });
    case 'invalid':
      return message(
        'The response of {name} could not be verified, so nobody was signed in. Try again, or sign in in another way.',
        { name },
      );
  }
}
