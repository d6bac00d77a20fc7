import { defineConfig } from 'vitest/config';

/** `npm run mutation`: tries each law only a few times, because there are a thousand mutants. */
export default defineConfig({
  test: {
    include: ['{test,studio/test}/domain/**/*.test.ts'],
    env: { LAW_RUNS: '100' },
    isolate: false,
  },
});
