import { describe, expect, test } from 'vitest';

import type { Log } from '../../../src/ports/platform.ts';

type Line = { readonly level: 'warn' | 'error'; readonly message: string };

/** A log, and the lines that it wrote. */
export type LogFixture = { readonly log: Log; lines(): readonly Line[] };

/** The tests that every adapter of the log must pass. */
export const describeLog = (name: string, make: () => LogFixture): void => {
  describe(`${name} is a Log`, () => {
    test('writes warnings and errors in order, with their level', () => {
      const { log, lines } = make();
      log.warn('A report was not delivered', { kind: 'timeout' });
      log.error('The account was not created');
      expect(lines()).toEqual([
        { level: 'warn', message: 'A report was not delivered' },
        { level: 'error', message: 'The account was not created' },
      ]);
    });
  });
};
