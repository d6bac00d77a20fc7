import { describe, expect, test } from 'vitest';

import { ResponseStore, isCacheKey } from '../../../src/adapters/http/response-store.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { instant } from '../../../src/domain/time.ts';

const answer = (expiresAt: number, text = '1') => ({ expiresAt: instant(expiresAt), text });

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
  return { store, answers: new ResponseStore(store) };
};

describe('ResponseStore', () => {
  test('separates responses from other keys', () => {
    const { store, answers } = make();
    store.set('place', '12');
    answers.write('browse', answer(5));
    expect(store.keys()).toEqual(['place', 'response:browse']);
    expect(store.get('response:browse')).toBe('5|1');
    expect(answers.keys()).toEqual(['browse']);
    expect([isCacheKey('response:browse'), isCacheKey('place'), isCacheKey('a response:')]).toEqual([
      true,
      false,
      false,
    ]);
    answers.clear();
    expect(store.keys()).toEqual(['place']);
  });

  test.each(['x5|1', '5x|1', '|1', '5', '12345678901234567|1'])('cannot read %j', (stored) => {
    const { store, answers } = make();
    store.set('response:browse', stored);
    expect(answers.read('browse')).toBeNull();
    expect(store.keys()).toEqual([]);
  });

  test('tries once if the store is blocked', () => {
    const { store, answers } = make();
    answers.write('a', answer(1));
    store.isBlocked = true;
    store.writes = [];
    answers.write('b', answer(2));
    expect(store.writes).toEqual(['response:b']);
  });

  test('reads the whole store once, until another tab changes a response', () => {
    const { store, answers } = make(100);
    const other = store.inAnotherTab();
    const room = 'x'.repeat(10);
    answers.write('a', answer(1, room));
    answers.write('b', answer(2, room));
    answers.write('c', answer(3, 'x'.repeat(50)));
    expect(answers.keys()).toEqual(['b', 'c']);
    other.set('place', '1');
    store.reads = 0;
    answers.write('d', answer(4, 'x'.repeat(60)));
    expect(store.reads, 'reads while the index is valid').toBe(0);
    other.delete('response:d');
    other.set('response:e', '5|1');
    answers.write('f', answer(6, 'x'.repeat(70)));
    expect(store.reads, 'reads after a change in another tab').toBeGreaterThan(0);
    expect(answers.keys()).toContain('f');
  });

  test('deletes unwanted and unreadable responses', () => {
    const { store, answers } = make();
    for (const expiresAt of [1, 2, 3]) answers.write(`at ${expiresAt}`, answer(expiresAt));
    store.set('response:corrupt', 'corrupt');
    const seen: number[] = [];
    answers.purge(({ expiresAt }) => {
      seen.push(expiresAt);
      return expiresAt > 1;
    });
    expect(seen).toEqual([1, 2, 3]);
    expect(answers.keys()).toEqual(['at 2', 'at 3']);
  });

  test('knows the expiry of its own responses', () => {
    const { answers } = make(70);
    // A write that is too large makes it read the store, which is empty.
    answers.write('huge', answer(1, 'x'.repeat(100)));
    answers.write('late', answer(9, 'x'.repeat(10)));
    answers.write('soon', answer(1, 'x'.repeat(10)));
    answers.write('new', answer(5, 'x'.repeat(15)));
    expect(answers.keys().toSorted()).toEqual(['late', 'new']);
  });

  test('keeps the earlier response if a larger one can never fit, and leaves no trial entry', () => {
    const { store, answers } = make(60);
    store.set('journal', 'x'.repeat(20));
    answers.write('a', answer(1, 'x'.repeat(5)));
    answers.write('b', answer(2, 'x'.repeat(50)));
    expect(store.keys()).toEqual(['journal', 'response:a']);
  });
});
