import { readdirSync } from 'node:fs';
import type * as FileSystem from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { Pictures } from '../../library/media/pictures.ts';
import { diskFolder } from '../../library/folders/folders.ts';
import { ReadThreads } from '../../library/read/read-threads.ts';
import type { OwnTables } from '../../library/tables.ts';
import { FileStore } from '../../store/file-store.ts';
import { MadeMedia, type MadeMediaTables } from '../../store/made-media.ts';
import { temporaryFolder } from '../support/provider.ts';
import { tone, wav } from './support/make-audio.ts';
import { ownLibrary } from './support/own-library.ts';
import { CoverReader } from '../../library/cover-reader.ts';

const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  return {
    ...real,
    createWriteStream: (path: string) => real.createWriteStream(disk.isFull ? '/dev/full' : path),
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
  const dataDir = temporaryFolder();
  const folder = join(dataDir, 'media', 'covers');
  const lines: string[] = [];
  const threads = new ReadThreads(1);
  const { db, clock } = library.provider;
  const made = new MadeMedia({
    db: db.withTables<MadeMediaTables>(),
    store: new FileStore(dataDir),
    clock,
    log: (line) => lines.push(line),
  });
  const covers = new CoverReader(threads, made);
  const pictures = new Pictures(db.withTables<OwnTables>(), covers, diskFolder, made, clock);
  disk.isFull = true;
  const first = await pictures.cover(id, 320, 'webp');
  expect((await pictures.cover(id, 320, 'webp'))?.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
  expect((await sharp(first?.bytes).metadata()).width).toBe(300);
  expect(lines).toEqual([expect.stringMatching(/made files cannot be stored: the disk is full \(ENOSPC/u)]);
  expect(readdirSync(folder)).toEqual([]);
  disk.isFull = false;
  await pictures.cover(id, 320, 'webp');
  expect(readdirSync(folder)).toHaveLength(1);
  await threads.close();
}, 60_000);
