import * as v from 'valibot';
import { expect, test } from 'vitest';
import { requiredText, text } from '../../../src/adapters/http/wire/scalars.ts';

test('text without measure is cut, so that no answer stops a page; all other text stays as it is', () => {
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
