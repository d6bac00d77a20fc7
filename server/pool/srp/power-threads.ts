import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** A job for a worker thread: raise this base to this power. */
export interface PowerJob {
  readonly job: number;
  readonly base: bigint;
  readonly exponent: bigint;
}

/** The result of a job, or why it failed. */
export type PowerResult =
  { readonly job: number; readonly power: bigint } | { readonly job: number; readonly message: string };

interface Waiting {
  readonly resolve: (power: bigint) => void;
  readonly reject: (error: Error) => void;
}

/** More threads would slow down everything else. */
const MOST_THREADS = 4;

/** One worker thread with its unfinished jobs. It starts with the first job, and again after it has died. */
class PowerThread {
  private worker: Worker | null = null;
  private readonly open = new Map<number, Waiting>();
  private jobs = 0;

  get load(): number {
    return this.open.size;
  }

  start(): Worker {
    this.worker ??= this.opened();
    return this.worker;
  }

  raise(base: bigint, exponent: bigint): Promise<bigint> {
    this.jobs += 1;
    const job = this.jobs;
    return new Promise((resolve, reject) => {
      this.open.set(job, { resolve, reject });
      const worker = this.start();
      // The thread keeps the process running only while it has jobs.
      worker.ref();
      worker.postMessage({ job, base, exponent } satisfies PowerJob);
    });
  }

  private opened(): Worker {
    const worker = new Worker(new URL('./power-worker-entry.js', import.meta.url), { execArgv: [] });
    worker.unref();
    worker.on('message', (report: PowerResult) => {
      const waiting = this.open.get(report.job);
      this.open.delete(report.job);
      if (this.open.size === 0) worker.unref();
      if ('power' in report) waiting?.resolve(report.power);
      else waiting?.reject(new Error(report.message));
    });
    worker.on('error', (error: unknown) => {
      this.dismiss(worker, error instanceof Error ? error : new Error(String(error)));
    });
    worker.on('exit', () => {
      this.dismiss(worker, new Error('The power worker stopped.'));
    });
    return worker;
  }

  private dismiss(worker: Worker, reason: Error): void {
    if (this.worker !== worker) return;
    this.worker = null;
    const lost = [...this.open.values()];
    this.open.clear();
    for (const { reject } of lost) reject(reason);
  }
}

const threads = Array.from(
  // One processor is left for the event loop.
  { length: Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1)) },
  () => new PowerThread(),
);

/** Starts a thread before the first sign-in needs it. */
export function startPowerThread(): void {
  threads[0]?.start();
}

/**
 * `base ** exponent` in the group of SRP, computed in a worker thread. A sign-in takes several milliseconds for it, and
 * many sign-ins at once would block the event loop for seconds.
 */
export function powerOf(base: bigint, exponent: bigint): Promise<bigint> {
  const [first, ...others] = threads;
  if (first === undefined) throw new Error('There is no thread.');
  return others
    .reduce((least, thread) => (thread.load < least.load ? thread : least), first)
    .raise(base, exponent);
}
