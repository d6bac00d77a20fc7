import { expect, test } from 'vitest';
import { sentenceOf } from '../../src/application/sentences.ts';

test.each([
  ['The name is taken.', 'The name is taken.'],
  ['“Tides” is there already.', '“Tides” is there already.'],
  ['body/fields must be object', 'A value was refused. Check what you have typed.'],
  ['Invalid type: Expected string but received 3', 'A value was refused. Check what you have typed.'],
  ['', 'A value was refused. Check what you have typed.'],
  [undefined, 'A value was refused. Check what you have typed.'],
])('the message %j is said as %j (STU-57)', (message, expected) => {
  expect(sentenceOf({ kind: 'invalid', ...(message !== undefined && { message }) })).toBe(expected);
});
