import type { ListedFile, Walk } from './walk.ts';

/** A folder whose files become titles: on a disk of this machine, or in the store of the media. */
export interface AudioFolder {
  /** The name of the folder in the database. For a folder on the disk, its absolute path. */
  readonly name: string;
  /** True if every process finds the same files there. What is made of them is then shared, too. */
  readonly isShared: boolean;
  /** The number of files that an import reads at once. */
  readonly readsAtOnce: number;
  /** @throws if the folder itself cannot be read */
  walk(signal?: AbortSignal): Promise<Walk>;
  /** @returns null if there is no such file */
  stat(path: string): Promise<ListedFile | null>;
  /** Reads a file, such as a description. Null if it cannot be read, or if it is larger than the limit. */
  read(path: string, mostBytes: number): Promise<Buffer | null>;
  /** Opens a file to send it. Null if it cannot be opened. */
  open(path: string): Promise<OpenSource | null>;
  /**
   * Gives the path of the file on this machine to an action.
   *
   * @returns null if there is no such file
   */
  withFile<Result>(path: string, action: (file: string) => Promise<Result>): Promise<Result | null>;
}

/** An open file. The caller closes it. */
export interface OpenSource {
  readonly size: number;
  /** Changes with the contents. */
  readonly version: string;
  /** Reads at most `length` bytes at a position; none at the end. */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Finds a folder by its name in the database. */
export type FolderAt = (name: string) => AudioFolder;
