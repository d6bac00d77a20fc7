import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { PhraseEncoder } from './synthesizer.ts';
import type { StudioOrder, StudioReport } from './studio.ts';

// This module runs in a worker thread. It makes several phrases at once, half a second of each in turn. So a new listener
// soon hears the first notes, even if many phrases are being made.
const port = parentPort;
if (port === null) throw new Error('The media worker runs only as a worker thread.');

interface Making {
  readonly job: number;
  readonly encoder: PhraseEncoder;
  readonly pieces: Generator<Uint8Array<ArrayBuffer>, void, undefined>;
}

const idle: PhraseEncoder[] = [await PhraseEncoder.create()];
const making = new Set<Making>();

function report(message: StudioReport, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

function advance(task: Making): void {
  const { job, encoder, pieces } = task;
  try {
    const piece = pieces.next();
    if (piece.done !== true) {
      report({ kind: 'bytes', job, bytes: piece.value }, [piece.value.buffer]);
      return;
    }
    report({ kind: 'done', job });
    idle.push(encoder);
  } catch (error) {
    // The encoder may be in any state now, so a new one is used.
    report({ kind: 'failed', job, message: String(error) });
  }
  making.delete(task);
}

let isWorking = false;

async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  while (making.size > 0) {
    for (const task of making) advance(task);
    // New messages are received only between two rounds.
    await setImmediate();
  }
  isWorking = false;
}

function drop(job: number): void {
  for (const task of making) {
    if (task.job !== job) continue;
    making.delete(task);
    idle.push(task.encoder);
  }
}

async function take({ job, phrase }: StudioOrder): Promise<void> {
  if (phrase === null) {
    drop(job);
    return;
  }
  const encoder = idle.pop() ?? (await PhraseEncoder.create());
  making.add({ job, encoder, pieces: encoder.encode(phrase) });
  await work();
}

port.on('message', (order: StudioOrder) => {
  take(order).catch((error: unknown) => {
    report({ kind: 'failed', job: order.job, message: String(error) });
  });
});
