import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreUnavailableError } from '../../../server/store/media-store.ts';
import { Uploads } from '../../../server/studio/uploads/uploads.ts';
import { temporaryFolder } from '../support/provider.ts';

const DAY_MS = 86_400_000;

/** A file with 5 bytes of its `size`, and what the protocol stores about it. */
function writeUpload(parts: string, id: string, size: number, begun: number): void {
  mkdirSync(parts, { recursive: true });
  writeFileSync(join(parts, id), 'sound');
  const info = {
    id,
    size,
    offset: 0,
    metadata: { path: `${id}.mp3` },
    creation_date: new Date(begun).toISOString(),
  };
  writeFileSync(join(parts, `${id}.json`), JSON.stringify(info));
}

test('a finished upload waits longer than a day for its store, and an unfinished one is deleted', async () => {
  const folder = temporaryFolder();
  const parts = join(folder, 'upload-parts');
  const twoDaysAgo = Date.now() - 2 * DAY_MS;
  writeUpload(parts, 'whole', 5, twoDaysAgo);
  writeUpload(parts, 'half', 10, twoDaysAgo);
  writeUpload(parts, 'young', 10, Date.now());
  let isAway = true;
  const uploads = new Uploads('/uploads', {
    parts,
    log: () => undefined,
    place: async (file, path) => {
      if (isAway) throw new StoreUnavailableError('failed', 'the store is away');
      writeFileSync(join(folder, path), readFileSync(file));
      return Promise.resolve();
    },
  });
  await uploads.tidy();
  expect(readdirSync(parts).toSorted()).toEqual(['whole', 'whole.json', 'young', 'young.json']);
  isAway = false;
  await uploads.tidy();
  expect(existsSync(join(folder, 'whole.mp3'))).toBe(true);
  uploads.close();
});

test('a file that no upload names, such as the half of a PDF, is deleted after a day', async () => {
  const parts = join(temporaryFolder(), 'upload-parts');
  mkdirSync(parts);
  const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS);
  for (const name of ['old.pdf', 'young.pdf']) writeFileSync(join(parts, name), '%PDF-');
  utimesSync(join(parts, 'old.pdf'), twoDaysAgo, twoDaysAgo);
  const uploads = new Uploads('/uploads', { parts, log: () => undefined, place: () => Promise.resolve() });
  await uploads.tidy();
  uploads.close();
  expect(readdirSync(parts)).toEqual(['young.pdf']);
});
