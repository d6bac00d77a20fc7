import { expect, test } from 'vitest';
import { inEnglish } from '../in-english.ts';
import { message } from '../../src/domain/message.ts';
import { sleepLabel } from '../../src/domain/playback/sleep.ts';

test('a text of a rule is written in English with its values, for who uses the core (LANG-7)', () => {
  expect(inEnglish(sleepLabel(0))).toBe('No sleep');
  expect(inEnglish(sleepLabel(5))).toBe('5 minutes');
  expect(inEnglish(message('Book {number} of {name}', { number: '2a', name: '{Tides}' }))).toBe(
    'Book 2a of {Tides}',
  );
});
