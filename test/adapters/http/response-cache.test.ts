import { describe, expect, test } from 'vitest';

import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { CACHE_LIFETIME } from '../../../src/domain/catalogue/cache-policy.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';

const ID = contentId('7');

const make = (
  capacity?: number,
  store = new MemoryKeyValueStore(capacity === undefined ? {} : { capacity }),
) => {
  const clock = new MemoryClock();
  let deferred: (() => void)[] = [];
  const cache = new ResponseCache(store, clock, (work) => deferred.push(work));
  const flush = (): void => {
    const works = deferred;
    deferred = [];
    for (const work of works) work();
  };
  const write = (key: string, body: unknown): void => {
    cache.write(cache.ticket(), key, { text: JSON.stringify(body), body });
    flush();
  };
  /** The same browser after a reload, with only the stored responses. */
  const reloaded = () => new ResponseCache(store, clock, (work) => work());
  return { store, clock, cache, flush, write, reloaded, pending: () => deferred.length };
};

/** Text that makes an entry this large in the store. */
const sized = (size: number): string => 'x'.repeat(size);

describe('ResponseCache', () => {
  test('serves a response until it expires (CAT-61)', () => {
    const { cache, clock, write, reloaded } = make();
    write('browse', { a: 1 });
    clock.advance(CACHE_LIFETIME - 1);
    expect(cache.read('browse')).toEqual({ a: 1 });
    expect(reloaded().read('browse')).toEqual({ a: 1 });
    clock.advance(1);
    expect(cache.read('browse')).toBeUndefined();
    expect(reloaded().read('browse')).toBeUndefined();
  });

  test('serves the same object again, so that it is decoded once', () => {
    const { cache, write } = make();
    write('browse', { a: 1 });
    expect(cache.read('browse')).toBe(cache.read('browse'));
  });

  test('serves no response that claims a longer lifetime than possible', () => {
    const { cache, clock, store, write } = make();
    write('browse', { a: 1 });
    const [key = ''] = store.keys();
    store.set(key, `${clock.now() + CACHE_LIFETIME * 10}|{"a":2}`);
    const fresh = new ResponseCache(store, clock, (work) => work());
    expect(fresh.read('browse')).toBeUndefined();
    expect(cache.read('browse')).toEqual({ a: 1 });
  });

  test('writes when the page is idle, and serves from memory until then', () => {
    const { cache, store, flush } = make();
    cache.write(cache.ticket(), 'browse', { text: '{"a":1}', body: { a: 1 } });
    expect(store.keys()).toEqual([]);
    expect(cache.read('browse')).toEqual({ a: 1 });
    flush();
    expect(store.keys()).toHaveLength(1);
  });

  test.each(['', '|', 'garbage', '12|', '12|{"cut', 'null|{}', '9999999999999999999|{}', '-1|{}', '1e3|{}'])(
    'deletes a damaged entry without a message: %s (CAT-65)',
    (stored) => {
      const { store, write, reloaded } = make();
      write('browse', { a: 1 });
      const [key = ''] = store.keys();
      store.set(key, stored);
      expect(reloaded().read('browse')).toBeUndefined();
      expect(store.keys()).toEqual([]);
    },
  );

  test('deletes an unexpired entry whose text was cut', () => {
    const { store, clock, write, reloaded } = make();
    write('browse', { a: 1 });
    const [key = ''] = store.keys();
    store.set(key, `${clock.now() + 1000}|{"a":`);
    expect(reloaded().read('browse')).toBeUndefined();
    expect(store.keys()).toEqual([]);
  });

  describe('when storage is full', () => {
    test('deletes the entry that expires first until the write succeeds (CAT-64)', () => {
      const { clock, store, write, reloaded } = make(1000);
      for (const key of ['first', 'second', 'third']) {
        write(key, sized(250));
        clock.advance(1000);
      }
      write('fourth', sized(500));
      expect(store.keys().toSorted()).toEqual(['response:fourth', 'response:third']);
      expect(reloaded().read('third')).toBe(sized(250));
    });

    test('never deletes keys of others', () => {
      const { store, write } = make(1000);
      store.set('journal', sized(600));
      write('a', sized(200));
      write('b', sized(250));
      expect(store.get('journal')).toBe(sized(600));
      expect(store.keys()).toEqual(['journal', 'response:b']);
    });

    test('does not store an entry that can never fit, and keeps the others (CAT-64)', () => {
      const { cache, store, write } = make(1000);
      store.set('journal', sized(500));
      write('small', sized(100));
      const large = sized(600);
      write('large', large);
      expect(store.keys()).toEqual(['journal', 'response:small']);
      expect(cache.read('large')).toBe(large);
    });

    test('deletes everything for an entry that then just fits', () => {
      const { store, write } = make(1000);
      write('a', sized(100));
      write('b', sized(100));
      // The key, the expiry and its separator, two quotes.
      write('c', sized(1000 - 'response:c'.length - 14 - 2));
      expect(store.keys()).toEqual(['response:c']);
    });

    test('replaces an entry by a larger one', () => {
      const { store, write, reloaded } = make(1000);
      write('a', sized(400));
      write('b', sized(400));
      write('b', sized(500));
      expect(reloaded().read('b')).toBe(sized(500));
      expect(store.keys()).toContain('response:b');
    });

    test('deletes the older response if the newer one does not fit', () => {
      const { write, reloaded } = make(500);
      write('a', sized(100));
      write('a', sized(600));
      expect(reloaded().read('a')).toBeUndefined();
    });
  });

  test('serves from memory if the store is blocked (CAT-65)', () => {
    const { cache, store, write } = make();
    store.isBlocked = true;
    write('browse', { a: 1 });
    expect(cache.read('browse')).toEqual({ a: 1 });
    cache.purgeExpired();
    cache.clear();
    expect(cache.read('browse')).toBeUndefined();
  });

  test('clears everything, and stores no response to an earlier request', () => {
    const { cache, store, write, flush } = make();
    store.set('position', '12');
    write('a', 1);
    const before = cache.ticket();
    cache.write(before, 'b', { text: '2', body: 2 });
    cache.clear();
    cache.write(before, 'c', { text: '3', body: 3 });
    flush();
    expect(store.keys()).toEqual(['position']);
    for (const key of ['a', 'b', 'c']) expect(cache.read(key)).toBeUndefined();
  });

  test('does not serve from memory what another tab changed', () => {
    const { cache, store, clock, write } = make();
    write('browse', { a: 1 });
    store.inAnotherTab().set('response:browse', `${clock.now() + 1000}|{"a":2}`);
    expect(cache.read('browse')).toEqual({ a: 2 });
    store.inAnotherTab().clearEverything();
    expect(cache.read('browse')).toBeUndefined();
  });

  describe('a saved favourite', () => {
    const item = (isFavorite: boolean) => ({ id: '7', title: 'Tide', is_favorite: isFavorite, tracks: [] });
    const nested = (isFavorite: boolean) => ({
      results: [{ id: 1, title: 'Set', is_favorite: false, tracks: [item(isFavorite)] }],
      authors: [{ id: '7', name: 'Seven' }],
    });

    test('is set on every cached item with that id, also nested ones, before and after a reload (FAV-10)', () => {
      const { cache, write, flush, reloaded } = make();
      write('item', item(false));
      write('list', nested(false));
      write('other', { id: '8', title: 'Ebb', is_favorite: false });
      const other = cache.read('other');
      cache.updateFavorite(ID, true);
      expect(cache.read('item')).toEqual(item(true));
      expect(cache.read('list')).toEqual(nested(true));
      expect(cache.read('other')).toBe(other);
      flush();
      expect(reloaded().read('item')).toEqual(item(true));
      expect(reloaded().read('list')).toEqual(nested(true));
    });

    test('is set at once on an item that only the store has', () => {
      const { store, clock, write } = make();
      write('list', nested(false));
      const fresh = new ResponseCache(store, clock, () => undefined);
      fresh.updateFavorite(ID, true);
      expect(fresh.read('list')).toEqual(nested(true));
    });

    test('is set on an item without the field, and with a number as id', () => {
      const { cache, write } = make();
      write('item', { id: 7, title: 'Tide' });
      cache.updateFavorite(ID, true);
      expect(cache.read('item')).toEqual({ id: 7, title: 'Tide', is_favorite: true });
    });

    test.each(['7', 'set-7', 'é "7"', 'a/b', '<7>'])(
      'is set in the store, whatever characters the id has: %s',
      (id) => {
        const { cache, clock, store, flush, reloaded } = make();
        const spelled = [...JSON.stringify(id)].map((sign) => (sign > '~' ? '\\u00e9' : sign)).join('');
        const text = `{ "id" : ${spelled.replace('/', '\\/')} , "title":"Tide"}`;
        store.set('response:item', `${clock.now() + 1000}|${text}`);
        cache.updateFavorite(contentId(id), true);
        flush();
        expect(reloaded().read('item')).toEqual({ id, title: 'Tide', is_favorite: true });
      },
    );

    test('is set in a pending response, and not in a later one (FAV-10)', () => {
      const { cache } = make();
      const before = cache.ticket();
      cache.updateFavorite(ID, true);
      const stale = { text: JSON.stringify(item(false)), body: item(false) };
      expect(cache.settled(before, stale)).toEqual({ text: JSON.stringify(item(true)), body: item(true) });
      expect(cache.settled(cache.ticket(), stale)).toBe(stale);
    });

    test('follows the last change', () => {
      const { cache, write, flush, reloaded } = make();
      write('item', item(false));
      cache.updateFavorite(ID, true);
      cache.updateFavorite(ID, false);
      expect(cache.read('item')).toEqual(item(false));
      flush();
      expect(reloaded().read('item')).toEqual(item(false));
    });

    test('is set in a response that was not written yet', () => {
      const { cache, flush, reloaded } = make();
      for (const [key, id] of [
        ['item', '7'],
        ['other', '8'],
      ] as const) {
        const body = { id, title: 'Tide', is_favorite: false };
        cache.write(cache.ticket(), key, { text: JSON.stringify(body), body });
      }
      cache.updateFavorite(ID, true);
      flush();
      expect(reloaded().read('item')).toEqual({ id: '7', title: 'Tide', is_favorite: true });
      expect(reloaded().read('other')).toEqual({ id: '8', title: 'Tide', is_favorite: false });
    });

    test('writes each changed response once, and nothing else', () => {
      const { cache, store, write, flush } = make();
      write('item', item(false));
      write('other', { id: '8', title: 'Ebb' });
      write('list', nested(true));
      const written: string[] = [];
      const set = store.set.bind(store);
      store.set = (key, value) => {
        written.push(key);
        return set(key, value);
      };
      cache.updateFavorite(ID, true);
      flush();
      expect(written).toEqual(['response:item']);
      write('late', 1);
      expect(written).toEqual(['response:item', 'response:late']);
    });

    test('works with a response that nests very deeply', () => {
      const { cache, flush, reloaded } = make();
      const nesting = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
      const text = `{"id":"7","title":"Tide","nesting":${nesting},"__proto__":{"x":1}}`;
      cache.write(cache.ticket(), 'deep', { text, body: JSON.parse(text) });
      flush();
      cache.updateFavorite(ID, true);
      flush();
      for (const body of [cache.read('deep'), reloaded().read('deep')]) {
        expect(body).toMatchObject({ title: 'Tide', is_favorite: true });
        expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
      }
    });
  });

  test('writes once for several changes, and again for later ones', () => {
    const { cache, flush, pending } = make();
    const response = { text: '1', body: 1 };
    cache.write(cache.ticket(), 'a', response);
    cache.write(cache.ticket(), 'b', response);
    expect(pending()).toBe(1);
    flush();
    cache.write(cache.ticket(), 'c', response);
    expect(pending()).toBe(1);
  });

  test('serves from memory after another tab changed another key', () => {
    const { cache, store, write } = make();
    const body = { a: 1 };
    write('browse', body);
    store.inAnotherTab().set('place', '12');
    expect(cache.read('browse')).toBe(body);
  });

  test('removes from memory the response that expires first, when there are more than a hundred', () => {
    const { cache, clock, write } = make();
    const bodies = Array.from({ length: 101 }, (_, at) => ({ at }));
    for (const body of bodies.slice(0, 100)) {
      write(`key-${body.at}`, body);
      clock.advance(1);
    }
    expect(cache.read('key-0')).toBe(bodies[0]);
    write('key-100', bodies[100]);
    for (const { at } of bodies.slice(1))
      expect(cache.read(`key-${at}`), `the response ${at}`).toBe(bodies[at]);
    expect(cache.read('key-0')).toEqual(bodies[0]);
    expect(cache.read('key-0')).not.toBe(bodies[0]);
  });

  test('keeps a limited number of responses in memory, and reads the others from the store', () => {
    const { cache, write } = make();
    for (let at = 0; at < 250; at += 1) write(`key-${at}`, { at });
    for (let at = 0; at < 250; at += 1) expect(cache.read(`key-${at}`)).toEqual({ at });
  });
});
