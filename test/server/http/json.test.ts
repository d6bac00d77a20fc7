import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonText, writeJson } from '../../../server/http/json.ts';
import { law } from '../../domain/laws.ts';

const value = fc.anything({
  withNullPrototype: false,
  withDate: true,
  values: [fc.jsonValue(), fc.constant(undefined)],
});

law('a value is written as JSON.stringify writes it', [value], (drawn) => {
  expect(writeJson({ drawn })).toBe(JSON.stringify({ drawn }));
  expect(writeJson([drawn])).toBe(JSON.stringify([drawn]));
});

law(
  'a value that was written before is the same in the result',
  [fc.jsonValue(), fc.string()],
  (drawn, name) => {
    const written = new JsonText(JSON.stringify(drawn));
    expect(writeJson({ [name]: [written] })).toBe(JSON.stringify({ [name]: [drawn] }));
  },
);

test('a written value is inserted unchanged', () => {
  expect(writeJson(new JsonText('{"a": 1}'))).toBe('{"a": 1}');
});
