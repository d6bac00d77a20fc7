import { type Message, message } from 'audio-streaming-translations/message';
import { attemptLimit, tooManyPasswords } from '../attempts.ts';
import { type PoolError, wrongCredentials } from '../errors.ts';
import type { Words } from './notice.ts';

const TOO_MANY = message('There were too many attempts. Please try again in a few minutes.');
const WORDS: ReadonlyMap<string, Message> = new Map([
  [tooManyPasswords().message, TOO_MANY],
  [attemptLimit().message, TOO_MANY],
  [
    // not translated: the words of the pool, for programs
    'User is not confirmed.',
    message(
      'Your e-mail address is not confirmed yet. Open the link in our mail, or sign in in the app to get a new code.',
    ),
  ],
  [
    // not translated: the words of the pool, for programs
    'Password reset required for the user',
    message('Your account needs a new password. Use “Forgot your password?” below.'),
  ],
  // not translated: the words of the pool, for programs
  ['User is disabled.', message('This account is disabled. Please write to those who run this service.')],
]);

/**
 * The words of the page for an error of the pool. The pool's own words are for programs.
 *
 * @param typed the password, if one was typed
 */
export function wordsOf(error: PoolError, typed: string): Words {
  const { type } = error;
  const words = error.words ?? error.message;
  if (error.message === wrongCredentials().message && typed !== typed.trim()) {
    return [words, message('The password that you entered begins or ends with a space.')];
  }
  // not translated: the words of the pool, for programs
  if (error.message.startsWith('Invalid session for the user')) {
    return message('This took too long. Please sign in again.');
  }
  if (type === 'CodeMismatchException') {
    return message('Invalid code. Please check it, and try again.');
  }
  if (type === 'ExpiredCodeException') {
    return message('This code is no longer valid. Please use the next one.');
  }
  return WORDS.get(error.message) ?? words;
}
