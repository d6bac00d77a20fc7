import { Subject } from 'rxjs';
import { failed, ok, type Result } from '../../domain/result.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Clock, Log, Signal, KeyValueStore, StoreFailure } from '../../ports/platform.ts';

/** The name of the only object store. */
const STORE = 'values';
const VERSION = 1;

/** A key and its new text. Null deletes the key. */
type Change = readonly [key: string, value: string | null];

/** A database of texts by key. Every failure is a rejected promise. */
class Database {
  static async open(factory: IDBFactory, name: string): Promise<Database> {
    return new Promise((resolve, reject) => {
      const request = factory.open(name, VERSION);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
      request.addEventListener('success', () => resolve(new Database(request.result)));
      request.addEventListener('error', () => reject(reasonOf(request.error)));
      request.addEventListener('blocked', () => reject(new Error('another version is open')));
    });
  }

  private constructor(private readonly database: IDBDatabase) {
    // Closes the connection, so that this page does not block a deletion of the database.
    database.addEventListener('versionchange', () => {
      database.close();
      database.dispatchEvent(new Event('close'));
    });
  }

  /** Calls the listener once, when the database was deleted or closed. */
  onGone(listener: () => void): void {
    this.database.addEventListener('close', listener, { once: true });
  }

  async readAll(): Promise<ReadonlyMap<string, string>> {
    const transaction = this.database.transaction(STORE, 'readonly');
    const store = transaction.objectStore(STORE);
    const keys = store.getAllKeys();
    const values = store.getAll();
    await finished(transaction);
    return new Map(keys.result.flatMap((key, at) => entryOf(key, values.result[at])));
  }

  async read(keys: readonly string[]): Promise<readonly Change[]> {
    const transaction = this.database.transaction(STORE, 'readonly');
    const store = transaction.objectStore(STORE);
    const requests = keys.map((key) => [key, store.get(key)] as const);
    await finished(transaction);
    return requests.map(([key, { result }]): Change => [key, typeof result === 'string' ? result : null]);
  }

  /** Writes all changes or none. Later writes run after these. */
  async write(changes: readonly Change[]): Promise<void> {
    const transaction = this.database.transaction(STORE, 'readwrite');
    const store = transaction.objectStore(STORE);
    for (const [key, value] of changes) {
      if (value === null) store.delete(key);
      else store.put(value, key);
    }
    const written = finished(transaction);
    // No other request follows, so the browser can commit at once, even if the page closes.
    transaction.commit();
    await written;
  }

  close(): void {
    this.database.close();
  }
}

const entryOf = (key: IDBValidKey, value: unknown): readonly (readonly [string, string])[] =>
  typeof key === 'string' && typeof value === 'string' ? [[key, value]] : [];

const finished = async (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(reasonOf(transaction.error)));
  });

const reasonOf = (error: DOMException | null): Error => error ?? new Error('the transaction was aborted');

export type IndexedDbOptions = {
  /** Returns the browser's factory. It throws or returns nothing if site data is blocked. */
  readonly factory: () => IDBFactory | undefined;
  /** Names the database. */
  readonly name: string;
  /** A channel to the other tabs. */
  readonly channel: EventTarget & { postMessage(keys: readonly string[]): void };
  readonly clock: Clock;
  readonly log: Log;
  /** The largest number of characters of all keys and values. All of them are in memory. */
  readonly capacity?: number;
};

const CAPACITY = 32 * 1024 * 1024;

/** A database that has not opened after this time counts as blocked, so that the page does not wait longer. */
const OPENING_LIMIT = milliseconds(5_000);

/**
 * IndexedDB behind a synchronous port. Reads everything when it is opened. Writes changes in the background, in order,
 * after the code that made them has finished. Written changes survive a crash of the page. If a change is lost,
 * earlier changes are not lost.
 */
export class IndexedDbStore implements KeyValueStore {
  readonly changedElsewhere: Signal<string | null>;
  private readonly changes = new Subject<string | null>();
  private database: Database | null = null;
  private values = new Map<string, string>();
  /** The number of characters in `values`. */
  private size = 0;
  /** Changes that are not written yet, by key. */
  private readonly pending = new Map<string, string | null>();
  private isFlushDue = false;
  /** True while the browser has no space for the pending changes. A deletion or a successful write ends this. */
  private isFull = false;

  /** Never fails. A store that cannot be opened counts as blocked. */
  static async open(options: IndexedDbOptions): Promise<IndexedDbStore> {
    const store = new IndexedDbStore(options);
    await store.connect();
    return store;
  }

  private constructor(private readonly options: IndexedDbOptions) {
    this.changedElsewhere = this.changes;
    options.channel.addEventListener('message', (event) => {
      if (event instanceof MessageEvent) void this.changedBehindUs(event.data);
    });
  }

  get(key: string): string | null {
    return this.values.get(key) ?? null;
  }

  set(key: string, value: string): Result<void, StoreFailure> {
    if (this.database === null) return failed({ kind: 'blocked' });
    const before = this.values.get(key);
    if (before === value) return ok(undefined);
    const growth = sizeOf(key, value) - (before === undefined ? 0 : sizeOf(key, before));
    if (this.isFull) {
      // The browser does not report free space. So the pending changes are tried again.
      this.flushSoon();
      return failed({ kind: 'full' });
    }
    if (this.size + growth > (this.options.capacity ?? CAPACITY)) return failed({ kind: 'full' });
    this.hold(key, value);
    this.writeBehind(key, value);
    return ok(undefined);
  }

  delete(key: string): void {
    if (!this.values.has(key)) return;
    this.hold(key, null);
    this.isFull = false;
    this.writeBehind(key, null);
  }

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  private async connect(): Promise<void> {
    const { factory, name, clock, log } = this.options;
    try {
      const found = factory();
      if (found === undefined) throw new Error('there is no database here');
      const opened = await Promise.race([Database.open(found, name), clock.after(OPENING_LIMIT)]);
      if (opened === undefined) throw new Error('the database did not open in time');
      for (const [key, value] of await opened.readAll()) if (!this.pending.has(key)) this.hold(key, value);
      opened.onGone(() => void this.goneAway());
      this.database = opened;
      this.flush();
    } catch (error) {
      log.warn('The database of this browser cannot be used', { reason: nameOf(error) });
      this.forgetAll();
    }
  }

  private writeBehind(key: string, value: string | null): void {
    this.pending.set(key, value);
    this.flushSoon();
  }

  private flushSoon(): void {
    if (this.isFlushDue) return;
    this.isFlushDue = true;
    queueMicrotask(() => this.flush());
  }

  private flush(): void {
    this.isFlushDue = false;
    if (this.database === null || this.pending.size === 0) return;
    const changes = [...this.pending];
    this.pending.clear();
    void this.write(this.database, changes);
  }

  private async write(
    database: Database,
    changes: readonly (readonly [string, string | null])[],
  ): Promise<void> {
    try {
      await database.write(changes);
      this.isFull = false;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows need one, channels have none
      this.options.channel.postMessage(changes.map(([key]) => key));
    } catch (error) {
      const reason = nameOf(error);
      if (!this.isFull)
        this.options.log.warn('Changes could not be written', { keys: changes.length, reason });
      this.isFull = reason === 'QuotaExceededError';
      // The next write includes them with their current values, because they may have changed since.
      const isSameDatabase = this.database === database;
      for (const [key, value] of changes) {
        if (!this.pending.has(key)) this.pending.set(key, isSameDatabase ? this.get(key) : value);
      }
    }
  }

  /**
   * Another tab has written. Its value is read from the database, not from the message: if two tabs write at once,
   * the database knows which was last. The read follows this tab's own writes.
   */
  private async changedBehindUs(message: unknown): Promise<void> {
    if (this.database === null || !Array.isArray(message)) return;
    const keys = message.filter((key) => typeof key === 'string');
    try {
      for (const [key, value] of await this.database.read(keys)) {
        if (this.pending.has(key) || this.get(key) === value) continue;
        this.hold(key, value);
        this.changes.next(key);
      }
    } catch (error) {
      this.options.log.warn('What another tab changed could not be read', { reason: nameOf(error) });
    }
  }

  /** The browser has deleted the database, for example because its user cleared the site's data. */
  private async goneAway(): Promise<void> {
    this.forgetAll();
    this.changes.next(null);
    await this.connect();
  }

  private forgetAll(): void {
    this.database = null;
    this.values = new Map();
    this.size = 0;
    this.pending.clear();
    this.isFull = false;
  }

  private hold(key: string, value: string | null): void {
    const before = this.values.get(key);
    if (before !== undefined) this.size -= sizeOf(key, before);
    if (value === null) {
      this.values.delete(key);
      return;
    }
    this.values.set(key, value);
    this.size += sizeOf(key, value);
  }
}

const sizeOf = (key: string, value: string): number => key.length + value.length;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
