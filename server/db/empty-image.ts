import { PGlite } from '@electric-sql/pglite';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * A newly initialised embedded database, without any table, as an archive to start others from: initialising one takes
 * seconds, unpacking it a fraction of one. Made at the first call for each version of the database, and kept.
 *
 * @param folder where archives are kept; losing them costs time only
 */
export async function emptyImage(folder: string): Promise<Blob> {
  const path = join(folder, `empty-${await installedVersion()}.tar`);
  const kept = await readFile(path).catch(() => null);
  if (kept !== null) return new Blob([kept]);
  const database = await PGlite.create();
  const image = await database.dumpDataDir('none');
  await database.close();
  await keep(folder, path, image);
  return image;
}

/** Written beside its place and then moved: whoever reads it meanwhile finds all of it or nothing. */
async function keep(folder: string, path: string, image: Blob): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(unfinished, Buffer.from(await image.arrayBuffer()));
    await rename(unfinished, path);
  } catch {
    // A folder that cannot be written to only means that the next start is as slow as this one.
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
