import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { email, ids, line, list, plain, time } from '../scalars.ts';

const isValid = (schema: v.GenericSchema, value: unknown): boolean => v.safeParse(schema, value).success;

describe('the smallest values of the calls', () => {
  test('a text without NUL is kept, apart from code points that are no characters', () => {
    const texts = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(texts, (text) => {
        expect(v.parse(plain, text)).toBe(text.replaceAll(/\p{Noncharacter_Code_Point}/gu, ''));
      }),
    );
    expect(v.parse(plain, 'a\uFFFEb')).toBe('ab');
  });

  test.each(['\0', 'a\uD800', 7, null])('%j is no text', (value) => {
    expect(isValid(plain, value)).toBe(false);
  });

  test('a line has single spaces, and a length between one and the longest', () => {
    expect(v.parse(line(5), ' a\n\t b ')).toBe('a b');
    expect(isValid(line(5), ' \n ')).toBe(false);
    expect(isValid(line(5), 'abcdef')).toBe(false);
  });

  test('an e-mail address has one @ and no spaces', () => {
    expect(v.parse(email, ' ana@example.org ')).toBe('ana@example.org');
    for (const text of ['ana', 'a b@example.org', 'ana@@example.org', '@example.org']) {
      expect(isValid(email, text)).toBe(false);
    }
  });

  test('a list of ids names nothing twice, and no more than allowed', () => {
    expect(isValid(ids(2), ['a', 'b'])).toBe(true);
    expect(isValid(ids(2), ['a', 'a'])).toBe(false);
    expect(isValid(ids(2), ['a', 'b', 'c'])).toBe(false);
  });

  test('an instant becomes milliseconds, and a text without an instant is refused', () => {
    expect(v.parse(time, '1970-01-01T00:00:01Z')).toBe(1000);
    expect(v.parse(time, null)).toBeNull();
    expect(isValid(time, 'yesterday')).toBe(false);
  });

  test('an entry of a list that cannot be read becomes null, and the others stay', () => {
    expect(v.parse(list(v.number()), [1, 'two', 3])).toEqual([1, null, 3]);
  });
});
