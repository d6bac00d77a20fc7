import { describe, expect, test } from 'vitest';

import type { FeedsApi } from '../../../src/ports/content-api.ts';
import { valueOf } from './suite.ts';

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
