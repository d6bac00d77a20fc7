import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';

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
 * A store for media that were uploaded or made. Keys are paths with slashes. Several processes may use one store.
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
  /** Fastify sends this status if a route has no error handler of its own. */
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

/** Keys at which a process stores an object now. Instants are epoch milliseconds. */
export type ClaimedKeyTables = {
  claimed_keys: { store: string; key: string; until: number };
};

/** If a process dies, its key stays claimed for this time. A running process renews its claim. */
const CLAIM_MS = 60_000;
const RENEW_MS = 15_000;
const PATIENCE_MS = 20_000;
const ASK_AGAIN_MS = 200;

/** Lets only one process store an object with a certain key, also in a store that ignores conditions (CAT-88). */
export class ClaimedKeys {
  /** @param patience how long an action waits for a key, in milliseconds */
  constructor(
    private readonly db: Kysely<ClaimedKeyTables>,
    private readonly clock: Clock,
    private readonly patience = PATIENCE_MS,
  ) {}

  /** @returns null if another action has the key for too long */
  async alone<Result>(store: string, key: string, action: () => Promise<Result>): Promise<Result | null> {
    const start = performance.now();
    let until = await this.claim(store, key);
    while (until === null) {
      if (performance.now() - start >= this.patience) return null;
      await wait(ASK_AGAIN_MS);
      until = await this.claim(store, key);
    }
    let mine = until;
    const renew = async (): Promise<void> => {
      mine = (await this.renew(store, key, mine)) ?? mine;
    };
    // If a renewal fails, the next one may succeed.
    const renewal = setInterval(() => void renew().catch(() => undefined), RENEW_MS);
    try {
      return await action();
    } finally {
      clearInterval(renewal);
      await this.db
        .deleteFrom('claimed_keys')
        .where('store', '=', store)
        .where('key', '=', key)
        .where('until', '=', mine)
        .execute()
        // If this fails, the claim ends by itself.
        .catch(() => undefined);
    }
  }

  /** @returns until when the key is claimed; null if another action has it */
  private async claim(store: string, key: string): Promise<number | null> {
    const now = this.clock.now();
    const until = now + CLAIM_MS;
    const claimed = await this.db
      .insertInto('claimed_keys')
      .values({ store, key, until })
      .onConflict((conflict) =>
        conflict.columns(['store', 'key']).doUpdateSet({ until }).where('claimed_keys.until', '<=', now),
      )
      .returning('key')
      .executeTakeFirst();
    return claimed === undefined ? null : until;
  }

  /** @returns until when the key is claimed now; null if the claim of this action has ended */
  private async renew(store: string, key: string, until: number): Promise<number | null> {
    const next = this.clock.now() + CLAIM_MS;
    const renewed = await this.db
      .updateTable('claimed_keys')
      .set({ until: next })
      .where('store', '=', store)
      .where('key', '=', key)
      .where('until', '=', until)
      .returning('key')
      .executeTakeFirst();
    return renewed === undefined ? null : next;
  }
}
