// Proves CAT-9.
import { expect, it } from 'vitest';
import { greeting } from '../../../src/domain/catalogue/greeting.ts';

it.each([
  [0, 'Good evening'],
  [4, 'Good evening'],
  [5, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
  [23, 'Good evening'],
])('greets at %i o’clock with “%s”', (hour, words) => {
  expect(greeting(hour)).toBe(words);
});
