import type { Random } from '../random.ts';
import type { Device } from '../world.ts';
import { soundAt } from './catalogue.ts';
import type { Page } from './page.ts';

/**
 * The state of the file store. `full`: there is no room. `blocked`: the browser stores no files, as in some private
 * windows.
 */
export type FilesState = 'work' | 'full' | 'blocked';

/** The fault of the next request for a sound that should be stored. */
export const FILE_EFFECTS = [
  'expired', // 403: the address is no longer valid
  'cut', // the connection breaks in the middle of a response; see `cut()` for stored files
  'changed', // the file is another one than before
  'unavailable', // 503
] as const;
export type FileEffect = (typeof FILE_EFFECTS)[number];

/** The quota that `estimate` reports, in bytes. Writing does not check it; only the state `full` refuses. */
const ROOM = 1_000_000_000;

const named = (name: string): Error => Object.assign(new Error(name), { name });

/** One file. Only the bytes of descriptions are stored. The bytes of a sound are never heard. */
export type StoredFile = {
  size: number;
  text: Uint8Array;
  /** The path of the sound, which identifies what plays. */
  sound: string;
  /** The time of its last change by the clock of the device, in milliseconds since the epoch. */
  changedAt: number;
  /** Grows with each change. */
  version: number;
  openedBy: Page | null;
  isDeleted: boolean;
};

/** A piece of a sound, with the path of the sound. */
export type Piece = Uint8Array & { readonly sound?: string };

class Folder {
  readonly folders = new Map<string, Folder>();
  readonly files = new Map<string, StoredFile>();

  /** All files below this folder, each with its folder and its name. */
  all(): readonly { readonly folder: Folder; readonly name: string; readonly file: StoredFile }[] {
    return [
      ...[...this.files].map(([name, file]) => ({ folder: this, name, file })),
      ...[...this.folders.values()].flatMap((folder) => folder.all()),
    ];
  }
}

/** True while a living page has the file open. */
const isOpen = ({ openedBy }: StoredFile): boolean => openedBy !== null && !openedBy.isGone;

/** The origin's own file system of one browser. All its pages share it. */
export class BrowserFiles {
  readonly root = new Folder();
  state: FilesState = 'work';
  /** The faults of the next requests for sounds. */
  readonly faults: FileEffect[] = [];
  /** The version of a sound at the provider, by its path. Without an entry it is the first one. */
  readonly versions = new Map<string, number>();
  /** The contents whose files were removed or cut short by a fault. */
  readonly lost = new Set<string>();

  constructor(
    readonly device: Device,
    /** The random numbers of downloads. No other part of a world draws from them. */
    readonly random: Random,
  ) {}

  /** The sounds that are stored, whole or not. */
  get sounds() {
    return this.root.all().filter(({ name, file }) => name.endsWith('.data') && file.size > 0);
  }

  get used(): number {
    return this.root.all().reduce((sum, { file }) => sum + file.size, 0);
  }

  /** The part of the browser that a page sees. */
  of(page: Page) {
    return {
      getDirectory: async (): Promise<FolderHandle> => {
        if (this.state === 'blocked') throw named('SecurityError');
        return Promise.resolve(new FolderHandle(page, this, this.root));
      },
      estimate: async () =>
        Promise.resolve({ quota: this.state === 'full' ? this.used : ROOM, usage: this.used }),
      persisted: async () => Promise.resolve(false),
      persist: async () => Promise.resolve(false),
    };
  }

  /** Removes a sound with its description, like a browser that needs room. */
  evict(share: number): void {
    const { sounds } = this;
    const found = sounds[Math.floor(share * sounds.length)];
    if (found === undefined || isOpen(found.file)) return;
    this.lost.add(soundAt(found.file.sound).content);
    found.file.isDeleted = true;
    found.folder.files.delete(found.name);
    found.folder.files.delete(found.name.replace('.data', '.json'));
    this.device.world.reaches('file evicted');
  }

  /** Removes the end of a stored sound. `share`, from 0 up to 1, chooses the sound and its new length. */
  cut(share: number): void {
    const { sounds } = this;
    const found = sounds[Math.floor(share * sounds.length)];
    if (found === undefined || isOpen(found.file)) return;
    found.file.size = Math.floor(found.file.size * share);
    this.lost.add(soundAt(found.file.sound).content);
    this.changed(found.file);
    this.device.world.reaches('file cut short');
  }

  get wallClock(): number {
    return this.device.world.timeline.now + this.device.clockError;
  }

  changed(file: StoredFile): void {
    file.changedAt = this.wallClock;
    file.version += 1;
  }

  write(file: StoredFile, bytes: Piece, at: number, isText: boolean): number {
    const size = Math.max(file.size, at + bytes.byteLength);
    if (this.state === 'full' && size > file.size) {
      this.device.world.reaches('file refused');
      throw named('QuotaExceededError');
    }
    if (isText) file.text = bytes.slice();
    file.sound = bytes.sound ?? file.sound;
    file.size = size;
    this.changed(file);
    return bytes.byteLength;
  }
}

/** A folder as one page sees it. */
class FolderHandle {
  constructor(
    private readonly page: Page,
    private readonly store: BrowserFiles,
    private readonly folder: Folder,
  ) {}

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<FolderHandle> {
    let found = this.folder.folders.get(name);
    if (found === undefined && create) {
      found = new Folder();
      this.folder.folders.set(name, found);
    }
    if (found === undefined) throw named('NotFoundError');
    return Promise.resolve(new FolderHandle(this.page, this.store, found));
  }

  async getFileHandle(name: string, { create = false } = {}): Promise<FileHandle> {
    let found = this.folder.files.get(name);
    if (found === undefined && create) {
      if (!this.page.acts('file')) return new Promise(() => undefined);
      found = {
        size: 0,
        text: new Uint8Array(),
        sound: '',
        changedAt: this.store.wallClock,
        version: 0,
        openedBy: null,
        isDeleted: false,
      };
      this.folder.files.set(name, found);
    }
    if (found === undefined) throw named('NotFoundError');
    return Promise.resolve(new FileHandle(this.page, this.store, found, name.endsWith('.json')));
  }

  async removeEntry(name: string): Promise<void> {
    if (!this.page.acts('file')) return new Promise(() => undefined);
    const file = this.folder.files.get(name);
    if (file !== undefined && isOpen(file)) throw named('NoModificationAllowedError');
    if (file !== undefined) file.isDeleted = true;
    this.folder.files.delete(name);
    this.folder.folders.delete(name);
    return Promise.resolve();
  }

  async *keys(): AsyncGenerator<string> {
    yield* [...this.folder.folders.keys(), ...this.folder.files.keys()];
  }
}

class FileHandle {
  constructor(
    private readonly page: Page,
    private readonly store: BrowserFiles,
    private readonly file: StoredFile,
    private readonly isText: boolean,
  ) {}

  async getFile(): Promise<FileSnapshot> {
    return Promise.resolve(new FileSnapshot(this.file));
  }

  async createSyncAccessHandle() {
    const { file, page, store, isText } = this;
    if (isOpen(file)) throw named('NoModificationAllowedError');
    file.openedBy = page;
    const change = (): void => {
      if (!page.acts('file')) throw named('InvalidStateError');
    };
    return Promise.resolve({
      read: (into: Uint8Array) => {
        into.set(file.text.subarray(0, into.length));
        return into.length;
      },
      write: (bytes: Piece, { at }: { readonly at: number }) => {
        change();
        return store.write(file, bytes, at, isText);
      },
      truncate: (size: number) => {
        if (size === file.size) return;
        change();
        file.size = Math.min(file.size, size);
        store.changed(file);
      },
      getSize: () => file.size,
      flush: () => undefined,
      close: () => {
        if (file.openedBy === page) file.openedBy = null;
      },
    });
  }
}

/** A file as it was when the page asked for it. */
export class FileSnapshot {
  readonly size: number;
  readonly lastModified: number;
  private readonly version: number;

  constructor(readonly file: StoredFile) {
    this.size = file.size;
    this.lastModified = file.changedAt;
    this.version = file.version;
  }

  /** True if the file has not changed. A browser refuses to read a changed file. */
  get isReadable(): boolean {
    return !this.file.isDeleted && this.file.version === this.version;
  }

  slice(): FileSnapshot {
    return this;
  }

  async text(): Promise<string> {
    return Promise.resolve(new TextDecoder().decode(this.file.text));
  }
}
