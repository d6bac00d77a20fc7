import { createHash } from 'node:crypto';
import type { AudioSource } from '../../media/source.ts';
import { layoutOf, type Phrase, type PlacedPhrase } from './layout.ts';
import { PhraseCache } from './phrase-cache.ts';
import { Recording } from './recording.ts';
import { Studio } from './studio.ts';

/** Raised whenever the music or its encoding changes, so that no track is patched together from two versions. */
const COMPOSITION = 1;

/** Who reads, and when the reader has gone. */
export interface Reader {
  readonly listener: string;
  readonly left: AbortSignal;
}

/** How many phrases may wait to be made before nobody new is let in. */
export interface QueueLimits {
  readonly all: number;
  readonly ofOneListener: number;
}

/**
 * How long a phrase is made on after its last reader has gone, in milliseconds: a seek comes back to the same phrase
 * on a new connection.
 */
const PATIENCE = 500;

/** How many phrases without a reader are made on at once. */
const MOST_ABANDONED = 3;

const WARM_UP_DELAY = 1500;

/** Every track of the catalogue, made when somebody listens. */
export class AudioLibrary {
  private readonly cache: Promise<PhraseCache>;
  private readonly studio = new Studio();
  private readonly making = new Map<string, Recording>();
  private readonly abandoned = new Set<Recording>();
  private readonly writes = new Set<Promise<void>>();

  /** @param limit how many bytes the cache on disk may take. */
  constructor(
    directory: string,
    limit: number,
    private readonly queue: QueueLimits,
  ) {
    this.cache = PhraseCache.open(directory, limit);
    // A directory that can't be used is told by `ready` and `read`; until then it is nobody's unhandled rejection.
    this.cache.catch(() => undefined);
  }

  /** @throws the file system's own error when the directory can't be used. */
  async ready(): Promise<void> {
    await this.cache;
  }

  /** Starts the studio ahead of the first listener, once the page that shows the covers has had the machine. */
  warmUpSoon(): void {
    setTimeout(() => {
      this.studio.warmUp();
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
   * Whether the byte at `from` can be there before a listener loses patience: it is, or is being made, or few wait.
   * Asked before a stream begins; one that has begun is never refused its next phrase.
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
   * The bytes of a track from `from` to `to`, both included, as they become ready, until the reader leaves.
   * Any number of readers share one making of a phrase.
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

  /** Breaks off what is being made, and lets finished phrases reach the disk. */
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
    const kept = this.making.has(key) ? null : await (await this.cache).get(key, phrase.bytes);
    if (kept !== null) {
      yield kept.subarray(from, to);
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
    // Nothing is lost with what was not begun, and whoever leaves again and again has no use for patience.
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

  /** Readers find the recording here until the cache has it. */
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
