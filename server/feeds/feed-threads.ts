import { Worker } from 'node:worker_threads';
import { Turns } from '../turns.ts';
import type { ReadTranscript } from 'audio-streaming-transcripts/read-transcript';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { ReadyWords } from '../catalogue/write-catalogue.ts';
import { FetchError } from './fetch/request.ts';
import type { ListedTranscript } from './episode-documents.ts';
import type { EpisodeRow, KnownEpisode } from './feed-items.ts';
import type { ListedFeed } from './read/opml.ts';
import type { Chapter } from './read/podcast.ts';

/** What a thread is asked. It keeps the pages of one podcast until it gets the first page of another one. */
export type Request =
  | { readonly kind: 'opml'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'page';
      readonly isFirst: boolean;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly contentType: string | null;
      /** Where the page came from. */
      readonly url: string;
    }
  | {
      readonly kind: 'podcast';
      readonly id: string;
      readonly now: number;
      readonly known: readonly KnownEpisode[];
    }
  | {
      readonly kind: 'rows';
      readonly from: number;
      /** Chapters documents of these episodes, by their address. */
      readonly chapters: ReadonlyMap<string, readonly Chapter[]>;
    }
  | {
      readonly kind: 'transcript';
      readonly bytes: Uint8Array;
      readonly type: string;
      readonly seconds: number | null;
    };

export type Reply =
  | { readonly kind: 'opml'; readonly feeds: readonly ListedFeed[] }
  | { readonly kind: 'page'; readonly newUrl: string | null; readonly nextUrl: string | null }
  | {
      readonly kind: 'podcast';
      readonly show: CatalogueItem;
      readonly words: ReadyWords;
      readonly imageUrl: string | null;
      /** The address of the chapters of each episode, the oldest episode first. */
      readonly chaptersUrls: readonly (string | null)[];
      readonly transcripts: readonly ListedTranscript[];
      /** The episodes that the feed no longer lists. */
      readonly gone: readonly string[];
      /** What the operator should know of the feed. */
      readonly note: string | null;
    }
  | {
      readonly kind: 'rows';
      /** Only what is new or different. */
      readonly rows: readonly EpisodeRow[];
      /** The episode after the last one that was looked at. */
      readonly next: number;
    }
  | { readonly kind: 'transcript'; readonly read: ReadTranscript }
  | { readonly kind: 'refused'; readonly reason: string };

/** The most that reading one page or comparing one podcast may take. */
export interface ThreadBounds {
  readonly seconds: number;
  /** Of memory. Only the thread ends if a feed needs more. */
  readonly megabytes: number;
}

const BOUNDS: ThreadBounds = { seconds: 60, megabytes: 512 };
/** A thread without work ends after this time, so that its memory is free. */
const IDLE_MS = 60_000;
/** More threads would need too much memory. */
const AT_ONCE = 2;

/** A worker thread that reads one podcast at a time. It starts with the first question. */
export class FeedThread {
  private worker: Worker | null = null;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly bounds: ThreadBounds) {}

  /** @throws {FetchError} if the feed is refused, or needs more than the bounds allow */
  async ask<Kind extends Request['kind']>(
    request: Extract<Request, { kind: Kind }>,
    signal: AbortSignal | undefined,
  ): Promise<Extract<Reply, { kind: Kind }>> {
    const reply = await this.replyTo(request, signal);
    if (isOfKind<Kind>(reply, request.kind)) return reply;
    throw new FetchError(reply.kind === 'refused' ? reply.reason : FAILED);
  }

  private replyTo(request: Request, signal: AbortSignal | undefined): Promise<Reply> {
    const worker = (this.worker ??= this.opened());
    clearTimeout(this.idle);
    worker.ref();
    return new Promise((resolve) => {
      const end = (reply: Reply): void => {
        clearTimeout(timer);
        worker.off('message', end);
        worker.off('error', fail);
        worker.off('exit', stop);
        signal?.removeEventListener('abort', stop);
        worker.unref();
        this.idle = setTimeout(() => void worker.terminate(), IDLE_MS).unref();
        resolve(reply);
      };
      const drop = (reason: string): void => {
        this.worker = null;
        void worker.terminate();
        end({ kind: 'refused', reason });
      };
      const fail = (error: unknown): void => {
        const isMemory =
          error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        drop(isMemory ? `Reading the feed needs more than ${this.bounds.megabytes} MB of memory.` : FAILED);
      };
      const stop = (): void => drop('Reading the feed was stopped.');
      const timer = setTimeout(
        () => drop(`Reading the feed takes longer than ${this.bounds.seconds} seconds.`),
        this.bounds.seconds * 1000,
      );
      worker.on('message', end);
      worker.on('error', fail);
      worker.on('exit', stop);
      signal?.addEventListener('abort', stop);
      worker.postMessage(request, request.kind === 'page' ? [request.bytes.buffer] : []);
    });
  }

  private opened(): Worker {
    const worker = new Worker(new URL('./feed-worker-entry.js', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.bounds.megabytes },
    });
    // If the thread ends between two questions, the next question starts a new one.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = null;
    });
    return worker;
  }
}

/** The threads of a process that read podcasts. */
export class FeedThreads {
  private readonly free: FeedThread[];
  private readonly turns = new Turns(AT_ONCE);

  constructor(bounds: Partial<ThreadBounds> = {}) {
    this.free = Array.from({ length: AT_ONCE }, () => new FeedThread({ ...BOUNDS, ...bounds }));
  }

  /** Does work with a thread that does no other work meanwhile. */
  use<Result>(work: (thread: FeedThread) => Promise<Result>): Promise<Result> {
    return this.turns.take(async () => {
      const thread = this.free.pop();
      if (thread === undefined) throw new Error('Each turn has a thread.');
      try {
        return await work(thread);
      } finally {
        this.free.push(thread);
      }
    });
  }
}

const FAILED = 'Reading the feed failed.';

const isOfKind = <Kind extends Request['kind']>(
  reply: Reply,
  kind: Kind,
): reply is Extract<Reply, { kind: Kind }> => reply.kind === kind;
