import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { FileStore } from '../../../server/store/file-store.ts';
import { LocalCopies } from '../../../server/store/local-copies.ts';
import { temporaryFolder } from '../support/provider.ts';

const text = async (path: string): Promise<string> => Promise.resolve(readFileSync(path, 'utf8'));

test('processes that share a folder keep their own copies', async () => {
  const store = new FileStore(temporaryFolder());
  const object = await store.put('one.mp3', Readable.from(['sound']));
  const shared = join(temporaryFolder(), 'copies');
  const [first, second] = [new LocalCopies(store, shared), new LocalCopies(store, shared)];
  let path = '';
  await first.use(object, async (file) => Promise.resolve((path = file)));
  expect(await second.use(object, text)).toBe('sound');
  expect(existsSync(path)).toBe(true);
  expect(await first.use(object, text)).toBe('sound');
});

test('the copy that was not used for the longest time is deleted', async () => {
  const store = new FileStore(temporaryFolder());
  const copies = new LocalCopies(store, join(temporaryFolder(), 'copies'), 10);
  const paths: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    const object = await store.put(`${name}.mp3`, Readable.from(['sound']));
    await copies.use(object, async (file) => Promise.resolve(paths.push(file)));
  }
  expect(paths.map((path) => existsSync(path))).toEqual([false, true, true]);
});
