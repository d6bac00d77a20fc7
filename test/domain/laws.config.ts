import { defineConfig } from 'vitest/config';

/** `npm run laws`: the laws of the domain, and the promises of the player and its reports, each tried 10,000 times, with longer lists. */
export default defineConfig({
  test: {
    include: ['test/domain/**/*.test.ts', 'test/application/**/*.model.test.ts'],
    env: { LAW_RUNS: '10000' },
    reporters: ['verbose'],
    maxWorkers: 2,
    // Two workers and the runner stay within 2 GB; runs that are never collected end here, and not the machine.
    execArgv: ['--max-old-space-size=640'],
  },
});
