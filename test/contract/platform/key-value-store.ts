import { describe, expect, test } from 'vitest';

import type { KeyValueStore } from '../../../src/ports/key-value-store.ts';

export type KeyValueStoreWorld = {
  readonly store: KeyValueStore;
  /** The same storage as another tab sees it. */
  readonly elsewhere: KeyValueStore;
  /** From here on the browser refuses any use of storage. */
  block(): Promise<void> | void;
  /** How many characters it holds. */
  readonly capacity: number;
  /** Waits until a change in one tab has come to the others; absent where that takes no time. */
  settle?(until: () => boolean): Promise<void>;
};

const DONE = { ok: true, value: undefined };

/** What every store has to be, whatever it is made of. */
export const describeKeyValueStore = (
  name: string,
  make: () => KeyValueStoreWorld | Promise<KeyValueStoreWorld>,
): void => {
  describe(`${name} is a KeyValueStore`, () => {
    test('keeps text under a key until it is deleted', async () => {
      const { store } = await make();
      expect(store.get('place'), 'a key that nothing stands under').toBeNull();
      expect(store.set('place', 'chapter 2')).toEqual(DONE);
      expect(store.get('place'), 'what was written is there at once').toBe('chapter 2');
      store.set('place', '');
      expect(store.get('place'), 'an empty text is a text').toBe('');
      store.delete('place');
      expect(store.get('place'), 'what was deleted is gone at once').toBeNull();
      expect(() => store.delete('place'), 'deleting what is not there').not.toThrow();
    });

    test('keeps any text as it is', async () => {
      const { store } = await make();
      for (const text of ['null', 'undefined', '"', '\n\t', 'é 🐙', '\u0000', '{"a":[1]}', '%20;=,']) {
        expect(store.set(text, text)).toEqual(DONE);
        expect(store.get(text), `the text ${JSON.stringify(text)}`).toBe(text);
      }
    });

    test('lists every key it holds', async () => {
      const { store } = await make();
      expect(store.keys(), 'an empty store').toEqual([]);
      for (const key of ['b', 'a', '__proto__', 'length']) store.set(key, '1');
      expect(store.keys().toSorted()).toEqual(['__proto__', 'a', 'b', 'length']);
      store.delete('a');
      expect(store.keys(), 'a key that was deleted').not.toContain('a');
    });

    test('says that it is full, and keeps what it had', async () => {
      const { store, capacity } = await make();
      store.set('kept', 'before');
      const refused = store.set('large', 'x'.repeat(capacity + 1));
      expect(refused).toEqual({ ok: false, error: { kind: 'full' } });
      expect(store.get('kept'), 'what was there before').toBe('before');
      expect(store.get('large'), 'what did not fit').toBeNull();
      store.set('kept', 'y');
      expect(store.set('kept', 'x'.repeat(capacity + 1)).ok).toBe(false);
      expect(store.get('kept'), 'the text that was to be replaced').toBe('y');
    });

    test('has room again for what was deleted', async () => {
      const { store, capacity } = await make();
      const half = 'x'.repeat(Math.floor(capacity / 2));
      for (let round = 0; round < 5; round += 1) {
        expect(store.set(`round-${round}`, half), `round ${round}`).toEqual(DONE);
        store.delete(`round-${round}`);
      }
    });

    test('reads as empty and refuses to write when it is blocked, and never throws', async () => {
      const { store, block } = await make();
      store.set('kept', 'before');
      await block();
      expect(store.get('kept'), 'what stands in a store that is blocked').toBeNull();
      expect(store.keys()).toEqual([]);
      expect(store.set('kept', 'after')).toEqual({ ok: false, error: { kind: 'blocked' } });
      expect(() => store.delete('kept')).not.toThrow();
    });

    test('tells what another tab changed, and not what this one did', async () => {
      const { store, elsewhere, settle } = await make();
      const heard: (string | null)[] = [];
      const subscription = store.changedElsewhere.subscribe((key) => heard.push(key));
      store.set('mine', '1');
      await settle?.(() => elsewhere.get('mine') === '1');
      elsewhere.set('theirs', '1');
      await settle?.(() => store.get('theirs') === '1');
      elsewhere.delete('theirs');
      await settle?.(() => store.get('theirs') === null);
      expect(heard, 'the keys that the other tab wrote and deleted').toEqual(['theirs', 'theirs']);
      expect(elsewhere.get('mine'), 'what this tab wrote, as the other sees it').toBe('1');
      subscription.unsubscribe();
      subscription.unsubscribe();
      elsewhere.set('theirs', '2');
      await settle?.(() => store.get('theirs') === '2');
      expect(heard, 'nothing is told to one who has stopped listening').toHaveLength(2);
    });
  });
};
