import type { Result } from 'audio-streaming-core/domain';
import type { KeyValueStore, Signal, StoreFailure } from 'audio-streaming-core/ports';

/** An adapter of this project: a store that puts a prefix before every key. */
export class PrefixedStore implements KeyValueStore {
  readonly changedElsewhere: Signal<string | null>;

  constructor(
    private readonly store: KeyValueStore,
    private readonly prefix: string,
  ) {
    this.changedElsewhere = {
      subscribe: (next) =>
        store.changedElsewhere.subscribe((key) => {
          if (key === null) next(null);
          else if (key.startsWith(prefix)) next(key.slice(prefix.length));
        }),
    };
  }

  get(key: string): string | null {
    return this.store.get(this.prefix + key);
  }

  set(key: string, value: string): Result<void, StoreFailure> {
    return this.store.set(this.prefix + key, value);
  }

  delete(key: string): void {
    this.store.delete(this.prefix + key);
  }

  keys(): readonly string[] {
    const own = this.store.keys().filter((key) => key.startsWith(this.prefix));
    return own.map((key) => key.slice(this.prefix.length));
  }
}
