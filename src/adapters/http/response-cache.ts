import { cacheKey, CACHE_LIFETIME, firstToEvict } from '../../domain/catalogue/cache-policy.ts';
import type { ContentId } from '../../domain/catalogue/content.ts';
import { instant, type Instant } from '../../domain/time.ts';
import type { Clock, KeyValueStore } from '../../ports/platform.ts';
import type { ContentCache } from '../../ports/content-api.ts';
import { apiPath } from './api-path.ts';
import { mayMention, withFavorite } from './favorite-updates.ts';
import { ResponseStore, isCacheKey } from './response-store.ts';
import { isServable, type StoredResponse } from './stored-response.ts';
import type { JsonResponse } from './transport.ts';

type InMemory = { readonly key: string; readonly expiresAt: Instant; readonly body: unknown };

/** A saved favourite, with its number among all saved favourites. */
type FavoriteUpdate = { readonly sequence: number; readonly id: ContentId; readonly isFavorite: boolean };

/** Marks the start of a request. What has changed since then is applied to its response. */
export type Ticket = { readonly generation: number; readonly sequence: number };

// Number of responses in memory. All others are read from the store.
const MOST_IN_MEMORY = 100;

/**
 * The response cache (CAT-61 to CAT-66). Keeps responses in browser storage, and the recent ones in memory too. Writes
 * to the storage when the page is idle.
 */
export class ResponseCache implements ContentCache {
  private readonly stored: ResponseStore;
  private readonly inMemory = new Map<string, InMemory>();
  private readonly unwritten = new Map<string, StoredResponse>();
  private updates: readonly FavoriteUpdate[] = [];
  /** Number of favourites saved so far, and the number of those that the stored responses contain. */
  private sequence = 0;
  private storedSequence = 0;
  private generation = 0;
  private isFlushDue = false;

  constructor(
    store: KeyValueStore,
    private readonly clock: Clock,
    /** Runs work later, when the page is idle. */
    private readonly defer: (work: () => void) => void,
  ) {
    this.stored = new ResponseStore(store);
    // Another tab has changed or deleted responses. The copies in memory may be outdated.
    store.changedElsewhere.subscribe((key) => {
      if (key === null || isCacheKey(key)) this.inMemory.clear();
    });
  }

  /** Returns the body of a cached response that has not expired; undefined if there is none. */
  read(key: string): unknown {
    const now = this.clock.now();
    const recent = this.inMemory.get(key);
    if (recent !== undefined && isServable(recent, now)) return recent.body;
    const stored = this.unwritten.get(key) ?? this.stored.read(key);
    if (stored === null) return undefined;
    const body = isServable(stored, now) ? parsed(stored.text) : undefined;
    if (body === undefined) {
      this.discard(key);
      return undefined;
    }
    const updated = this.updatedSince(this.storedSequence, body);
    this.remember({ key, expiresAt: stored.expiresAt, body: updated });
    return updated;
  }

  /** Call this before a request is sent. */
  ticket(): Ticket {
    return { generation: this.generation, sequence: this.sequence };
  }

  /** Returns the response, updated with favourites that were saved while it was pending (FAV-10). */
  settled(ticket: Ticket, response: JsonResponse): JsonResponse {
    const body = this.updatedSince(ticket.sequence, response.body);
    return body === response.body ? response : { text: JSON.stringify(body), body };
  }

  /** Stores a response, unless the cache was cleared after its request began. */
  write(ticket: Ticket, key: string, response: JsonResponse): void {
    if (ticket.generation !== this.generation) return;
    const expiresAt = instant(this.clock.now() + CACHE_LIFETIME);
    this.remember({ key, expiresAt, body: response.body });
    this.unwritten.set(key, { expiresAt, text: response.text });
    this.flushLater();
  }

  discard(key: string): void {
    this.inMemory.delete(key);
    this.unwritten.delete(key);
    this.stored.delete(key);
  }

  /** Updates the cached responses that contain a saved title (FAV-10). */
  updateFavorite(id: ContentId, isFavorite: boolean): void {
    this.sequence += 1;
    const update = { sequence: this.sequence, id, isFavorite };
    this.updates = [...this.updates.filter((earlier) => earlier.id !== id), update];
    for (const [key, { expiresAt, body }] of this.inMemory) {
      this.inMemory.set(key, { key, expiresAt, body: withFavorite(body, id, isFavorite) });
    }
    this.flushLater();
  }

  forgetContent(id: ContentId): void {
    const path = apiPath`/content/${id}`;
    if (path !== null) this.discard(cacheKey('GET', path, {}));
  }

  clear(): void {
    this.generation += 1;
    this.updates = [];
    this.storedSequence = this.sequence;
    this.inMemory.clear();
    this.unwritten.clear();
    this.stored.clear();
  }

  purgeExpired(): void {
    const now = this.clock.now();
    this.stored.purge((entry) => isServable(entry, now));
  }

  private remember(entry: InMemory): void {
    this.inMemory.set(entry.key, entry);
    if (this.inMemory.size <= MOST_IN_MEMORY) return;
    const evicted = firstToEvict([...this.inMemory.values()]);
    if (evicted !== null) this.inMemory.delete(evicted.key);
  }

  private updatedSince(sequence: number, body: unknown): unknown {
    return this.updates
      .filter((update) => update.sequence > sequence)
      .reduce((updated, { id, isFavorite }) => withFavorite(updated, id, isFavorite), body);
  }

  private flushLater(): void {
    if (this.isFlushDue) return;
    this.isFlushDue = true;
    this.defer(() => {
      this.isFlushDue = false;
      this.flush();
    });
  }

  private flush(): void {
    const pending = this.updates.filter((update) => update.sequence > this.storedSequence);
    if (pending.length > 0) {
      for (const key of this.stored.keys()) this.updateStored(key, pending);
      for (const [key, { expiresAt, text }] of this.unwritten) {
        this.unwritten.set(key, { expiresAt, text: this.updatedText(text, pending) });
      }
      this.storedSequence = this.sequence;
    }
    for (const [key, response] of this.unwritten) this.stored.write(key, response);
    this.unwritten.clear();
  }

  private updateStored(key: string, pending: readonly FavoriteUpdate[]): void {
    const stored = this.stored.read(key);
    if (stored === null) return;
    const text = this.updatedText(stored.text, pending);
    if (text !== stored.text) this.stored.write(key, { expiresAt: stored.expiresAt, text });
  }

  private updatedText(text: string, pending: readonly FavoriteUpdate[]): string {
    const relevant = pending.filter(({ id }) => mayMention(text, id));
    if (relevant.length === 0) return text;
    const body = parsed(text);
    const updated = relevant.reduce((read, { id, isFavorite }) => withFavorite(read, id, isFavorite), body);
    return updated === body ? text : JSON.stringify(updated);
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
