import { readdirSync } from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { Pictures } from '../../../server/library/media/pictures.ts';
import { ReadThreads } from '../../../server/library/read/read-threads.ts';
import type { OwnTables } from '../../../server/library/tables.ts';
import { temporaryFolder } from '../support/provider.ts';
import { tone, wav } from './support/make-audio.ts';
import { ownLibrary } from './support/own-library.ts';

const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  const full = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  return {
    ...real,
    async writeFile(path: string, bytes: Buffer) {
      // A full disk takes a part of the file.
      await real.writeFile(path, disk.isFull ? bytes.subarray(0, 10) : bytes);
      if (disk.isFull) throw full();
    },
  };
});

test('covers are served while the disk is full, with one line in the log, and stored afterwards', async () => {
  const library = await ownLibrary();
  library.write('Book/1.wav', wav(tone(1, 300)));
  library.write(
    'Book/cover.png',
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer(),
  );
  const { id } = (await library.import()).added[0] ?? { id: '' };
  const folder = join(temporaryFolder(), 'covers');
  const lines: string[] = [];
  const threads = new ReadThreads(1);
  const db = library.provider.db.withTables<OwnTables>();
  const pictures = new Pictures(db, threads, folder, (line) => lines.push(line));
  disk.isFull = true;
  const first = await pictures.cover(id, 320, 'webp');
  expect((await pictures.cover(id, 320, 'webp'))?.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
  expect((await sharp(first?.bytes).metadata()).width).toBe(300);
  expect(lines).toEqual([expect.stringContaining('covers cannot be stored: Error: ENOSPC')]);
  expect(readdirSync(folder)).toEqual([]);
  disk.isFull = false;
  await pictures.cover(id, 320, 'webp');
  expect(readdirSync(folder)).toHaveLength(1);
  await threads.close();
}, 60_000);
