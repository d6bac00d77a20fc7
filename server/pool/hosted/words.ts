import { attemptLimit, tooManyPasswords } from '../attempts.ts';
import { type PoolError, wrongCredentials } from '../errors.ts';

const TOO_MANY = 'There were too many attempts. Please try again in a few minutes.';
const WORDS: ReadonlyMap<string, string> = new Map([
  [tooManyPasswords().message, TOO_MANY],
  [attemptLimit().message, TOO_MANY],
  [
    'User is not confirmed.',
    'Your e-mail address is not confirmed yet. Open the link in our mail, or sign in in the app to get a new code.',
  ],
  [
    'Password reset required for the user',
    'Your account needs a new password. Use “Forgot your password?” below.',
  ],
  ['User is disabled.', 'This account is disabled. Please write to those who run this service.'],
]);

/**
 * The words of the page for an error of the pool. The pool's own words are for programs.
 *
 * @param typed the password, if one was typed
 */
export function wordsOf(error: PoolError, typed: string): string {
  const { type, message } = error;
  if (message === wrongCredentials().message && typed !== typed.trim()) {
    return `${message} The password that you entered begins or ends with a space.`;
  }
  if (message.startsWith('Invalid session for the user')) return 'This took too long. Please sign in again.';
  if (type === 'CodeMismatchException') return 'Invalid code. Please check it, and try again.';
  if (type === 'ExpiredCodeException') return 'This code is no longer valid. Please use the next one.';
  return WORDS.get(message) ?? message;
}
