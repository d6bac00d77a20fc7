import { describe, expect, test } from 'vitest';

import type { KeyValueStore } from '../../../src/ports/platform.ts';

/** A store, and the same storage in another tab. */
export type KeyValueStoreFixture = {
  readonly store: KeyValueStore;
  /** The same storage in another tab. */
  readonly elsewhere: KeyValueStore;
  /** Lets the browser refuse any use of the storage. */
  block(): Promise<void> | void;
  /** The largest number of characters that it can store. */
  readonly capacity: number;
  /** Waits until a change in one tab has reached the others. Missing if that takes no time. */
  settle?(until: () => boolean): Promise<void>;
};

const DONE = { ok: true, value: undefined };

/** The tests that every adapter of the key-value store must pass. */
export const describeKeyValueStore = (
  name: string,
  make: () => KeyValueStoreFixture | Promise<KeyValueStoreFixture>,
): void => {
  describe(`${name} is a KeyValueStore`, () => {
    test('stores text under a key until it is deleted', async () => {
      const { store } = await make();
      expect(store.get('place'), 'a key without a value').toBeNull();
      expect(store.set('place', 'chapter 2')).toEqual(DONE);
      expect(store.get('place'), 'a value directly after it was written').toBe('chapter 2');
      store.set('place', '');
      expect(store.get('place'), 'an empty text').toBe('');
      store.delete('place');
      expect(store.get('place'), 'a value directly after it was deleted').toBeNull();
      expect(() => store.delete('place'), 'deleting a missing key').not.toThrow();
    });

    test('stores any text unchanged', async () => {
      const { store } = await make();
      for (const text of ['null', 'undefined', '"', '\n\t', 'é 🐙', '\u0000', '{"a":[1]}', '%20;=,']) {
        expect(store.set(text, text)).toEqual(DONE);
        expect(store.get(text), `the text ${JSON.stringify(text)}`).toBe(text);
      }
    });

    test('lists all its keys, and no others', async () => {
      const { store } = await make();
      expect(store.keys(), 'an empty store').toEqual([]);
      for (const key of ['b', 'a', '__proto__', 'length']) store.set(key, '1');
      expect(store.keys().toSorted()).toEqual(['__proto__', 'a', 'b', 'length']);
      store.delete('a');
      expect(store.keys(), 'a key that was deleted').not.toContain('a');
    });

    test('fails when it is full, and keeps the stored values', async () => {
      const { store, capacity } = await make();
      store.set('small', 'before');
      const refused = store.set('large', 'x'.repeat(capacity + 1));
      expect(refused).toEqual({ ok: false, error: { kind: 'full' } });
      expect(store.get('small'), 'the earlier value').toBe('before');
      expect(store.get('large'), 'the value that did not fit').toBeNull();
      store.set('small', 'y');
      expect(store.set('small', 'x'.repeat(capacity + 1)).ok).toBe(false);
      expect(store.get('small'), 'the value that was to be replaced').toBe('y');
    });

    test('has free space again after a deletion', async () => {
      const { store, capacity } = await make();
      const half = 'x'.repeat(Math.floor(capacity / 2));
      for (let round = 0; round < 5; round += 1) {
        expect(store.set(`round-${round}`, half), `round ${round}`).toEqual(DONE);
        store.delete(`round-${round}`);
      }
    });

    test('is empty and refuses to write when it is blocked, and never throws', async () => {
      const { store, block } = await make();
      store.set('small', 'before');
      await block();
      expect(store.get('small'), 'a value in a blocked store').toBeNull();
      expect(store.keys()).toEqual([]);
      expect(store.set('small', 'after')).toEqual({ ok: false, error: { kind: 'blocked' } });
      expect(() => store.delete('small')).not.toThrow();
    });

    test('reports changes of another tab, and not its own', async () => {
      const { store, elsewhere, settle } = await make();
      const changes: (string | null)[] = [];
      const subscription = store.changedElsewhere.subscribe((key) => changes.push(key));
      store.set('mine', '1');
      await settle?.(() => elsewhere.get('mine') === '1');
      elsewhere.set('theirs', '1');
      await settle?.(() => store.get('theirs') === '1');
      elsewhere.delete('theirs');
      await settle?.(() => store.get('theirs') === null);
      expect(changes, 'the keys that the other tab changed').toEqual(['theirs', 'theirs']);
      expect(elsewhere.get('mine'), 'the value of this tab in the other tab').toBe('1');
      subscription.unsubscribe();
      subscription.unsubscribe();
      elsewhere.set('theirs', '2');
      await settle?.(() => store.get('theirs') === '2');
      expect(changes, 'reports after the subscription ended').toHaveLength(2);
    });
  });
};
