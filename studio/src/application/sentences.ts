import { message, type Message, type Worded } from '../../../src/domain/message.ts';
import type { StudioFailure } from '../ports/studio-api.ts';

const SENTENCES: Readonly<Record<StudioFailure['kind'], Message>> = {
  'no-session': message('Your session has ended. Sign in again to go on.'),
  'not-allowed': message('Your account may not do this. It needs the role publisher or owner.'),
  'not-found': message('This is no longer there.'),
  conflict: message('Somebody else has changed this meanwhile.'),
  invalid: message('A value was refused. Check what you have typed.'),
  unreachable: message('The provider could not be reached. Check the connection and try again.'),
  timeout: message('The provider did not answer in time. Try again.'),
  'rate-limited': message('These were too many requests at once. Wait a moment and try again.'),
  server: message('Something went wrong at the provider. Try again.'),
  malformed: message('The answer of the provider could not be read.'),
  cancelled: message('This was cancelled.'),
};

/** Failures for which the provider's own sentence says more than ours. */
const TOLD_BY_PROVIDER: readonly StudioFailure['kind'][] = ['invalid', 'not-found', 'conflict'];

/** A message that is written for a person, and not for a program, is a sentence. */
const isSentence = (said: Message): boolean =>
  /^\S+ .*[.!?]$/su.test(typeof said === 'string' ? said : said.text);

/** A sentence about a failure for the person who reads it (STU-57). */
export const sentenceOf = ({ kind, message: said }: StudioFailure): Message =>
  said !== undefined && isSentence(said) && TOLD_BY_PROVIDER.includes(kind) ? said : SENTENCES[kind];

/** A sentence as a part of another one. */
export const inside = (said: Message): Worded => (typeof said === 'string' ? { text: said } : said);

/** A name inside a sentence. The marks around it keep right-to-left text from turning the rest of the sentence round. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** Two sentences, one after the other. */
export const followed = (first: Message, second: Message): Message => ({
  text: '{first} {second}',
  values: { first: inside(first), second: inside(second) },
});
