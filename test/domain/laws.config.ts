import { defineConfig } from 'vitest/config';

// One seed for the whole run, so that a run can be repeated: LAW_SEED=… npm run laws
const seed = process.env['LAW_SEED'] ?? String(Math.trunc(Math.random() * 2 ** 31));
process.stdout.write(`The seed of this run is ${seed}\n`);

/** `npm run laws`: tries the laws of the domain and the models of the player and its reports 10,000 times, with longer lists. */
export default defineConfig({
  test: {
    include: [
      'test/domain/**/*.test.ts',
      'studio/test/domain/**/*.test.ts',
      'test/application/**/*.model.test.ts',
    ],
    env: { LAW_RUNS: '10000', LAW_SEED: seed },
    reporters: ['verbose'],
    maxWorkers: 2,
    // Two workers and the runner need less than 2 GB. A leak of memory ends the worker, not the machine.
    execArgv: ['--max-old-space-size=640'],
  },
});
