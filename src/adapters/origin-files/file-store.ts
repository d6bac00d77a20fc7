import * as v from 'valibot';
import type { FileId } from '../../ports/download-files.ts';

/** The folder of all downloads in the origin's own file system. */
const FOLDER = 'downloads';

/**
 * What is stored beside the data of a file, before its first byte. A file is whole if its data has this length.
 *
 * - `length`: null while it is unknown
 * - `validator`: what `If-Range` names; null if the file cannot be continued
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

const DESCRIPTION_ENDING = '.json';

/** A name of any length and any characters as the name of a file. */
const hashed = async (name: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** The names of a file in the folder of its listener. */
export const namesOf = async ({ name }: FileId): Promise<FileNames> => {
  const base = await hashed(name);
  return { data: `${base}.data`, description: base + DESCRIPTION_ENDING };
};

/** The lock that a page or a worker holds while it changes a file. */
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

/** True for the name of a description. */
export const isDescription = (name: string): boolean => name.endsWith(DESCRIPTION_ENDING);

/** The names of the file that a description belongs to. */
export const namesOfDescription = (name: string): FileNames => ({
  data: `${name.slice(0, -DESCRIPTION_ENDING.length)}.data`,
  description: name,
});

/** The file if it is whole: its data has the length of its description (DOWN-14). Null otherwise, or if one of the two is missing. */
export const wholeFile = async (
  folder: FileSystemDirectoryHandle,
  names: FileNames,
): Promise<{ readonly description: FileDescription; readonly data: File } | null> => {
  try {
    const [text, data] = await Promise.all([
      folder
        .getFileHandle(names.description)
        .then(async (handle) => handle.getFile())
        .then(async (file) => file.text()),
      folder.getFileHandle(names.data).then(async (handle) => handle.getFile()),
    ]);
    const decoded = decodeDescription(text);
    return decoded !== null && decoded.length === data.size ? { description: decoded, data } : null;
  } catch {
    return null;
  }
};
