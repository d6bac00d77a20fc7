import { describe, expect, test } from 'vitest';

import type { ListeningNumbers } from '../../../src/domain/listening/listening-numbers.ts';
import type { ListeningApi } from '../../../src/ports/content-api.ts';

/** A provider that counts listening. */
export type ListeningFixture = {
  readonly api: ListeningApi;
  /** Sets what the provider has counted; null: it does not offer numbers. */
  set(numbers: ListeningNumbers | null): void;
};

const NUMBERS: ListeningNumbers = {
  today: '2026-03-30',
  days: [
    { day: '2026-03-29', seconds: 3600 },
    { day: '2026-03-30', seconds: 61.5 },
  ],
  finishedBooks: 3,
  authors: [{ id: 'ines', name: 'Ines Odum', seconds: 3661.5 }],
  narrators: [{ id: 'rolf', name: 'Rolf Berg', seconds: 3600 }],
};

/** The tests that every adapter of the numbers of listening must pass. */
export const describeListening = (name: string, make: () => ListeningFixture): void => {
  describe(`${name} is a ListeningApi`, () => {
    test('returns what the provider has counted', async () => {
      const { api, set } = make();
      set(NUMBERS);
      expect(await api.numbers()).toEqual({ ok: true, value: NUMBERS });
    });

    test('says that the provider does not count', async () => {
      const { api, set } = make();
      set(null);
      expect(await api.numbers()).toEqual({ ok: false, error: { kind: 'not-found' } });
    });
  });
};
