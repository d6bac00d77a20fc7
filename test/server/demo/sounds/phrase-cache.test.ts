import { mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PhraseCache } from '../../../../server/demo/sounds/phrase-cache.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'phrases-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

const bytes = (fill: number, size = 100) => Buffer.alloc(size, fill);

describe('the cache of phrases', () => {
  test('returns stored phrases, also after a restart', async () => {
    const cache = await PhraseCache.open(directory, 1000);
    await cache.put('one', bytes(1));
    expect(await cache.get('one', 100)).toEqual(bytes(1));
    expect(await cache.get('two', 100)).toBeNull();
    const again = await PhraseCache.open(directory, 1000);
    expect(await again.get('one', 100)).toEqual(bytes(1));
  });

  test('removes the least recently used phrases above its limit', async () => {
    const cache = await PhraseCache.open(directory, 300);
    for (const [at, key] of ['one', 'two', 'three'].entries()) await cache.put(key, bytes(at));
    await cache.get('one', 100);
    await cache.put('four', bytes(4));
    expect(await cache.get('two', 100)).toBeNull();
    expect(await cache.get('one', 100)).not.toBeNull();
    expect((await readdir(directory)).toSorted()).toEqual(['four.mp3', 'one.mp3', 'three.mp3']);
  });

  test('remembers across a restart what was used last, and shrinks to a smaller limit', async () => {
    const cache = await PhraseCache.open(directory, 1000);
    for (const [at, key] of ['one', 'two', 'three'].entries()) {
      await cache.put(key, bytes(at));
      await utimes(path.join(directory, `${key}.mp3`), at + 1, at + 1);
    }
    await cache.get('one', 100);
    await PhraseCache.open(directory, 200);
    expect((await readdir(directory)).toSorted()).toEqual(['one.mp3', 'three.mp3']);
  });

  test('removes unfinished files of a crash, and ignores files of the wrong size', async () => {
    const cache = await PhraseCache.open(directory, 1000);
    await cache.put('one', bytes(1));
    await truncate(path.join(directory, 'one.mp3'), 40);
    await writeFile(path.join(directory, 'two.99-1.part'), bytes(2));
    const again = await PhraseCache.open(directory, 1000);
    expect(await readdir(directory)).toEqual(['one.mp3']);
    expect(await again.get('one', 100)).toBeNull();
    expect(await readdir(directory)).toEqual([]);
  });
});
