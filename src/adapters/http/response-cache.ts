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

/** A favourite that was saved, and when among all that were. */
type Mend = { readonly sequence: number; readonly id: ContentId; readonly isFavorite: boolean };

/** When a request began: what has happened since then decides what its answer is worth. */
export type Ticket = { readonly generation: number; readonly sequence: number };

// As many answers as are looked at again soon; the store keeps the others.
const MOST_REMEMBERED = 100;

/**
 * The response cache of section 9 in browser storage, with the answers of late in memory too, so that
 * serving one costs a look-up. Storage is written to when that holds nobody up.
 */
export class ResponseCache implements ContentCache {
  private readonly answers: AnswerStore;
  private readonly remembered = new Map<string, Remembered>();
  private readonly unwritten = new Map<string, StoredAnswer>();
  private mends: readonly Mend[] = [];
  /** How many favourites were saved so far, and how many of them the stored answers show. */
  private sequence = 0;
  private storedSequence = 0;
  private forgotten = 0;
  private isFlushDue = false;

  constructor(
    store: KeyValueStore,
    private readonly clock: Clock,
    /** Runs work a little later, when it holds nobody up. */
    private readonly defer: (work: () => void) => void,
  ) {
    this.answers = new AnswerStore(store);
    // What another tab mended or forgot is not to be served from this one's memory.
    store.changedElsewhere.subscribe((key) => {
      if (key === null || isCacheKey(key)) this.remembered.clear();
    });
  }

  /** The body of a cached answer that may still be served; undefined when there is none. */
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

  /** To be taken before a request is sent. */
  ticket(): Ticket {
    return { generation: this.forgotten, sequence: this.sequence };
  }

  /** An answer with whatever was saved while it was on its way. */
  settled(ticket: Ticket, answer: JsonAnswer): JsonAnswer {
    const body = this.mendedSince(ticket.sequence, answer.body);
    return body === answer.body ? answer : { text: JSON.stringify(body), body };
  }

  /** Keeps an answer, unless everything was forgotten after its request began. */
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

  /** Contract 3.18: a saved favourite also mends the cached items that show it. */
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
