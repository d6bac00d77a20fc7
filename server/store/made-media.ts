import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { withoutTimeBudget } from '../db/time-budget.ts';
import { type MediaStore, type StoredObject, StoreUnavailableError } from './media-store.ts';

/** The files that the provider has made, or makes now, in each store. Instants are epoch milliseconds. */
export type MadeMediaTables = {
  made_media: {
    store: string;
    key: string;
    /** Null while the file is made for the first time. */
    bytes: number | null;
    used_at: number;
    /** Until then, one process makes the file. Other processes wait for it. */
    making_until: number | null;
  };
};

export const madeMediaMigrations: Record<string, Migration> = {
  '0001_initial': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('made_media')
        .addColumn('store', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('bytes', 'bigint')
        .addColumn('used_at', 'bigint', (column) => column.notNull())
        .addColumn('making_until', 'bigint')
        .addPrimaryKeyConstraint('made_media_pk', ['store', 'key'])
        .execute();
      await sql`create index made_media_used on made_media (store, used_at)`.execute(db);
      await db.schema
        .createTable('claimed_keys')
        .addColumn('store', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('claimed_keys_pk', ['store', 'key'])
        .execute();
    },
  },
};

/** The folder of the made files in the store, and the folders in it. */
const PREFIX = 'media/';
const KINDS = ['covers', 'originals', 'parts'] as const;
/** The name of a made file: its folder and its path in it. */
type MadeName = `${(typeof KINDS)[number]}/${string}`;
const MOST_BYTES = 4 * 1024 ** 3;
/** Milliseconds. If the process dies that makes a file, another one makes it after this time. */
const MAKING_MS = 20_000;
const ASK_AGAIN_MS = 200;
/** Milliseconds between two notes that a file is in use. */
const NOTE_MS = 3_600_000;
const REPORT_MS = 60_000;
const MOST_NOTES = 50_000;
/** Old files are deleted each time that this part of the limit was stored. */
const PART = 64;
/** How many files one statement adds to the list. */
const BATCH = 1_000;

interface MadeMediaOptions {
  readonly db: Kysely<MadeMediaTables>;
  readonly store: MediaStore;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly mostBytes?: number | undefined;
}

/**
 * Files that are made from others, such as covers in several sizes. Each is made once for all processes and stored.
 * Above a limit, the least recently used ones are deleted (CAT-87).
 */
export class MadeMedia {
  private readonly running = new Map<string, Promise<Buffer | null>>();
  private readonly noted = new Map<string, number>();
  private readonly mostBytes: number;
  private bytesSinceEviction = 0;
  private hasListed = false;
  private reportedAt = -Infinity;

  constructor(private readonly options: MadeMediaOptions) {
    this.mostBytes = options.mostBytes ?? MOST_BYTES;
  }

  /**
   * Returns a file, and makes it if it is not there. If it cannot be stored, the next request makes it again.
   *
   * @param make returns null if the file cannot be made
   */
  get(name: MadeName, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const key = PREFIX + name;
    const running = this.running.get(key);
    if (running !== undefined) return running;
    const started = this.findOrMake(key, make).finally(() => this.running.delete(key));
    this.running.set(key, started);
    return started;
  }

  private async findOrMake(key: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const end = performance.now() + MAKING_MS;
    for (;;) {
      const found = await this.find(key);
      // The original may be in another location. Waiting for the store a second time would not help.
      if (found === 'away') return make();
      if (found !== null) return found;
      if (performance.now() > end || (await this.begin(key))) break;
      await wait(ASK_AGAIN_MS);
    }
    let bytes: Buffer | null = null;
    try {
      bytes = await make();
    } finally {
      if (bytes === null) await this.giveUp(key);
    }
    if (bytes !== null) await this.keep(key, bytes);
    return bytes;
  }

  private async find(key: string): Promise<Buffer | 'away' | null> {
    try {
      const stream = await this.options.store.read(key);
      if (stream === null) return null;
      const bytes = await buffer(stream);
      await this.noteUse(key, bytes.length);
      return bytes;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      this.report(`made files cannot be stored: ${error.sentence}`);
      return 'away';
    }
  }

  private async keep(key: string, bytes: Buffer): Promise<void> {
    try {
      await this.options.store.put(key, Readable.from([bytes]));
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      this.report(`made files cannot be stored: ${error.sentence}`);
      await this.giveUp(key);
      return;
    }
    this.noted.delete(key);
    await this.noteUse(key, bytes.length);
    this.bytesSinceEviction += bytes.length;
    if (this.bytesSinceEviction > this.mostBytes / PART) await this.evict();
    if (this.hasListed) return;
    this.hasListed = true;
    // Listing reads the names of all files, so no request waits for it. It also does not use the database time of the
    // request.
    withoutTimeBudget(() => this.listStored()).catch((error: unknown) => {
      this.hasListed = false;
      this.report(`made files cannot be listed: ${String(error)}`);
    });
  }

  /**
   * Adds files that are missing in the list, once for each process. They were stored while the database did not respond, or
   * their rows are lost. Without this, a file that nobody requests again would never be deleted
   * (CAT-100). After a failure, the next file that is made starts it again.
   */
  private async listStored(): Promise<void> {
    const { store } = this.options;
    let found: StoredObject[] = [];
    try {
      for (const kind of KINDS) {
        for await (const object of store.list(`${PREFIX}${kind}/`)) {
          found.push(object);
          if (found.length < BATCH) continue;
          if (!(await this.addToList(found))) return;
          found = [];
        }
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      this.hasListed = false;
      this.report(`made files cannot be listed: ${error.sentence}`);
      return;
    }
    if (await this.addToList(found)) await this.evict();
  }

  /** @returns whether the list has the files now */
  private async addToList(objects: readonly StoredObject[]): Promise<boolean> {
    if (objects.length === 0) return true;
    const store = this.options.store.name;
    const rows = objects.map(({ key, size, changedAt }) => ({
      store,
      key,
      bytes: size,
      used_at: changedAt,
      making_until: null,
    }));
    const added = await this.write((db) =>
      db
        .insertInto('made_media')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['store', 'key'])
            .doUpdateSet((to) => ({ bytes: to.ref('excluded.bytes') }))
            .where('made_media.bytes', 'is', null),
        )
        .execute(),
    );
    if (added === null) this.hasListed = false;
    return added !== null;
  }

  /** Whether this process makes the file. If the database does not say so, it makes it. */
  private async begin(key: string): Promise<boolean> {
    const now = this.options.clock.now();
    const row = {
      store: this.options.store.name,
      key,
      bytes: null,
      used_at: now,
      making_until: now + MAKING_MS,
    };
    const taken = await this.write((db) =>
      db
        .insertInto('made_media')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['store', 'key'])
            .doUpdateSet({ making_until: row.making_until })
            .where(sql<boolean>`coalesce(made_media.making_until, 0) < ${now}`),
        )
        .returning('key')
        .execute(),
    );
    return taken === null || taken.length > 0;
  }

  private async giveUp(key: string): Promise<void> {
    await this.write((db) =>
      db
        .deleteFrom('made_media')
        .where('store', '=', this.options.store.name)
        .where('key', '=', key)
        .execute(),
    );
  }

  /** Notes the use of a file, at most once in an hour, and that it is made. */
  private async noteUse(key: string, bytes: number): Promise<void> {
    const now = this.options.clock.now();
    if (now - (this.noted.get(key) ?? -Infinity) < NOTE_MS) return;
    if (this.noted.size >= MOST_NOTES) this.noted.clear();
    this.noted.set(key, now);
    const made = { bytes, used_at: now, making_until: null };
    await this.write((db) =>
      db
        .insertInto('made_media')
        .values({ store: this.options.store.name, key, ...made })
        .onConflict((conflict) => conflict.columns(['store', 'key']).doUpdateSet(made))
        .execute(),
    );
  }

  /** Deletes the files that were not used for the longest time, until the others are below the limit. */
  private async evict(): Promise<void> {
    this.bytesSinceEviction = 0;
    const { store } = this.options;
    const old = await this.write(async (db) => {
      const { rows } = await sql<{ key: string }>`
        select key from (
          select key, sum(bytes) over (order by used_at desc, key) as total
          from made_media where store = ${store.name} and bytes is not null
        ) as newest where total > ${this.mostBytes}
      `.execute(db);
      return rows;
    });
    for (const { key } of old ?? []) {
      try {
        await store.delete(key);
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        this.report(`old files cannot be deleted: ${error.sentence}`);
        return;
      }
      this.noted.delete(key);
      await this.giveUp(key);
    }
  }

  /** Changes the list of the made files. After a failure a file may be made twice, so the caller goes on. */
  private async write<Result>(
    action: (db: Kysely<MadeMediaTables>) => Promise<Result>,
  ): Promise<Result | null> {
    try {
      return await action(this.options.db);
    } catch (error) {
      this.report(`the list of made files cannot be used: ${String(error)}`);
      return null;
    }
  }

  /** Writes a line to the log, at most once a minute. */
  private report(sentence: string): void {
    if (performance.now() - this.reportedAt < REPORT_MS) return;
    this.reportedAt = performance.now();
    this.options.log(`media: ${sentence}`);
  }
}
