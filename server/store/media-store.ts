import type { Readable } from 'node:stream';

export interface StoredObject {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  /** Epoch milliseconds, in whole seconds, because some stores know no parts of a second. */
  readonly changedAt: number;
  /** Changes with the bytes of the object. Listing an object and asking for it give the same tag. */
  readonly tag: string;
}

/** The bytes from `from` up to `to`, without `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * A place for media that were uploaded or made. Keys are paths with slashes. Several processes may use one store.
 *
 * Every method throws a `StoreUnavailableError` if the store cannot be used at the moment.
 */
export interface MediaStore {
  /** The address of the store, without secrets. The same for all processes that share it. */
  readonly name: string;
  /**
   * Stores an object, and replaces an older one. Readers find the old object or the whole new one. If the body fails,
   * nothing is stored.
   */
  put(key: string, body: Readable): Promise<StoredObject>;
  /**
   * Stores a new object, as `put` does.
   *
   * @returns null if there is an object with this key already, which then stays as it is
   */
  create(key: string, body: Readable): Promise<StoredObject | null>;
  /**
   * Reads an object, or a range inside it.
   *
   * @param tag if given, an object that has changed since then is not found
   * @returns null if there is no such object
   */
  read(key: string, range?: ByteRange, tag?: string): Promise<Readable | null>;
  /** @returns null if there is no such object */
  stat(key: string): Promise<StoredObject | null>;
  /** Deletes an object, if there is one. */
  delete(key: string): Promise<void>;
  /** Lists all objects whose key begins with the prefix, in any order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Ends the calls that run. They and later ones fail. */
  close(): void;
}

/** Why a store cannot be used. `refused` and `missing` need the operator. The others may pass. */
export type StoreProblem = 'unreachable' | 'slow' | 'refused' | 'missing' | 'full' | 'failed';

/** The store cannot be used now. The same request may succeed later. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  /** Fastify answers with this status if a route has no error handler of its own. */
  readonly statusCode = 503;

  /** @param sentence for the log of the operator */
  constructor(
    readonly problem: StoreProblem,
    readonly sentence: string,
    cause?: unknown,
  ) {
    super('The files cannot be reached at the moment. Try again in a few seconds.', { cause });
  }
}

/** @throws {Error} for a key that is no path, or that would lead out of the store */
export function checkKey(key: string): void {
  const isPath = key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isPath || key.includes('\0'))
    throw new Error(`This is no key of a stored file: ${JSON.stringify(key)}`);
}
