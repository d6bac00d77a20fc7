import { parentPort } from 'node:worker_threads';
import { PhraseEncoder } from './encoder.ts';
import type { StudioOrder, StudioReport } from './studio.ts';

// Runs in a thread of its own: takes one phrase at a time, and reports its bytes as they come.
const port = parentPort;
if (port === null) throw new Error('The media worker runs only as a worker thread.');

const encoder = await PhraseEncoder.create();

port.on('message', ({ phrase }: StudioOrder) => {
  try {
    for (const bytes of encoder.encode(phrase)) {
      port.postMessage({ kind: 'bytes', bytes } satisfies StudioReport, [bytes.buffer]);
    }
    port.postMessage({ kind: 'done' } satisfies StudioReport);
  } catch (error) {
    port.postMessage({ kind: 'failed', message: String(error) } satisfies StudioReport);
  }
});
