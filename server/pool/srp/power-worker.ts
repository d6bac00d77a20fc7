import { parentPort } from 'node:worker_threads';
import { modPow } from './srp.ts';
import type { PowerJob, PowerResult } from './power-threads.ts';

// This module runs in a worker thread.
const port = parentPort;
if (port === null) throw new Error('The power worker runs only as a worker thread.');

function compute({ job, base, exponent }: PowerJob): PowerResult {
  try {
    return { job, power: modPow(base, exponent) };
  } catch (error) {
    return { job, message: String(error) };
  }
}

port.on('message', (job: PowerJob) => {
  port.postMessage(compute(job));
});
