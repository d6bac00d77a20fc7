import { defineConfig } from 'vitest/config';

/** The tests that mutated adapters must fail: in process, without a server or a browser. */
export default defineConfig({
  test: {
    include: [
      'test/adapters/http/**/*.test.ts',
      'test/contract/memory.test.ts',
      'test/contract/memory-sign-in.test.ts',
      'test/contract/small-ports.test.ts',
    ],
    environment: 'node',
    testTimeout: 10_000,
    restoreMocks: true,
    isolate: false,
  },
});
