import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FileStore } from '../../store/file-store.ts';
import {
  type ClaimedKeyTables,
  ClaimedKeys,
  type MediaStore,
  StoreUnavailableError,
  type StoredObject,
} from '../../store/media-store.ts';
import { storeFile } from '../../studio/uploads.ts';
import { temporaryFolder, useProvider } from '../support/provider.ts';

const provider = useProvider({ library: [] });

/**
 * A store that ignores conditions, like some services. Another object may be stored between the check and the end of
 * an upload.
 */
class Unconditional extends FileStore {
  override async create(key: string, body: Readable): Promise<StoredObject | null> {
    if ((await this.stat(key)) !== null) {
      body.destroy();
      return null;
    }
    await wait(100);
    return this.put(key, body);
  }
}

/** A process with its own claims. */
function processOn(store: MediaStore, patience?: number) {
  const { db, clock } = provider();
  const claims = new ClaimedKeys(db.withTables<ClaimedKeyTables>(), clock, patience);
  const folder = temporaryFolder();
  return {
    claims,
    async upload(content: string): Promise<void> {
      const file = join(folder, content);
      writeFileSync(file, content);
      await storeFile(file, store, claims, 'uploads', 'Tides.mp3');
    },
  };
}

async function stored(store: MediaStore): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for await (const { key } of store.list(''))
    found[key] = await text((await store.read(key)) ?? Readable.from([]));
  return found;
}

test('uploads with the same name at the same moment never replace each other, even if the store ignores conditions (CAT-88)', async () => {
  const store = new Unconditional(temporaryFolder());
  await Promise.all(['one', 'other', 'one'].map((content) => processOn(store).upload(content)));
  const found = await stored(store);
  expect(Object.keys(found).toSorted()).toEqual(['uploads/Tides (2).mp3', 'uploads/Tides.mp3']);
  expect(Object.values(found).toSorted()).toEqual(['one', 'other']);
});

test('an upload waits for the name that a dead process has claimed, until the claim ends', async () => {
  const store = new Unconditional(temporaryFolder());
  const dead = processOn(store);
  void dead.claims.alone(store.name, 'uploads/Tides.mp3', () => new Promise(() => undefined));
  await wait(100);
  await expect(processOn(store, 0).upload('one')).rejects.toThrow(StoreUnavailableError);
  expect(await stored(store)).toEqual({});
  provider().clock.setOffset(61_000);
  await processOn(store, 0).upload('one');
  expect(await stored(store)).toEqual({ 'uploads/Tides.mp3': 'one' });
});
