import { Worker } from 'node:worker_threads';
import type { Phrase } from './layout.ts';
import type { Recording } from './recording.ts';

/** To the worker: make this phrase. */
export interface StudioOrder {
  readonly job: number;
  readonly phrase: Phrase;
}

/** From the worker, about one of its phrases. */
export type StudioReport =
  | { readonly kind: 'bytes'; readonly job: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'done'; readonly job: number }
  | { readonly kind: 'failed'; readonly job: number; readonly message: string };

interface Order extends StudioOrder {
  readonly recording: Recording;
}

/** More at once would only make each of them slower, and hold more memory. */
const JOBS_AT_ONCE = 6;

/**
 * Makes phrases in a worker thread, so that the event loop stays free. One thread is enough: it makes an hour of
 * sound in a minute, and gives everyone who waits a share. It starts when asked to warm up or with the first order,
 * and again after it has died.
 */
export class Studio {
  private worker: Worker | null = null;
  private readonly recordings = new Map<number, Recording>();
  private readonly queue: Order[] = [];
  private orders = 0;
  private isClosed = false;

  /** Starts the thread ahead of the first order. */
  warmUp(): void {
    if (!this.isClosed) this.worker ??= this.open();
  }

  /** Fills the recording, in the order of asking. */
  make(phrase: Phrase, recording: Recording): void {
    if (this.isClosed) {
      recording.fail(new Error('The studio is closed.'));
      return;
    }
    this.orders += 1;
    this.queue.push({ job: this.orders, phrase, recording });
    this.assign();
  }

  /** Fails what is unfinished. */
  async close(): Promise<void> {
    this.isClosed = true;
    const { worker } = this;
    const waiting = this.queue.splice(0);
    if (worker !== null) this.dismiss(worker, new Error('The studio is closed.'));
    for (const { recording } of waiting) recording.fail(new Error('The studio is closed.'));
    await worker?.terminate();
  }

  private assign(): void {
    while (this.recordings.size < JOBS_AT_ONCE) {
      const order = this.queue.shift();
      if (order === undefined) return;
      const { job, phrase, recording } = order;
      this.worker ??= this.open();
      this.recordings.set(job, recording);
      // The thread keeps the process alive only while somebody waits for it.
      this.worker.ref();
      this.worker.postMessage({ job, phrase } satisfies StudioOrder);
    }
  }

  private open(): Worker {
    const worker = new Worker(new URL('./worker-entry.js', import.meta.url), { execArgv: [] });
    worker.unref();
    worker.on('message', (report: StudioReport) => {
      this.hear(worker, report);
    });
    worker.on('error', (error: unknown) => {
      this.dismiss(worker, error instanceof Error ? error : new Error(String(error)));
    });
    worker.on('exit', () => {
      this.dismiss(worker, new Error('The media worker stopped.'));
    });
    return worker;
  }

  private hear(worker: Worker, report: StudioReport): void {
    const recording = this.recordings.get(report.job);
    if (report.kind === 'bytes') {
      recording?.append(report.bytes);
      return;
    }
    this.recordings.delete(report.job);
    if (this.recordings.size === 0) worker.unref();
    if (report.kind === 'done') recording?.finish();
    else recording?.fail(new Error(report.message));
    this.assign();
  }

  /** A thread that died takes its jobs with it; those that still wait get a new one. */
  private dismiss(worker: Worker, reason: Error): void {
    if (this.worker !== worker) return;
    this.worker = null;
    const lost = [...this.recordings.values()];
    this.recordings.clear();
    for (const recording of lost) recording.fail(reason);
    this.assign();
  }
}
