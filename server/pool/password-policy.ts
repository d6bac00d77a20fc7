import { PoolError } from './errors.ts';

const SHORTEST = 8;

/**
 * Refuses a new password that is too short. The routes refuse more than 256 characters.
 *
 * @throws {PoolError} InvalidPasswordException
 */
export function requirePolicy(password: string): void {
  if (password.length < SHORTEST) {
    throw new PoolError(
      'InvalidPasswordException',
      'Password did not conform with policy: Password not long enough',
    );
  }
}
