import { dirname } from 'node:path';
import { ensureNode, NoNodeError } from './lib/newer-node.mjs';

// `PATH="$(node scripts/node.mjs):$PATH"` makes a shell use a Node that this project can run on. It may fetch one.
try {
  console.log(dirname(await ensureNode()));
} catch (error) {
  if (!(error instanceof NoNodeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
