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

  constructor(type: PoolErrorType, message: string) {
    super(message);
    this.name = 'PoolError';
    this.type = type;
  }
}

export const notAuthorized = (message: string): PoolError => new PoolError('NotAuthorizedException', message);

export const invalidParameter = (message: string): PoolError =>
  new PoolError('InvalidParameterException', message);

/** The same error for a wrong password, an unknown user and an expired proof. */
export const wrongCredentials = (): PoolError => notAuthorized('Incorrect username or password.');
