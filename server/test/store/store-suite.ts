import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { ByteRange, MediaStore } from '../../store/media-store.ts';

const bytesOf = (text: string): Readable => Readable.from([Buffer.from(text)]);

async function textOf(
  store: MediaStore,
  key: string,
  range?: ByteRange,
  tag?: string,
): Promise<string | null> {
  const body = await store.read(key, range, tag);
  return body && (await buffer(body)).toString();
}

async function keysOf(store: MediaStore, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.toSorted();
}

/** A body that fails after some bytes. */
function* failing(error: Error): Generator<Buffer, void, undefined> {
  yield Buffer.from('half');
  throw error;
}

/** The tests that every store of media must pass. Each gets an empty store. */
export const STORE_SUITE: readonly (readonly [name: string, check: (store: MediaStore) => Promise<void>])[] =
  [
    [
      'returns the bytes that were stored',
      async (store) => {
        const stored = await store.put('a/one.txt', bytesOf('hello'));
        expect(stored).toMatchObject({ key: 'a/one.txt', size: 5 });
        expect(await textOf(store, 'a/one.txt')).toBe('hello');
        expect(await store.stat('a/one.txt')).toEqual(stored);
      },
    ],
    [
      'finds no object that was never stored',
      async (store) => {
        expect(await store.stat('none')).toBeNull();
        expect(await textOf(store, 'none')).toBeNull();
        expect(await textOf(store, 'none', { from: 0, to: 1 })).toBeNull();
        await store.delete('none');
      },
    ],
    [
      'returns the bytes of a range',
      async (store) => {
        await store.put('range', bytesOf('0123456789'));
        expect(await textOf(store, 'range', { from: 2, to: 5 })).toBe('234');
        expect(await textOf(store, 'range', { from: 0, to: 2 })).toBe('01');
        expect(await textOf(store, 'range', { from: 9, to: 10 })).toBe('9');
        expect(await textOf(store, 'range', { from: 4, to: 4 })).toBe('');
      },
    ],
    [
      'stores an empty object',
      async (store) => {
        expect(await store.put('empty', Readable.from([]))).toMatchObject({ size: 0 });
        expect(await textOf(store, 'empty')).toBe('');
      },
    ],
    [
      'stores an object of several parts',
      async (store) => {
        const bytes = randomBytes(21 * 1024 * 1024);
        const pieces = Array.from({ length: 21 }, (_, at) =>
          bytes.subarray(at * 1024 ** 2, (at + 1) * 1024 ** 2),
        );
        expect((await store.put('large', Readable.from(pieces))).size).toBe(bytes.length);
        const body = await store.read('large');
        expect(body !== null && (await buffer(body)).equals(bytes)).toBe(true);
        const middle = await store.read('large', { from: 8_388_600, to: 8_388_620 });
        const part = middle && (await buffer(middle));
        expect(part?.equals(bytes.subarray(8_388_600, 8_388_620))).toBe(true);
      },
    ],
    [
      'changes the tag with the bytes',
      async (store) => {
        const first = await store.put('tagged', bytesOf('one'));
        const second = await store.put('tagged', bytesOf('two'));
        expect(second.tag).not.toBe(first.tag);
        expect(await textOf(store, 'tagged', undefined, second.tag)).toBe('two');
        expect(await textOf(store, 'tagged', { from: 0, to: 2 }, second.tag)).toBe('tw');
        expect(await textOf(store, 'tagged', undefined, first.tag)).toBeNull();
        expect(await textOf(store, 'tagged', { from: 0, to: 2 }, first.tag)).toBeNull();
      },
    ],
    [
      'gives the same tag and date when it lists',
      async (store) => {
        const stored = await store.put('listed/one', bytesOf('one'));
        const found = [];
        for await (const each of store.list('listed/')) found.push(each);
        expect(found).toEqual([stored]);
        expect(Math.abs(stored.changedAt - Date.now())).toBeLessThan(60_000);
      },
    ],
    [
      'creates an object once',
      async (store) => {
        expect(await store.create('new/one', bytesOf('first'))).toMatchObject({ size: 5 });
        expect(await store.create('new/one', bytesOf('second'))).toBeNull();
        expect(await textOf(store, 'new/one')).toBe('first');
      },
    ],
    [
      'keeps the old object if the new body fails',
      async (store) => {
        await store.put('kept', bytesOf('old'));
        const error = new Error('The sender left.');
        await expect(store.put('kept', Readable.from(failing(error)))).rejects.toBe(error);
        await expect(store.create('never', Readable.from(failing(error)))).rejects.toBe(error);
        expect(await textOf(store, 'kept')).toBe('old');
        expect(await keysOf(store, '')).toEqual(['kept']);
      },
    ],
    [
      'deletes an object',
      async (store) => {
        await store.put('gone/one', bytesOf('one'));
        await store.put('gone/two', bytesOf('two'));
        await store.delete('gone/one');
        expect(await store.stat('gone/one')).toBeNull();
        expect(await textOf(store, 'gone/one')).toBeNull();
        expect(await keysOf(store, 'gone/')).toEqual(['gone/two']);
      },
    ],
    [
      'lists all objects of a prefix, and no others',
      async (store) => {
        const keys = ['list/a', 'list/b/c', 'list/b/d', 'list/e/f/g', 'list/h'];
        for (const key of [...keys, 'lis', 'listen', 'other/list/a']) await store.put(key, bytesOf(key));
        expect(await keysOf(store, 'list/')).toEqual(keys);
        expect(await keysOf(store, 'list/b/')).toEqual(['list/b/c', 'list/b/d']);
        expect(await keysOf(store, 'nothing/')).toEqual([]);
      },
    ],
    [
      'keeps unusual names',
      async (store) => {
        const keys = [
          'names/a b+c%20&d=?#e.mp3',
          'names/Åse’s Bücher (2)/Ⅷ – Über 日本.mp3',
          "names/it's.mp3",
        ];
        for (const key of keys) await store.put(key, bytesOf(key));
        for (const key of keys) expect(await textOf(store, key)).toBe(key);
        expect(await keysOf(store, 'names/')).toEqual(keys.toSorted());
      },
    ],
    [
      'refuses names that lead elsewhere',
      async (store) => {
        for (const key of ['', '/a', 'a//b', '../a', 'a/../../b', 'a/.', 'nul\0']) {
          await expect(async () => store.read(key)).rejects.toThrow('no key');
          await expect(async () => store.put(key, bytesOf('x'))).rejects.toThrow('no key');
        }
      },
    ],
  ];
