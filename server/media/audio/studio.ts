import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Phrase } from './layout.ts';
import type { Recording } from './recording.ts';

/** To a worker: make this phrase. */
export interface StudioOrder {
  readonly phrase: Phrase;
}

/** From a worker, about the phrase in hand. */
export type StudioReport =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };

interface Job {
  readonly phrase: Phrase;
  readonly recording: Recording;
}

interface Desk {
  readonly worker: Worker;
  job: Job | null;
}

const WORKERS = 2;

/**
 * Makes phrases in worker threads, so that the event loop stays free. The first thread starts when asked to warm
 * up or with the first order, the second when an order would have to wait.
 */
export class Studio {
  private readonly desks: Desk[] = [];
  private readonly queue: Job[] = [];
  private isClosed = false;

  /** Starts a thread ahead of the first order. */
  warmUp(): void {
    if (this.desks.length === 0 && !this.isClosed) this.desks.push(this.open());
  }

  /** Fills the recording, in the order of asking. */
  make(phrase: Phrase, recording: Recording): void {
    if (this.isClosed) {
      recording.fail(new Error('The studio is closed.'));
      return;
    }
    this.queue.push({ phrase, recording });
    this.assign();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const unfinished = [...this.queue.splice(0), ...this.desks.flatMap((desk) => desk.job ?? [])];
    for (const { recording } of unfinished) recording.fail(new Error('The studio is closed.'));
    await Promise.all(this.desks.splice(0).map(async (desk) => desk.worker.terminate()));
  }

  private assign(): void {
    while (this.queue.length > 0) {
      const desk = this.freeDesk();
      if (desk === null) return;
      const job = this.queue.shift();
      if (job === undefined) return;
      desk.job = job;
      // A thread must keep the process alive only while somebody waits for it.
      desk.worker.ref();
      desk.worker.postMessage({ phrase: job.phrase } satisfies StudioOrder);
    }
  }

  private freeDesk(): Desk | null {
    const free = this.desks.find((desk) => desk.job === null);
    if (free !== undefined) return free;
    if (this.desks.length >= WORKERS) return null;
    const desk = this.open();
    this.desks.push(desk);
    return desk;
  }

  private open(): Desk {
    // The loader that reads TypeScript is named by its full address: a bare name would be sought from the
    // directory the process was started in.
    const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { execArgv: ['--import', loader] });
    const desk: Desk = { worker, job: null };
    worker.unref();
    worker.on('message', (report: StudioReport) => {
      this.hear(desk, report);
    });
    worker.on('error', (error) => {
      this.dismiss(desk, error instanceof Error ? error : new Error(String(error)));
    });
    worker.on('exit', () => {
      this.dismiss(desk, new Error('A media worker stopped.'));
    });
    return desk;
  }

  private hear(desk: Desk, report: StudioReport): void {
    if (report.kind === 'bytes') {
      desk.job?.recording.append(report.bytes);
      return;
    }
    const job = desk.job;
    desk.job = null;
    desk.worker.unref();
    if (report.kind === 'done') job?.recording.finish();
    else job?.recording.fail(new Error(report.message));
    this.assign();
  }

  /** A thread that died takes its job with it; the next order opens a new one. */
  private dismiss(desk: Desk, reason: Error): void {
    const at = this.desks.indexOf(desk);
    if (at === -1) return;
    this.desks.splice(at, 1);
    desk.job?.recording.fail(reason);
    desk.job = null;
    this.assign();
  }
}
