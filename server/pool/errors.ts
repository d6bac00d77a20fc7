import { type Message, message } from 'audio-streaming-translations/message';

/** The kinds of refusal that the sign-in service names in `__type`. */
export type PoolErrorType =
  | 'AliasExistsException'
  | 'CodeMismatchException'
  | 'EnableSoftwareTokenMFAException'
  | 'ExpiredCodeException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'LimitExceededException'
  | 'NotAuthorizedException'
  | 'PasswordResetRequiredException'
  | 'RequestEntityTooLargeException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'SoftwareTokenMFANotFoundException'
  | 'TooManyRequestsException'
  | 'UnknownOperationException'
  | 'UnsupportedTokenTypeException'
  | 'UserNotConfirmedException'
  | 'UserNotFoundException'
  | 'UsernameExistsException'
  | 'WebAuthnChallengeNotFoundException'
  | 'WebAuthnConfigurationMissingException'
  | 'WebAuthnCredentialNotSupportedException'
  | 'WebAuthnNotEnabledException'
  | 'WebAuthnOriginNotAllowedException'
  | 'WebAuthnRelyingPartyMismatchException';

/** An expected refusal. The routes send it as `{ "__type", "message" }` with status 400. */
export class PoolError extends Error {
  readonly type: PoolErrorType;
  /** What the pages of the provider say about it. Undefined: its message. */
  readonly words: Message | undefined;

  constructor(type: PoolErrorType, message: string, words?: Message) {
    super(message);
    this.words = words;
    this.name = 'PoolError';
    this.type = type;
  }
}

export const notAuthorized = (words: string): PoolError => new PoolError('NotAuthorizedException', words);

export const invalidParameter = (words: string): PoolError =>
  new PoolError('InvalidParameterException', words);

/** The same error for a wrong password, an unknown user and an expired proof. */
export const wrongCredentials = (): PoolError => notAuthorized(message('Incorrect username or password.'));
