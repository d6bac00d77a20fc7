import { describe, expect, test } from 'vitest';
import type { FeedsApi, ListeningApi } from '../../../src/ports/content-api.ts';
import { valueOf } from './suite.ts';
import type { ListeningNumbers } from '../../../src/domain/listening/listening-numbers.ts';

/** A provider with private feeds, and a listener who has none yet. */
export type FeedsFixture = { readonly api: FeedsApi };

/** The tests that every adapter of private feeds must pass. */
export const describeFeeds = (name: string, make: () => FeedsFixture | Promise<FeedsFixture>): void => {
  describe(`${name} is a FeedsApi`, () => {
    test('makes a feed with a secret address, and lists it without', async () => {
      const { api } = await make();
      const made = await valueOf(api.make({ kind: 'saved' }, 'car'));
      expect(made).toMatchObject({ kind: 'saved', name: 'car', lastUsedAt: null, isPaused: false });
      expect(made.url).toMatch(/^https?:\/\//u);
      const listed = (await valueOf(api.list())).find(({ id }) => id === made.id);
      expect(listed).toMatchObject({ kind: 'saved', name: 'car' });
      expect(JSON.stringify(listed)).not.toContain(made.url);
    });

    test('renews a feed: the same one, at another address', async () => {
      const { api } = await make();
      const made = await valueOf(api.make({ kind: 'all' }, 'watch'));
      const renewed = await valueOf(api.renew(made.id));
      expect(renewed).toMatchObject({ id: made.id, kind: 'all', name: 'watch' });
      expect(renewed.url).not.toBe(made.url);
    });

    test('renames a feed, but not to the name of another one (FEED-66, FEED-68)', async () => {
      const { api } = await make();
      const made = await valueOf(api.make({ kind: 'saved' }, 'van'));
      const other = await valueOf(api.make({ kind: 'saved' }, 'kitchen'));
      await valueOf(api.rename(made.id, 'lorry'));
      await valueOf(api.rename(made.id, 'lorry'));
      const nameOf = async () => (await valueOf(api.list())).find(({ id }) => id === made.id)?.name;
      expect(await nameOf()).toBe('lorry');
      expect(await api.rename(made.id, 'kitchen')).toEqual({ ok: false, error: { kind: 'rejected' } });
      expect(await nameOf()).toBe('lorry');
      for (const { id } of [made, other]) await valueOf(api.revoke(id));
      expect(await api.rename(made.id, 'lorry')).toEqual({ ok: false, error: { kind: 'not-found' } });
    });

    test('makes no second feed of a name (FEED-66)', async () => {
      const { api } = await make();
      await valueOf(api.make({ kind: 'saved' }, 'shed'));
      expect(await api.make({ kind: 'all' }, 'shed')).toEqual({ ok: false, error: { kind: 'rejected' } });
    });

    test('revokes a feed, also twice', async () => {
      const { api } = await make();
      const { id } = await valueOf(api.make({ kind: 'saved' }, 'old phone'));
      await valueOf(api.revoke(id));
      expect((await valueOf(api.list())).map((feed) => feed.id)).not.toContain(id);
      await valueOf(api.revoke(id));
      expect(await api.renew(id)).toEqual({ ok: false, error: { kind: 'not-found' } });
    });
  });
};

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
