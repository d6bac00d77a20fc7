import { cacheKey, CACHE_LIFETIME, firstToEvict } from '../../domain/catalogue/cache-policy.ts';
import type { ContentId } from '../../domain/catalogue/content.ts';
import { instant } from '../../domain/time.ts';
import type { Instant } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentCache } from '../../ports/content-cache.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import { apiPath } from './api-path.ts';
import { AnswerStore, isCacheKey } from './answer-store.ts';
import { isServable } from './cached-answer.ts';
import type { StoredAnswer } from './cached-answer.ts';
import { mayMention, updateFavorite } from './favorite-updates.ts';
import type { JsonAnswer } from './transport.ts';

type Remembered = { readonly key: string; readonly expiresAt: Instant; readonly body: unknown };

/** A saved favourite, with its number among all saved favourites. */
type Mend = { readonly sequence: number; readonly id: ContentId; readonly isFavorite: boolean };

/** Marks the start of a request. What has changed since then is applied to its response. */
export type Ticket = { readonly generation: number; readonly sequence: number };

// Number of responses in memory. All others are read from the store.
const MOST_REMEMBERED = 100;

/**
 * The response cache (CAT-61 to CAT-66). Keeps responses in browser storage, and the recent ones in memory too. Writes
 * to the storage when the page is idle.
 */
export class ResponseCache implements ContentCache {
  private readonly answers: AnswerStore;
  private readonly remembered = new Map<string, Remembered>();
  private readonly unwritten = new Map<string, StoredAnswer>();
  private mends: readonly Mend[] = [];
  /** Number of favourites saved so far, and the number of those that the stored responses contain. */
  private sequence = 0;
  private storedSequence = 0;
  private forgotten = 0;
  private isFlushDue = false;

  constructor(
    store: KeyValueStore,
    private readonly clock: Clock,
    /** Runs work later, when the page is idle. */
    private readonly defer: (work: () => void) => void,
  ) {
    this.answers = new AnswerStore(store);
    // Another tab has changed or deleted responses. The copies in memory may be outdated.
    store.changedElsewhere.subscribe((key) => {
      if (key === null || isCacheKey(key)) this.remembered.clear();
    });
  }

  /** Returns the body of a cached response that has not expired; undefined if there is none. */
  read(key: string): unknown {
    const now = this.clock.now();
    const remembered = this.remembered.get(key);
    if (remembered !== undefined && isServable(remembered, now)) return remembered.body;
    const stored = this.unwritten.get(key) ?? this.answers.read(key);
    if (stored === null) return undefined;
    const body = isServable(stored, now) ? parsed(stored.text) : undefined;
    if (body === undefined) {
      this.discard(key);
      return undefined;
    }
    const mended = this.mendedSince(this.storedSequence, body);
    this.remember({ key, expiresAt: stored.expiresAt, body: mended });
    return mended;
  }

  /** Call this before a request is sent. */
  ticket(): Ticket {
    return { generation: this.forgotten, sequence: this.sequence };
  }

  /** Returns the response, updated with favourites that were saved while it was pending (FAV-10). */
  settled(ticket: Ticket, answer: JsonAnswer): JsonAnswer {
    const body = this.mendedSince(ticket.sequence, answer.body);
    return body === answer.body ? answer : { text: JSON.stringify(body), body };
  }

  /** Stores a response, unless the cache was cleared after its request began. */
  write(ticket: Ticket, key: string, answer: JsonAnswer): void {
    if (ticket.generation !== this.forgotten) return;
    const expiresAt = instant(this.clock.now() + CACHE_LIFETIME);
    this.remember({ key, expiresAt, body: answer.body });
    this.unwritten.set(key, { expiresAt, text: answer.text });
    this.flushLater();
  }

  discard(key: string): void {
    this.remembered.delete(key);
    this.unwritten.delete(key);
    this.answers.delete(key);
  }

  /** Updates the cached responses that contain a saved title (FAV-10). */
  mendFavorite(id: ContentId, isFavorite: boolean): void {
    this.sequence += 1;
    const mend = { sequence: this.sequence, id, isFavorite };
    this.mends = [...this.mends.filter((earlier) => earlier.id !== id), mend];
    for (const [key, { expiresAt, body }] of this.remembered) {
      this.remembered.set(key, { key, expiresAt, body: updateFavorite(body, id, isFavorite) });
    }
    this.flushLater();
  }

  forgetContent(id: ContentId): void {
    const path = apiPath`/content/${id}`;
    if (path !== null) this.discard(cacheKey('GET', path, {}));
  }

  clear(): void {
    this.forgotten += 1;
    this.mends = [];
    this.storedSequence = this.sequence;
    this.remembered.clear();
    this.unwritten.clear();
    this.answers.clear();
  }

  purgeExpired(): void {
    const now = this.clock.now();
    this.answers.purge((entry) => isServable(entry, now));
  }

  private remember(entry: Remembered): void {
    this.remembered.set(entry.key, entry);
    if (this.remembered.size <= MOST_REMEMBERED) return;
    const evicted = firstToEvict([...this.remembered.values()]);
    if (evicted !== null) this.remembered.delete(evicted.key);
  }

  private mendedSince(sequence: number, body: unknown): unknown {
    return this.mends
      .filter((mend) => mend.sequence > sequence)
      .reduce((mended, { id, isFavorite }) => updateFavorite(mended, id, isFavorite), body);
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
    const pending = this.mends.filter((mend) => mend.sequence > this.storedSequence);
    if (pending.length > 0) {
      for (const key of this.answers.keys()) this.mendStored(key, pending);
      for (const [key, { expiresAt, text }] of this.unwritten) {
        this.unwritten.set(key, { expiresAt, text: this.mendedText(text, pending) });
      }
      this.storedSequence = this.sequence;
    }
    for (const [key, answer] of this.unwritten) this.answers.write(key, answer);
    this.unwritten.clear();
  }

  private mendStored(key: string, pending: readonly Mend[]): void {
    const stored = this.answers.read(key);
    if (stored === null) return;
    const text = this.mendedText(stored.text, pending);
    if (text !== stored.text) this.answers.write(key, { expiresAt: stored.expiresAt, text });
  }

  private mendedText(text: string, pending: readonly Mend[]): string {
    const concerned = pending.filter(({ id }) => mayMention(text, id));
    if (concerned.length === 0) return text;
    const body = parsed(text);
    const mended = concerned.reduce((read, { id, isFavorite }) => updateFavorite(read, id, isFavorite), body);
    return mended === body ? text : JSON.stringify(mended);
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
