import { PGlite } from '@electric-sql/pglite';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * A new embedded database without tables, as an archive. To initialise a database takes seconds, to unpack the archive
 * takes less than one. The archive is made at the first call for each version of the database, and stored.
 *
 * @param folder the folder of the archives; they can be deleted at any time
 */
export async function emptyImage(folder: string): Promise<Blob> {
  const path = join(folder, `empty-${await installedVersion()}.tar`);
  const stored = await readFile(path).catch(() => null);
  if (stored !== null) return new Blob([stored]);
  const database = await PGlite.create();
  const image = await database.dumpDataDir('none');
  await database.close();
  await store(folder, path, image);
  return image;
}

/** Writes the file under another name and then renames it, so that nobody reads a part of it. */
async function store(folder: string, path: string, image: Blob): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(unfinished, Buffer.from(await image.arrayBuffer()));
    await rename(unfinished, path);
  } catch {
    // Without the archive, the next start is as slow as this one.
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

async function installedVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const description: unknown = JSON.parse(await readFile(join(entry, '..', '..', 'package.json'), 'utf8'));
  const version =
    typeof description === 'object' && description !== null && 'version' in description
      ? description.version
      : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
