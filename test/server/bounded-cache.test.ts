import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoundedCache } from '../../server/bounded-cache.ts';
import { law } from '../domain/laws.ts';

const key = fc.constantFrom('a', 'b', 'c', 'd');
const use = fc.record({ key, size: fc.option(fc.integer({ min: 1, max: 7 }), { nil: null }) });

law('never holds more than its limit, and returns the newest value of a key', [fc.array(use)], (uses) => {
  const cache = new BoundedCache<number>(10);
  const last = new Map<string, number>();
  for (const [at, { key: name, size }] of uses.entries()) {
    if (size === null) expect(cache.get(name)).toBeOneOf([undefined, last.get(name)]);
    else {
      cache.set(name, at, size);
      last.set(name, at);
      expect(cache.get(name)).toBe(at);
    }
    expect(cache.size).toBeLessThanOrEqual(10);
  }
});

test('the least recently used value is removed first', () => {
  const cache = new BoundedCache<number>(3);
  for (const name of ['a', 'b', 'c']) cache.set(name, 1, 1);
  cache.get('a');
  cache.set('d', 1, 1);
  expect(['a', 'b', 'c', 'd'].map((name) => cache.get(name))).toEqual([1, undefined, 1, 1]);
});

test('a value that is larger than the limit removes the earlier value of its key, and is not stored', () => {
  const cache = new BoundedCache<number>(3);
  cache.set('a', 1, 1);
  cache.set('b', 1, 1);
  cache.set('a', 2, 4);
  expect([cache.get('a'), cache.get('b'), cache.size]).toEqual([undefined, 1, 1]);
});
