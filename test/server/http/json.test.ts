import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callerOf } from '../../../server/http/rate-limit.ts';
import { JsonText, writeJson } from '../../../server/http/validation.ts';
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

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is the caller %s', (address, caller) => {
  expect(callerOf(address)).toBe(caller);
});
