import * as v from 'valibot';
import { expect, test } from 'vitest';
import { requiredText, text } from '../../../src/adapters/http/wire/scalars.ts';

test('text that is too long is cut, and other text is unchanged', () => {
  const long = 'x'.repeat(1_000_000);
  expect(v.parse(text, long)).toHaveLength(10_000);
  expect(v.parse(requiredText, long)).toHaveLength(10_000);
  const title = 'The Lantern Road, as Told by Its Keepers';
  expect([v.parse(text, title), v.parse(requiredText, title), v.parse(text, undefined)]).toEqual([
    title,
    title,
    '',
  ]);
});
