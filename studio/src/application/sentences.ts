import type { StudioFailure } from '../ports/studio-api.ts';

const SENTENCES: Readonly<Record<StudioFailure['kind'], string>> = {
  'no-session': 'Your session has ended. Sign in again to go on.',
  'not-allowed': 'Your account may not do this. It needs the role publisher or owner.',
  'not-found': 'This is no longer there.',
  conflict: 'Somebody else has changed this meanwhile.',
  invalid: 'A value was refused. Check what you have typed.',
  unreachable: 'The provider could not be reached. Check the connection and try again.',
  timeout: 'The provider did not answer in time. Try again.',
  'rate-limited': 'These were too many requests at once. Wait a moment and try again.',
  server: 'Something went wrong at the provider. Try again.',
  malformed: 'The answer of the provider could not be read.',
  cancelled: 'This was cancelled.',
};

/** Failures for which the provider's own sentence says more than ours. */
const TOLD_BY_PROVIDER: readonly StudioFailure['kind'][] = ['invalid', 'not-found', 'conflict'];

/** A message that is written for a person, and not for a program, is a sentence. */
const isSentence = (message: string): boolean => /^\S+ .*[.!?]$/su.test(message);

/** A sentence about a failure for the person who reads it (STU-57). */
export const sentenceOf = ({ kind, message }: StudioFailure): string =>
  message !== undefined && isSentence(message) && TOLD_BY_PROVIDER.includes(kind) ? message : SENTENCES[kind];

/** A name inside a sentence. The marks around it keep right-to-left text from turning the rest of the sentence round. */
export const quoted = (name: string): string => `“\u2068${name}\u2069”`;
