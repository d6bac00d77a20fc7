import { describe, expect, test } from 'vitest';

import type { KeyValueStore } from '../../src/ports/key-value-store.ts';

export type KeyValueStoreWorld = {
  readonly store: KeyValueStore;
  /** The same storage as another tab sees it. */
  readonly elsewhere: KeyValueStore;
  /** From here on the browser refuses any use of storage. */
  block(): void;
  /** How many characters it holds. */
  readonly capacity: number;
};

/** What every store has to be, whatever it is made of. */
export const describeKeyValueStore = (name: string, make: () => KeyValueStoreWorld): void => {
  describe(`${name} is a KeyValueStore`, () => {
    test('keeps text under a key until it is deleted', () => {
      const { store } = make();
      expect(store.get('place')).toBeNull();
      expect(store.set('place', 'chapter 2')).toEqual({ ok: true, value: undefined });
      expect(store.get('place')).toBe('chapter 2');
      store.set('place', '');
      expect(store.get('place')).toBe('');
      store.delete('place');
      expect(store.get('place')).toBeNull();
      expect(() => store.delete('place')).not.toThrow();
    });

    test('lists every key it holds', () => {
      const { store } = make();
      for (const key of ['b', 'a', '__proto__', 'length']) store.set(key, '1');
      expect(store.keys().toSorted()).toEqual(['__proto__', 'a', 'b', 'length']);
      store.delete('a');
      expect(store.keys()).not.toContain('a');
    });

    test('says that it is full, and keeps what it had', () => {
      const { store, capacity } = make();
      store.set('kept', 'before');
      const refused = store.set('large', 'x'.repeat(capacity + 1));
      expect(refused).toEqual({ ok: false, error: { kind: 'full' } });
      expect(store.get('kept')).toBe('before');
      expect(store.get('large')).toBeNull();
      store.set('kept', 'y');
      expect(store.set('kept', 'x'.repeat(capacity + 1)).ok).toBe(false);
      expect(store.get('kept')).toBe('y');
    });

    test('reads as empty and refuses to write when it is blocked, and never throws', () => {
      const { store, block } = make();
      store.set('kept', 'before');
      block();
      expect(store.get('kept')).toBeNull();
      expect(store.keys()).toEqual([]);
      expect(store.set('kept', 'after')).toEqual({ ok: false, error: { kind: 'blocked' } });
      expect(() => store.delete('kept')).not.toThrow();
    });

    test('tells what another tab changed, and not what this one did', () => {
      const { store, elsewhere } = make();
      const heard: (string | null)[] = [];
      const subscription = store.changedElsewhere.subscribe((key) => heard.push(key));
      store.set('mine', '1');
      elsewhere.set('theirs', '1');
      elsewhere.delete('theirs');
      expect(heard).toEqual(['theirs', 'theirs']);
      expect(elsewhere.get('mine')).toBe('1');
      subscription.unsubscribe();
      subscription.unsubscribe();
      elsewhere.set('theirs', '2');
      expect(heard).toHaveLength(2);
    });
  });
};
