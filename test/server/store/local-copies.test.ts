import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FileStore } from '../../../server/store/file-store.ts';
import { LocalCopies } from '../../../server/store/local-copies.ts';
import { temporaryFolder } from '../support/provider.ts';

const text = async (path: string): Promise<string> => readFile(path, 'utf8');

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

test('a process deletes its own copies when it ends, and the copies of killed processes when it makes its folder (CAT-103)', async () => {
  const store = new FileStore(temporaryFolder());
  const object = await store.put('one.mp3', Readable.from(['sound']));
  const shared = join(temporaryFolder(), 'copies');
  // The folders of a container that was killed, of an earlier release, and of a process that runs.
  const used = (folder: string, file: string, minutesAgo: number): void => {
    mkdirSync(join(shared, folder), { recursive: true });
    writeFileSync(join(shared, folder, file), '');
    const at = new Date(Date.now() - minutesAgo * 60_000);
    utimesSync(join(shared, folder, file), at, at);
    if (file !== 'in-use') utimesSync(join(shared, folder), at, at);
  };
  used('killed', 'in-use', 61);
  used('4f1c2d-1', 'lock', 8 * 24 * 60);
  used('4f1c2d-2', 'lock', 6 * 24 * 60);
  used('running', 'in-use', 50);
  const copies = new LocalCopies(store, shared);
  expect(await copies.use(object, text)).toBe('sound');
  const folders = readdirSync(shared);
  expect(folders).toHaveLength(3);
  // A process of the earlier release may still run.
  expect(folders).toEqual(expect.arrayContaining(['running', '4f1c2d-2']));
  await copies.close();
  expect(readdirSync(shared).toSorted()).toEqual(['4f1c2d-2', 'running']);
  expect(await copies.use(object, text)).toBe('sound');
  await copies.close();
});

test('a running process writes again and again that its folder is in use', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = new FileStore(temporaryFolder());
  const object = await store.put('one.mp3', Readable.from(['sound']));
  const shared = join(temporaryFolder(), 'copies');
  const copies = new LocalCopies(store, shared);
  await copies.use(object, text);
  const inUse = join(shared, readdirSync(shared)[0] ?? '', 'in-use');
  utimesSync(inUse, new Date(0), new Date(0));
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => statSync(inUse).mtimeMs).toBeGreaterThan(Date.now() - 30_000);
  // The folder was deleted while the process stood still.
  rmSync(shared, { recursive: true });
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => copies.use(object, text).catch(() => null)).toBe('sound');
  await copies.close();
});

test('a copy whose file was deleted is fetched again', async () => {
  const store = new FileStore(temporaryFolder());
  const object = await store.put('one.mp3', Readable.from(['sound']));
  const copies = new LocalCopies(store, join(temporaryFolder(), 'copies'));
  await copies.use(object, async (file) => Promise.resolve(rmSync(file)));
  expect(await copies.use(object, text)).toBe('sound');
  await copies.close();
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
