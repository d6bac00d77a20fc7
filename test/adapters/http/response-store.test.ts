import { describe, expect, test } from 'vitest';

import { ResponseStore, isCacheKey } from '../../../src/adapters/http/response-store.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { instant } from '../../../src/domain/time.ts';

const response = (expiresAt: number, text = '1') => ({ expiresAt: instant(expiresAt), text });

/** A store that counts its calls. */
class CountingStore extends MemoryKeyValueStore {
  reads = 0;
  writes: string[] = [];
  override get(key: string): string | null {
    this.reads += 1;
    return super.get(key);
  }
  override set(key: string, value: string) {
    this.writes.push(key);
    return super.set(key, value);
  }
}

const make = (capacity = Number.POSITIVE_INFINITY) => {
  const store = new CountingStore({ capacity });
  return { store, responses: new ResponseStore(store) };
};

describe('ResponseStore', () => {
  test('separates responses from other keys', () => {
    const { store, responses } = make();
    store.set('place', '12');
    responses.write('browse', response(5));
    expect(store.keys()).toEqual(['place', 'response:browse']);
    expect(store.get('response:browse')).toBe('5|1');
    expect(responses.keys()).toEqual(['browse']);
    expect([isCacheKey('response:browse'), isCacheKey('place'), isCacheKey('a response:')]).toEqual([
      true,
      false,
      false,
    ]);
    responses.clear();
    expect(store.keys()).toEqual(['place']);
  });

  test.each(['x5|1', '5x|1', '|1', '5', '12345678901234567|1'])('cannot read %j', (stored) => {
    const { store, responses } = make();
    store.set('response:browse', stored);
    expect(responses.read('browse')).toBeNull();
    expect(store.keys()).toEqual([]);
  });

  test('tries once if the store is blocked', () => {
    const { store, responses } = make();
    responses.write('a', response(1));
    store.isBlocked = true;
    store.writes = [];
    responses.write('b', response(2));
    expect(store.writes).toEqual(['response:b']);
  });

  test('reads the whole store once, until another tab changes a response', () => {
    const { store, responses } = make(100);
    const other = store.inAnotherTab();
    const text = 'x'.repeat(10);
    responses.write('a', response(1, text));
    responses.write('b', response(2, text));
    responses.write('c', response(3, 'x'.repeat(50)));
    expect(responses.keys()).toEqual(['b', 'c']);
    other.set('place', '1');
    store.reads = 0;
    responses.write('d', response(4, 'x'.repeat(60)));
    expect(store.reads, 'reads while the index is valid').toBe(0);
    other.delete('response:d');
    other.set('response:e', '5|1');
    responses.write('f', response(6, 'x'.repeat(70)));
    expect(store.reads, 'reads after a change in another tab').toBeGreaterThan(0);
    expect(responses.keys()).toContain('f');
  });

  test('deletes unwanted and unreadable responses', () => {
    const { store, responses } = make();
    for (const expiresAt of [1, 2, 3]) responses.write(`at ${expiresAt}`, response(expiresAt));
    store.set('response:corrupt', 'corrupt');
    const seen: number[] = [];
    responses.purge(({ expiresAt }) => {
      seen.push(expiresAt);
      return expiresAt > 1;
    });
    expect(seen).toEqual([1, 2, 3]);
    expect(responses.keys()).toEqual(['at 2', 'at 3']);
  });

  test('knows the expiry of its own responses', () => {
    const { responses } = make(70);
    // A write that is too large makes it read the store, which is empty.
    responses.write('huge', response(1, 'x'.repeat(100)));
    responses.write('late', response(9, 'x'.repeat(10)));
    responses.write('soon', response(1, 'x'.repeat(10)));
    responses.write('new', response(5, 'x'.repeat(15)));
    expect(responses.keys().toSorted()).toEqual(['late', 'new']);
  });

  test('keeps the earlier response if a larger one can never fit, and leaves no trial entry', () => {
    const { store, responses } = make(60);
    store.set('journal', 'x'.repeat(20));
    responses.write('a', response(1, 'x'.repeat(5)));
    responses.write('b', response(2, 'x'.repeat(50)));
    expect(store.keys()).toEqual(['journal', 'response:a']);
  });
});
