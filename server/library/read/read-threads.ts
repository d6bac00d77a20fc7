import { Worker } from 'node:worker_threads';
import type { Container, PartOfFile, Span } from './sound.ts';
import type { FileFacts } from './read-file.ts';
import type { Sidecar } from './sidecars.ts';
import type { FoundTranscript } from './transcripts.ts';

export type Job =
  | { readonly kind: 'read'; readonly path: string; readonly known: string | null }
  | {
      readonly kind: 'parts';
      readonly path: string;
      readonly container: Container;
      readonly spans: readonly Span[];
    }
  | { readonly kind: 'sidecar'; readonly name: string; readonly bytes: Uint8Array }
  | {
      readonly kind: 'transcript';
      readonly bytes: Uint8Array;
      readonly type: string;
      readonly seconds: number;
    }
  | {
      readonly kind: 'inside';
      readonly path: string;
      readonly container: Container;
      readonly seconds: number;
    }
  | { readonly kind: 'picture'; readonly path: string };

export type Reply =
  | { readonly kind: 'facts'; readonly facts: FileFacts }
  | { readonly kind: 'parts'; readonly parts: readonly PartOfFile[] }
  | { readonly kind: 'sidecar'; readonly sidecar: Sidecar }
  | { readonly kind: 'transcript'; readonly transcript: FoundTranscript }
  | { readonly kind: 'inside'; readonly transcripts: readonly FoundTranscript[] }
  | { readonly kind: 'picture'; readonly picture: Uint8Array | null }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'alive' };

export interface Refusal {
  readonly refused: string;
}

/**
 * Milliseconds. A thread that sends no message for this time hangs: at the disk, or at a file that was made for this.
 */
const SILENCE_MS = 60_000;
/** Memory limit of a thread, in MB. No valid file needs more. Only this thread ends if a file needs more. */
const MEMORY_MB = 1024;
/** Milliseconds. A thread that reads nothing for this time ends, and gives its memory back. */
const IDLE_MS = 20_000;

interface Thread {
  worker: Worker | null;
  idle?: NodeJS.Timeout;
  isBusy: boolean;
}

/** Worker threads that read files. If a thread dies or hangs, its file is refused and the thread is replaced. */
export class ReadThreads {
  private readonly threads: readonly Thread[];
  private readonly waiting: (() => void)[] = [];
  private isClosed = false;

  constructor(
    count: number,
    private readonly silence = SILENCE_MS,
  ) {
    this.threads = Array.from({ length: count }, () => ({ worker: null, isBusy: false }));
  }

  /** @param known the hash of the sound, if the file is known and unchanged */
  async read(path: string, known: string | null): Promise<FileFacts | Refusal> {
    const reply = await this.run({ kind: 'read', path, known });
    return reply.kind === 'facts' ? reply.facts : refusalOf(reply);
  }

  async parts(
    path: string,
    container: Container,
    spans: readonly Span[],
  ): Promise<readonly PartOfFile[] | Refusal> {
    const reply = await this.run({ kind: 'parts', path, container, spans });
    if (reply.kind !== 'parts') return refusalOf(reply);
    // A message turns a buffer into plain bytes.
    return reply.parts.map(({ header, pieces }) => ({ header: Buffer.from(header), pieces }));
  }

  /** Reads a file beside the sound. What it contains may hold up the thread, and nobody else (CAT-120). */
  async sidecar(name: string, bytes: Uint8Array): Promise<Sidecar | Refusal> {
    const reply = await this.run({ kind: 'sidecar', name, bytes });
    return reply.kind === 'sidecar' ? reply.sidecar : refusalOf(reply);
  }

  async transcript(bytes: Uint8Array, type: string, seconds: number): Promise<FoundTranscript | Refusal> {
    const reply = await this.run({ kind: 'transcript', bytes, type, seconds });
    return reply.kind === 'transcript' ? reply.transcript : refusalOf(reply);
  }

  /** Reads the texts in a file with sound. */
  async inside(
    path: string,
    { container, seconds }: FileFacts,
  ): Promise<readonly FoundTranscript[] | Refusal> {
    const reply = await this.run({ kind: 'inside', path, container, seconds });
    return reply.kind === 'inside' ? reply.transcripts : refusalOf(reply);
  }

  async picture(path: string): Promise<Uint8Array | null> {
    const reply = await this.run({ kind: 'picture', path });
    return reply.kind === 'picture' ? reply.picture : null;
  }

  /** Ends all threads. Every file that is being read or still waits is refused. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.threads.flatMap(({ worker }) => (worker === null ? [] : [worker.terminate()])));
  }

  private async run(job: Job): Promise<Reply> {
    const thread = await this.freeThread();
    try {
      if (this.isClosed) return { kind: 'refused', reason: 'reading it was stopped' };
      return await this.ask(thread, job);
    } finally {
      thread.isBusy = false;
      this.waiting.shift()?.();
    }
  }

  private async freeThread(): Promise<Thread> {
    for (;;) {
      const free = this.threads.find(({ isBusy }) => !isBusy);
      if (free !== undefined) {
        free.isBusy = true;
        return free;
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  private ask(thread: Thread, job: Job): Promise<Reply> {
    const worker = (thread.worker ??= openWorker(thread));
    worker.ref();
    clearTimeout(thread.idle);
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const end = (reply: Reply): void => {
        clearTimeout(timer);
        worker.off('message', receive);
        worker.off('error', fail);
        worker.off('exit', stop);
        worker.unref();
        thread.idle = setTimeout(() => void worker.terminate(), IDLE_MS).unref();
        resolve(reply);
      };
      const drop = (reason: string): void => {
        thread.worker = null;
        void worker.terminate();
        end({ kind: 'refused', reason });
      };
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => drop('reading it took too long'), this.silence);
      };
      const receive = (reply: Reply): void => {
        if (reply.kind === 'alive') wait();
        else end(reply);
      };
      const fail = (): void => drop('reading it failed: it is damaged, or larger than memory allows');
      const stop = (): void => drop('reading it was stopped');
      worker.on('message', receive);
      worker.on('error', fail);
      worker.on('exit', stop);
      wait();
      worker.postMessage(job);
    });
  }
}

function openWorker(thread: Thread): Worker {
  const worker = new Worker(new URL('./read-worker-entry.js', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  // If the thread ends between two jobs, the next job starts a new one.
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    if (thread.worker === worker) thread.worker = null;
  });
  return worker;
}

function refusalOf(reply: Reply): Refusal {
  return { refused: reply.kind === 'refused' ? reply.reason : 'it cannot be read' };
}
