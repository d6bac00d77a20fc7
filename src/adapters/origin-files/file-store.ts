import * as v from 'valibot';
import type { UserId } from '../../domain/account/user.ts';
import type { FileId } from '../../ports/downloads.ts';

/** The folder of all downloads in the origin's own file system. */
const FOLDER = 'downloads';

/**
 * What is stored about a file, before the first byte of its data. The file is whole if its data has this length.
 *
 * - `length`: null while it is unknown
 * - `validator`: the value for `If-Range`; null if the file cannot be continued
 */
export type FileDescription = {
  readonly name: string;
  readonly type: string;
  readonly length: number | null;
  readonly validator: string | null;
};

const description: v.GenericSchema<unknown, FileDescription> = v.object({
  name: v.string(),
  type: v.string(),
  length: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  validator: v.nullable(v.string()),
});

/** The names of the two files that make up a stored file, in the folder of its listener. */
export type FileNames = { readonly data: string; readonly description: string };

const namesOfBase = (base: string): FileNames => ({ data: `${base}.data`, description: `${base}.json` });

/** Makes a valid file name of any text. */
const hashed = async (name: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** The names of a file in the folder of its listener. */
export const namesOf = async ({ name }: FileId): Promise<FileNames> => {
  return namesOfBase(await hashed(name));
};

/** The name of the lock that a page or a worker holds while it changes a file. */
export const lockOf = ({ listener, name }: FileId): string => `download ${JSON.stringify([listener, name])}`;

/** Returns the folder of a listener. `create` makes it if it does not exist; else the promise rejects. */
export const folderOf = async (
  storage: Pick<StorageManager, 'getDirectory'>,
  listener: string,
  create: boolean,
): Promise<FileSystemDirectoryHandle> => {
  const root = await storage.getDirectory();
  const all = await root.getDirectoryHandle(FOLDER, { create });
  return all.getDirectoryHandle(await hashed(listener), { create });
};

/** Deletes the folder of a listener. Rejects while one of its files is open. */
export const deleteFolder = async (
  storage: Pick<StorageManager, 'getDirectory'>,
  listener: string,
): Promise<void> => {
  const root = await storage.getDirectory();
  const all = await root.getDirectoryHandle(FOLDER);
  await all.removeEntry(await hashed(listener), { recursive: true });
};

/** Null if the text is no description. */
export const decodeDescription = (text: string): FileDescription | null => {
  try {
    const decoded = v.safeParse(description, JSON.parse(text));
    return decoded.success ? decoded.output : null;
  } catch {
    return null;
  }
};

/** True if a file or a folder does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NotFoundError';

const orIfMissing = async <Value, Instead>(
  pending: Promise<Value>,
  instead: Instead,
): Promise<Value | Instead> =>
  pending.catch((error: unknown) => {
    if (isMissing(error)) return instead;
    throw error;
  });

/**
 * The names of all files in the folder of a listener, also of files that are not whole. Rejects if the folder cannot
 * be read.
 */
export const namesIn = async (folder: FileSystemDirectoryHandle): Promise<readonly FileNames[]> => {
  const bases = new Set<string>();
  for await (const name of folder.keys()) bases.add(name.replace(/\.[^.]*$/, ''));
  return [...bases].map(namesOfBase);
};

/**
 * The file that a description names. Null if there is no valid description, or if it is that of another file. Rejects if
 * it cannot be read.
 */
export const describedFile = async (
  folder: FileSystemDirectoryHandle,
  listener: UserId,
  names: FileNames,
): Promise<FileId | null> => {
  const described = await orIfMissing(readDescription(folder, names), null);
  if (described === null) return null;
  const file = { listener, name: described.name };
  return (await namesOf(file)).data === names.data ? file : null;
};

/** When a file or its description changed last, in milliseconds since 1970. Rejects if this cannot be read. */
export const changedAt = async (folder: FileSystemDirectoryHandle, names: FileNames): Promise<number> => {
  const timeOf = async (name: string): Promise<number> =>
    (await (await folder.getFileHandle(name)).getFile()).lastModified;
  const times = [names.data, names.description].map(async (name) => orIfMissing(timeOf(name), 0));
  return Math.max(...(await Promise.all(times)));
};

/** Deletes a file, whole or not. An open file stays. */
export const deleteFile = async (folder: FileSystemDirectoryHandle, names: FileNames): Promise<void> => {
  // The data is deleted first: a description alone does not count as a file.
  await folder.removeEntry(names.data).catch(() => undefined);
  await folder.removeEntry(names.description).catch(() => undefined);
};

const readDescription = async (
  folder: FileSystemDirectoryHandle,
  names: FileNames,
): Promise<FileDescription | null> => {
  const handle = await folder.getFileHandle(names.description);
  return decodeDescription(await (await handle.getFile()).text());
};

/**
 * The file if it is whole: its data has the length of its description (DOWN-14). Null otherwise, or if one of the two is
 * missing. Rejects if one of them cannot be read, because the file may be whole (DOWN-83).
 */
export const wholeFile = async (
  folder: FileSystemDirectoryHandle,
  names: FileNames,
): Promise<{ readonly description: FileDescription; readonly data: File } | null> => {
  const [decoded, data] = await Promise.all([
    orIfMissing(readDescription(folder, names), null),
    orIfMissing(
      folder.getFileHandle(names.data).then(async (handle) => handle.getFile()),
      null,
    ),
  ]);
  if (decoded === null || data === null) return null;
  return decoded.length === data.size ? { description: decoded, data } : null;
};
