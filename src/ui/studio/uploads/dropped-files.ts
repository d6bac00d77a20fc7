import type { ChosenFile } from '../../../application/studio/uploads.ts';

/** The files of an input. A chosen folder gives each file its path in the folder. */
export const filesOfInput = (files: FileList | null): readonly ChosenFile[] =>
  [...(files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));

/** All files that were dropped, also those in folders. Call it at once: the browser forgets them after the event. */
export async function filesOfDrop(transfer: DataTransfer): Promise<readonly ChosenFile[]> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0) return filesOfInput(transfer.files);
  return (await Promise.all(entries.map(async (entry) => filesBelow(entry)))).flat();
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function filesBelow(entry: FileSystemEntry): Promise<readonly ChosenFile[]> {
  if (isFile(entry)) {
    // A file that cannot be read any more is left out.
    const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
    return file === null ? [] : [{ file, path: entry.fullPath.replace(/^\//u, '') }];
  }
  if (!isFolder(entry)) return [];
  const entries = await entriesOf(entry.createReader());
  return (await Promise.all(entries.map(async (each) => filesBelow(each)))).flat();
}

/** The browser gives the entries of a folder in parts; the last part is empty. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  const part = await new Promise<readonly FileSystemEntry[]>((resolve) =>
    reader.readEntries(resolve, () => resolve([])),
  );
  return part.length === 0 ? [] : [...part, ...(await entriesOf(reader))];
}
