import { defineConfig } from 'vitest/config';

/** `npm run mutation`: few tries of each law, because there are a thousand mutants to try them on. */
export default defineConfig({
  test: {
    include: ['test/domain/**/*.test.ts'],
    env: { LAW_RUNS: '100' },
    isolate: false,
  },
});
