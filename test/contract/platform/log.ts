import { describe, expect, test } from 'vitest';

import type { Log } from '../../../src/ports/log.ts';

type Line = { readonly level: 'warn' | 'error'; readonly message: string };

export type LogWorld = { readonly log: Log; lines(): readonly Line[] };

/** A log takes a sentence, with details or without. */
export const describeLog = (name: string, make: () => LogWorld): void => {
  describe(`${name} is a Log`, () => {
    test('keeps warnings apart from errors, in order', () => {
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
