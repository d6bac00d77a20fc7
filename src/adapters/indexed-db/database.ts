/** The name of the only object store. */
const STORE = 'values';
const VERSION = 1;

/** A change to one key: its new text, or null to delete it. */
export type Change = readonly [key: string, value: string | null];

/** A database of texts by key. Every failure is a rejected promise. */
export class Database {
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
