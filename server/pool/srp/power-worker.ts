import { parentPort } from 'node:worker_threads';
import { modPow } from './group.ts';
import type { PowerOrder, PowerReport } from './power-threads.ts';

// Runs in a thread of its own.
const port = parentPort;
if (port === null) throw new Error('The power worker runs only as a worker thread.');

function answer({ job, base, exponent }: PowerOrder): PowerReport {
  try {
    return { job, power: modPow(base, exponent) };
  } catch (error) {
    return { job, message: String(error) };
  }
}

port.on('message', (order: PowerOrder) => {
  port.postMessage(answer(order));
});
