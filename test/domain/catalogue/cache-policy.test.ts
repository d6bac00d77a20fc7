import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CACHE_LIFETIME,
  cacheKey,
  firstToEvict,
  isCacheable,
  isExpired,
} from '../../../src/domain/catalogue/cache-policy.ts';
import { instant } from '../../../src/domain/time.ts';
import { aCacheEntry, aPath, aPayload } from '../../arbitraries/content.ts';
import { anInstant } from '../../arbitraries/time.ts';
import { law } from 'audio-streaming-laws/laws';

describe('the key of a cached response', () => {
  law('does not depend on the order of the parameters (CAT-62)', [aPath(), aPayload()], (path, payload) => {
    const reversed = Object.fromEntries(Object.entries(payload).toReversed());
    expect(cacheKey('GET', path, reversed)).toBe(cacheKey('GET', path, payload));
  });

  law(
    'is different if different parameters are sent',
    [aPath(), aPayload(), fc.nat(), fc.nat()],
    (path, payload, one, other) => {
      const key = (value: number): string => cacheKey('GET', path, { ...payload, limit: value });
      expect(key(one) === key(other)).toBe(one === other);
    },
  );

  law(
    'is different for different methods and paths (CAT-62)',
    [aPath(), aPath(), aPayload()],
    (one, other, payload) => {
      expect(cacheKey('GET', one, payload) === cacheKey('GET', other, payload)).toBe(one === other);
      expect(cacheKey('GET', one, payload)).not.toBe(cacheKey('POST', one, payload));
    },
  );

  law(
    'is the same for a number and its text, and ignores a parameter that is not sent (CAT-62)',
    [aPath(), fc.nat()],
    (path, value) => {
      expect(cacheKey('get', path, { limit: String(value), cid: undefined })).toBe(
        cacheKey('GET', path, { limit: value }),
      );
    },
  );

  test('separates names from values', () => {
    expect(cacheKey('GET', '/a', { ab: 'c' })).not.toBe(cacheKey('GET', '/a', { a: 'bc' }));
    expect(cacheKey('GET', '/a', { a: '1', b: '2' })).not.toBe(cacheKey('GET', '/a', { a: '1,b,2' }));
    expect(cacheKey('GET', '/a', { b: 2, a: 1 })).toBe('["GET","/a",[["a","1"],["b","2"]]]');
  });
});

describe('expiry and eviction', () => {
  law('a response is served until the instant before it expires', [aCacheEntry()], (entry) => {
    expect(isExpired(entry, instant(entry.expiresAt - 1))).toBe(false);
    expect(isExpired(entry, entry.expiresAt)).toBe(true);
  });

  law('an expired response stays expired', [aCacheEntry(), anInstant(), anInstant()], (entry, one, other) => {
    const [earlier, later] = one <= other ? [one, other] : [other, one];
    if (isExpired(entry, earlier)) expect(isExpired(entry, later)).toBe(true);
  });

  law('a response without a readable expiry is never served', [anInstant()], (now) => {
    expect(isExpired({ expiresAt: instant(Number.NaN) }, now)).toBe(true);
  });

  law(
    'the entry that expires first is removed first',
    [fc.array(aCacheEntry(), { maxLength: 20 })],
    (entries) => {
      const first = firstToEvict(entries);
      if (first === null) expect(entries).toEqual([]);
      else {
        expect(entries).toContain(first);
        expect(entries.filter((entry) => entry.expiresAt < first.expiresAt)).toEqual([]);
      }
    },
  );

  law(
    'removing one entry after the other empties the cache in the order of expiry',
    [fc.array(aCacheEntry(), { maxLength: 8 })],
    (entries) => {
      let left = entries;
      const gone: number[] = [];
      for (let first = firstToEvict(left); first !== null; first = firstToEvict(left)) {
        const evicted = first;
        gone.push(evicted.expiresAt);
        left = left.filter((entry) => entry !== evicted);
      }
      expect(gone).toEqual(gone.toSorted((one, other) => one - other));
      expect(gone).toHaveLength(entries.length);
    },
  );

  test('of entries that expire at the same time, the first is removed first', () => {
    const [one, two, three] = [
      { expiresAt: instant(5) },
      { expiresAt: instant(2) },
      { expiresAt: instant(2) },
    ];
    expect(firstToEvict([one, two, three])).toBe(two);
    expect(firstToEvict([])).toBeNull();
  });

  test('a response is served for five minutes (CAT-61)', () => {
    expect(CACHE_LIFETIME).toBe(300_000);
  });
});

describe('which responses are cached', () => {
  law(
    'only responses to GET (CAT-63)',
    [aPath(), fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH', '')],
    (path, method) => {
      expect(isCacheable(method, path, {})).toBe(false);
    },
  );

  law(
    'nothing about the listener, whatever the parameters are (CAT-63)',
    [
      fc.constantFrom(
        '/audio/tokenize',
        '/user',
        '/user/content/',
        '/user/playing-data/1',
        '/favorites/content',
        '/library',
        '/library/',
        '/for-you',
        '/for-you/recommended',
      ),
      aPayload(),
      fc.constantFrom('', '?limit=15'),
    ],
    (path, payload, query) => {
      expect(isCacheable('GET', `${path}${query}`, payload)).toBe(false);
    },
  );

  law('no random title (CAT-63)', [aPayload(), fc.constantFrom(1, '1')], (payload, random) => {
    expect(isCacheable('GET', '/content', { ...payload, random })).toBe(false);
  });

  test.each([
    '/browse',
    '/search',
    '/content',
    '/content/12',
    '/content/user',
    '/content/audio/1',
    '/content/discounted',
    '/segregated',
    '/curated-collection-tracks/',
    '/featured-curated-collection',
    '/podcast-episodes/',
    '/trending',
    '/new-releases',
    '/quick-listens',
    '/categories/4',
    '/topics',
    '/authors/',
    '/library-of-sounds',
    '/content?random=10',
    '/content?random=0&limit=1',
    '/content?notrandom=1',
  ])('GET %s is', (path) => {
    expect(isCacheable('GET', path)).toBe(true);
    expect(isCacheable('get', path, { limit: 15, random: 0 })).toBe(true);
  });

  test.each([
    '/content?random=1',
    '/content?cid=4&random=1',
    '/content?random=1&cid=4',
    '/audio/',
    '/users',
    '/library?x=1',
  ])('GET %s is not', (path) => {
    expect(isCacheable('GET', path)).toBe(false);
  });
});
