import { defineConfig } from 'vitest/config';

/** The tests that mutated adapters must fail: in process, without a server or a browser. */
export default defineConfig({
  test: {
    include: ['test/adapters/http/**/*.test.ts', 'test/contract/memory.test.ts'],
    environment: 'node',
    testTimeout: 10_000,
    restoreMocks: true,
    isolate: false,
  },
});
