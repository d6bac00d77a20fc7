import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlainSearch, stringifyPlainSearch } from '../../../src/ui/app/plain-search.ts';

describe('the query string as plain text (CAT-30)', () => {
  it.each(['123', 'true', 'null', '"quoted"', '{"a":1}', 'a b', 'a+b', '50% off', 'naïve & sons'])(
    'q=%s stays this very string',
    (q) => {
      expect(parsePlainSearch(stringifyPlainSearch({ q }))).toEqual({ q });
    },
  );

  it('is not quoted in the address', () => {
    expect(stringifyPlainSearch({ q: '123' })).toBe('?q=123');
    expect(stringifyPlainSearch({ from: '/library' })).toBe('?from=%2Flibrary');
  });

  it('leaves out absent values', () => {
    expect(stringifyPlainSearch({})).toBe('');
    expect(stringifyPlainSearch({ q: undefined })).toBe('');
  });

  it('reads every text that it wrote', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.dictionary(text, text, { noNullPrototype: true }), (search) => {
        expect(parsePlainSearch(stringifyPlainSearch(search))).toEqual(search);
      }),
    );
  });

  it('does not change a prototype', () => {
    const search = parsePlainSearch('?__proto__=x&constructor=y');
    expect(Object.getPrototypeOf(search)).toBe(Object.prototype);
    expect(Object.hasOwn(search, '__proto__')).toBe(true);
  });
});
