import { createHash } from 'node:crypto';
import type { AudioSource } from '../../media/source.ts';
import { layoutOf, type Phrase, type PlacedPhrase } from './music.ts';
import { PhraseCache } from './phrase-cache.ts';
import { Recording } from './recording.ts';
import { Studio } from './studio.ts';

/** Increased when the music or its encoding changes, so that no track mixes two versions. */
const COMPOSITION = 1;

/** A reader, and when the reader has left. */
export interface Reader {
  readonly listener: string;
  readonly left: AbortSignal;
}

/** The most phrases that may wait to be made. Above it, new streams are refused. */
export interface QueueLimits {
  readonly all: number;
  readonly ofOneListener: number;
}

/**
 * How long a phrase is still made after its last reader has left, in milliseconds. After a seek, the player often returns
 * to the same phrase on a new connection.
 */
const PATIENCE = 500;

/** The most phrases without a reader that are still made. */
const MOST_ABANDONED = 3;

const WARM_UP_DELAY = 1500;

/** Every track of the catalogue. A track is made when somebody listens to it. */
export class AudioLibrary {
  private readonly cache: Promise<PhraseCache>;
  private readonly studio = new Studio();
  private readonly making = new Map<string, Recording>();
  private readonly abandoned = new Set<Recording>();
  private readonly writes = new Set<Promise<void>>();

  /** @param limit the most bytes of the cache on disk */
  constructor(
    directory: string,
    limit: number,
    private readonly queue: QueueLimits,
  ) {
    this.cache = PhraseCache.open(directory, limit);
    // `ready` and `read` report a folder that cannot be used. Without this it would be an unhandled rejection.
    this.cache.catch(() => undefined);
  }

  /** @throws the error of the file system if the folder cannot be used */
  async ready(): Promise<void> {
    await this.cache;
  }

  /** Starts the studio before somebody listens, but after the page with the covers has loaded. */
  startSoon(): void {
    setTimeout(() => {
      this.studio.startThread();
    }, WARM_UP_DELAY).unref();
  }

  /** The size of a track in bytes. */
  sizeOf(source: AudioSource): number {
    return layoutOf(source).bytes;
  }

  /** Changes when the bytes of the track do. */
  tagOf(source: AudioSource): string {
    return digest([source.id, source.chapter, source.duration, COMPOSITION]);
  }

  /**
   * True if the byte at `from` can be ready soon: it is ready or being made, or few phrases wait. It is checked before a
   * stream starts. A started stream always gets its next phrase.
   */
  async hasRoomFor(source: AudioSource, from: number, listener: string): Promise<boolean> {
    const phrase = layoutOf(source).phrases.find(({ offset, bytes }) => from < offset + bytes);
    if (phrase === undefined) return true;
    const key = keyOf(phrase);
    if (this.making.has(key) || (await this.cache).has(key)) return true;
    const { all, ofOneListener } = this.queue;
    return this.studio.waiting() < all && this.studio.waiting(listener) < ofOneListener;
  }

  /**
   * The bytes of a track from `from` to `to`, both included, as soon as they are ready, until the reader leaves. All readers
   * of a phrase share it.
   */
  async *read(
    source: AudioSource,
    from: number,
    to: number,
    reader: Reader,
  ): AsyncGenerator<Buffer, void, undefined> {
    for (const phrase of layoutOf(source).phrases) {
      if (reader.left.aborted) return;
      const first = Math.max(from - phrase.offset, 0);
      const end = Math.min(to + 1 - phrase.offset, phrase.bytes);
      if (first < end) yield* this.readPhrase(phrase, first, end, reader);
    }
  }

  /** Stops unfinished phrases, and waits until finished phrases are on disk. */
  async close(): Promise<void> {
    await this.studio.close();
    await Promise.all(this.writes);
  }

  private async *readPhrase(
    phrase: PlacedPhrase,
    from: number,
    to: number,
    { listener, left }: Reader,
  ): AsyncGenerator<Buffer, void, undefined> {
    const key = keyOf(phrase);
    const cached = this.making.has(key) ? null : await (await this.cache).get(key, phrase.bytes);
    if (cached !== null) {
      yield cached.subarray(from, to);
      return;
    }
    const recording = this.recordingOf(key, phrase, listener);
    try {
      yield* recording.read(from, to, left);
    } finally {
      if (!recording.hasReaders && !recording.isWhole) this.leave(recording);
    }
  }

  private recordingOf(key: string, phrase: Phrase & { readonly bytes: number }, listener: string): Recording {
    const running = this.making.get(key);
    if (running !== undefined) return running;
    const recording = new Recording(phrase.bytes, (settled) => {
      const write = this.keep(key, settled).finally(() => this.writes.delete(write));
      this.writes.add(write);
    });
    this.making.set(key, recording);
    const { id, chapter, verse, frames } = phrase;
    this.studio.make({ id, chapter, verse, frames }, recording, listener);
    return recording;
  }

  private leave(recording: Recording): void {
    // A phrase that was not started can be dropped at once. So can the phrases of a reader who leaves repeatedly.
    if (this.studio.isWaiting(recording) || this.abandoned.size >= MOST_ABANDONED) {
      this.studio.cancel(recording);
      return;
    }
    this.abandoned.add(recording);
    setTimeout(() => {
      this.abandoned.delete(recording);
      if (!recording.hasReaders && !recording.isWhole) this.studio.cancel(recording);
    }, PATIENCE).unref();
  }

  /** Readers use this recording until the phrase is in the cache. */
  private async keep(key: string, recording: Recording): Promise<void> {
    if (recording.isWhole) await (await this.cache).put(key, recording.bytes);
    this.making.delete(key);
  }
}

const keyOf = ({ id, chapter, verse, frames }: Phrase): string =>
  digest([id, chapter, verse, frames, COMPOSITION]);

function digest(parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
