import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { LocalCopies } from '../../store/local-copies.ts';
import type { MediaStore, StoredObject } from '../../store/media-store.ts';
import { isSoundName } from '../read/read-file.ts';
import type { AudioFolder, OpenSource } from './audio-folder.ts';
import { openStored } from './open-stored.ts';
import { isIgnored, isUsedName, type ListedFile, type ListedFolder, type Walk } from './walk.ts';

/** A folder in the store of the media, which all processes share (CAT-85). */
export class StoreFolder implements AudioFolder {
  readonly name: string;
  readonly isShared = true;
  /** Each file needs a copy on the disk of this process while it is read. */
  readonly readsAtOnce = 3;

  /** @param prefix the keys of the files begin with it, and with a slash after it */
  constructor(
    private readonly store: MediaStore,
    private readonly copies: LocalCopies,
    private readonly prefix: string,
  ) {
    this.name = `${store.name}/${prefix}`;
  }

  async walk(signal?: AbortSignal): Promise<Walk> {
    const folders = new Map<string, { sounds: ListedFile[]; sidecars: ListedFile[] }>();
    for await (const object of this.store.list(`${this.prefix}/`)) {
      signal?.throwIfAborted();
      const file = this.listed(object);
      const name = posix.basename(file.path);
      if (file.path.split('/').some(isIgnored) || !isUsedName(name)) continue;
      const folder = posix.dirname(file.path) === '.' ? '' : posix.dirname(file.path);
      const files = folders.get(folder) ?? { sounds: [], sidecars: [] };
      folders.set(folder, files);
      (isSoundName(name) ? files.sounds : files.sidecars).push(file);
    }
    const listed: readonly ListedFolder[] = [...folders].map(([path, files]) => ({ path, ...files }));
    return { directories: [...folders.keys()], folders: listed, refused: [], unreadable: [] };
  }

  async stat(path: string): Promise<ListedFile | null> {
    const object = await this.store.stat(this.keyOf(path));
    return object && this.listed(object);
  }

  async read(path: string, mostBytes: number): Promise<Buffer | null> {
    const object = await this.store.stat(this.keyOf(path));
    if (object === null || object.size > mostBytes) return null;
    const bytes = await this.store.read(object.key, undefined, object.tag);
    return bytes && buffer(bytes);
  }

  open(path: string): Promise<OpenSource | null> {
    return openStored(this.store, this.keyOf(path));
  }

  async withFile<Result>(path: string, action: (file: string) => Promise<Result>): Promise<Result | null> {
    const object = await this.store.stat(this.keyOf(path));
    return object && this.copies.use(object, action);
  }

  private keyOf(path: string): string {
    return `${this.prefix}/${path}`;
  }

  private listed({ key, size, changedAt }: StoredObject): ListedFile {
    return { path: key.slice(this.prefix.length + 1), size, mtime: changedAt };
  }
}
