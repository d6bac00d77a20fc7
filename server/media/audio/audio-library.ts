import { createHash } from 'node:crypto';
import type { AudioSource } from '../source.ts';
import { layoutOf, type Phrase, type PlacedPhrase } from './layout.ts';
import { PhraseCache } from './phrase-cache.ts';
import { Recording } from './recording.ts';
import { Studio } from './studio.ts';

/** Raised whenever the music or its encoding changes, so that no track is patched together from two versions. */
const COMPOSITION = 1;

/**
 * How long a phrase is made on after its last reader has gone, in milliseconds: a seek comes back to the same phrase
 * on a new connection.
 */
const PATIENCE = 500;

const WARM_UP_DELAY = 1500;

/** Every track of the catalogue, made when somebody listens. */
export class AudioLibrary {
  private readonly cache: Promise<PhraseCache>;
  private readonly studio = new Studio();
  private readonly making = new Map<string, Recording>();
  private readonly writes = new Set<Promise<void>>();

  /** @param limit how many bytes the cache on disk may take. */
  constructor(directory: string, limit: number) {
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
   * The bytes of a track from `from` to `to`, both included, as they become ready.
   * Any number of readers share one making of a phrase.
   */
  async *read(source: AudioSource, from: number, to: number): AsyncGenerator<Buffer, void, undefined> {
    for (const phrase of layoutOf(source).phrases) {
      const first = Math.max(from - phrase.offset, 0);
      const end = Math.min(to + 1 - phrase.offset, phrase.bytes);
      if (first < end) yield* this.readPhrase(phrase, first, end);
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
  ): AsyncGenerator<Buffer, void, undefined> {
    const key = digest([phrase.id, phrase.chapter, phrase.verse, phrase.frames, COMPOSITION]);
    const kept = this.making.has(key) ? null : await (await this.cache).get(key, phrase.bytes);
    if (kept !== null) {
      yield kept.subarray(from, to);
      return;
    }
    const recording = this.recordingOf(key, phrase);
    try {
      yield* recording.read(from, to);
    } finally {
      if (!recording.hasReaders && !recording.isWhole) this.leave(recording);
    }
  }

  private recordingOf(key: string, phrase: Phrase & { readonly bytes: number }): Recording {
    const running = this.making.get(key);
    if (running !== undefined) return running;
    const recording = new Recording(phrase.bytes, (settled) => {
      const write = this.keep(key, settled).finally(() => this.writes.delete(write));
      this.writes.add(write);
    });
    this.making.set(key, recording);
    const { id, chapter, verse, frames } = phrase;
    this.studio.make({ id, chapter, verse, frames }, recording);
    return recording;
  }

  private leave(recording: Recording): void {
    setTimeout(() => {
      if (!recording.hasReaders && !recording.isWhole) this.studio.cancel(recording);
    }, PATIENCE).unref();
  }

  /** Readers find the recording here until the cache has it. */
  private async keep(key: string, recording: Recording): Promise<void> {
    if (recording.isWhole) await (await this.cache).put(key, recording.bytes);
    this.making.delete(key);
  }
}

function digest(parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
