import { Worker } from 'node:worker_threads';
import type { Phrase } from './music.ts';
import type { Recording } from './recording.ts';

/** A job for the worker: make this phrase; with null: stop making it. */
export interface StudioOrder {
  readonly job: number;
  readonly phrase: Phrase | null;
}

/** A message of the worker about one of its phrases. */
export type StudioReport =
  | { readonly kind: 'bytes'; readonly job: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'done'; readonly job: number }
  | { readonly kind: 'failed'; readonly job: number; readonly message: string };

interface Order {
  readonly job: number;
  readonly listener: string;
  readonly phrase: Phrase;
  readonly recording: Recording;
}

/** More phrases at once would make each of them slower, and need more memory. */
const JOBS_AT_ONCE = 12;

/**
 * Makes phrases in a worker thread, so that the event loop stays free. One thread is enough: it makes an hour of sound in a
 * minute, and works on several phrases in turn. It starts before or with the first phrase, and again after it has died.
 */
export class Studio {
  private worker: Worker | null = null;
  private readonly recordings = new Map<number, Order>();
  private readonly queue: Order[] = [];
  private orders = 0;
  private isClosed = false;

  /** Starts the thread before the first phrase. */
  startThread(): void {
    if (!this.isClosed) this.worker ??= this.open();
  }

  /** The number of waiting phrases, of all listeners or of one. */
  waiting(listener?: string): number {
    if (listener === undefined) return this.queue.length;
    return this.queue.filter((order) => order.listener === listener).length;
  }

  /** True if a recording waits and was not started. */
  isWaiting(recording: Recording): boolean {
    return this.queue.some((order) => order.recording === recording);
  }

  /** Fills the recording. Requests are in their order, but the listener with the fewest phrases in work comes first. */
  make(phrase: Phrase, recording: Recording, listener: string): void {
    if (this.isClosed) {
      recording.fail(new Error('The studio is closed.'));
      return;
    }
    this.orders += 1;
    this.queue.push({ job: this.orders, listener, phrase, recording });
    this.assign();
  }

  /** Drops a recording without readers, so that others are made sooner. */
  cancel(recording: Recording): void {
    const queued = this.queue.findIndex((order) => order.recording === recording);
    if (queued !== -1) this.queue.splice(queued, 1);
    for (const [job, made] of this.recordings) {
      if (made.recording !== recording) continue;
      this.worker?.postMessage({ job, phrase: null } satisfies StudioOrder);
      this.forget(job);
    }
    recording.fail(new Error('The recording has no readers.'));
    this.assign();
  }

  /** Fails all unfinished recordings. */
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
      const order = this.nextOrder();
      if (order === undefined) return;
      const { job, phrase } = order;
      this.worker ??= this.open();
      this.recordings.set(job, order);
      // The thread keeps the process running only while it has phrases to make.
      this.worker.ref();
      this.worker.postMessage({ job, phrase } satisfies StudioOrder);
    }
  }

  private nextOrder(): Order | undefined {
    const inMaking = new Map<string, number>();
    for (const { listener } of this.recordings.values()) {
      inMaking.set(listener, (inMaking.get(listener) ?? 0) + 1);
    }
    const [next] = this.queue.toSorted(
      (one, other) => (inMaking.get(one.listener) ?? 0) - (inMaking.get(other.listener) ?? 0),
    );
    if (next !== undefined) this.queue.splice(this.queue.indexOf(next), 1);
    return next;
  }

  private open(): Worker {
    const worker = new Worker(new URL('./worker-entry.js', import.meta.url), { execArgv: [] });
    worker.unref();
    worker.on('message', (report: StudioReport) => {
      this.hear(report);
    });
    worker.on('error', (error: unknown) => {
      this.dismiss(worker, error instanceof Error ? error : new Error(String(error)));
    });
    worker.on('exit', () => {
      this.dismiss(worker, new Error('The media worker stopped.'));
    });
    return worker;
  }

  private hear(report: StudioReport): void {
    const recording = this.recordings.get(report.job)?.recording;
    if (report.kind === 'bytes') {
      recording?.append(report.bytes);
      return;
    }
    this.forget(report.job);
    if (report.kind === 'done') recording?.finish();
    else recording?.fail(new Error(report.message));
    this.assign();
  }

  private forget(job: number): void {
    this.recordings.delete(job);
    if (this.recordings.size === 0) this.worker?.unref();
  }

  /** The jobs of a dead thread fail. Waiting phrases get a new thread. */
  private dismiss(worker: Worker, reason: Error): void {
    if (this.worker !== worker) return;
    this.worker = null;
    const lost = [...this.recordings.values()];
    this.recordings.clear();
    for (const { recording } of lost) recording.fail(reason);
    this.assign();
  }
}
