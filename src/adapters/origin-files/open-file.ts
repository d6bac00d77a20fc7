import { failed, type Result } from '../../domain/result.ts';
import type { FileId, TransferFailure } from '../../ports/downloads.ts';
import { decodeDescription, deleteFile, folderOf, namesOf, wholeFile } from './file-store.ts';
import { noRoom, type OpenFile } from './transfer-file.ts';

/** A file that only one worker can open at a time. The types of TypeScript for pages do not have it. */
type AccessHandle = {
  read(into: Uint8Array, options: { readonly at: number }): number;
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
};

declare global {
  interface FileSystemFileHandle {
    createSyncAccessHandle(): Promise<AccessHandle>;
  }
}

/** No description is longer. A browser whose disk is full may return any number as a size (DOWN-89). */
const LONGEST_DESCRIPTION = 100_000;

type Outcome = Result<{ readonly bytes: number }, TransferFailure>;

/**
 * Opens a file for its transfer, and closes it afterwards. A file counts as whole only if the browser reads it back as
 * whole (DOWN-14, DOWN-89).
 */
export const withOpenFile = async (
  storage: Pick<StorageManager, 'getDirectory'>,
  file: FileId,
  transfer: (open: OpenFile) => Promise<Outcome>,
): Promise<Outcome> => {
  const folder = await folderOf(storage, file.listener, true);
  const names = await namesOf(file);
  const open = async (name: string): Promise<AccessHandle> =>
    (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
  const outcome = await closing(await open(names.data), async (data) =>
    closing(await open(names.description), async (description) => transfer(openFile(data, description))),
  );
  if (!outcome.ok) return outcome;
  try {
    const whole = await wholeFile(folder, names);
    if (whole?.data.size === outcome.value.bytes) return outcome;
  } catch {
    // The file may be whole (DOWN-83). The next attempt looks again.
    return failed({ kind: 'unreachable' });
  }
  await deleteFile(folder, names);
  return failed({ kind: 'full' });
};

const closing = async (
  handle: AccessHandle,
  work: (handle: AccessHandle) => Promise<Outcome>,
): Promise<Outcome> => {
  try {
    return await work(handle);
  } finally {
    handle.close();
  }
};

const openFile = (data: AccessHandle, description: AccessHandle): OpenFile => ({
  description: () => {
    const size = description.getSize();
    if (!(size > 0 && size < LONGEST_DESCRIPTION)) return null;
    const bytes = new Uint8Array(size);
    return description.read(bytes, { at: 0 }) === size
      ? decodeDescription(new TextDecoder().decode(bytes))
      : null;
  },
  describe: (described) => {
    const bytes = new TextEncoder().encode(JSON.stringify(described));
    description.truncate(0);
    if (description.write(bytes, { at: 0 }) !== bytes.byteLength) throw noRoom();
    description.flush();
  },
  size: () => data.getSize(),
  write: (bytes, at) => data.write(bytes, { at }),
  truncate: (size) => data.truncate(size),
  flush: () => data.flush(),
});
