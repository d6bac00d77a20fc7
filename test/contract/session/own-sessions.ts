import { describe, expect, test } from 'vitest';
import type { SessionsApi } from '../../../src/ports/own-sessions.ts';
import { valueOf } from '../content-api/suite.ts';

/** A listener who is signed in here and in two other browsers. */
export type OwnSessionsFixture = { readonly api: SessionsApi };

/** The tests that every adapter of the listener's sessions must pass. */
export const describeOwnSessions = (
  name: string,
  make: () => OwnSessionsFixture | Promise<OwnSessionsFixture>,
): void => {
  describe(`${name} is a SessionsApi`, () => {
    test('lists the sessions, with this one marked', async () => {
      const { api } = await make();
      const sessions = await valueOf(api.list());
      expect(sessions).toHaveLength(3);
      expect(sessions.filter(({ isThisOne }) => isThisOne)).toHaveLength(1);
      for (const { signedInAt, lastUsedAt } of sessions) {
        expect(lastUsedAt).toBeGreaterThanOrEqual(signedInAt ?? Number.POSITIVE_INFINITY);
      }
    });

    test('ends one, also twice', async () => {
      const { api } = await make();
      const other = (await valueOf(api.list())).find(({ isThisOne }) => !isThisOne);
      await valueOf(api.end(other?.id ?? ''));
      await valueOf(api.end(other?.id ?? ''));
      const left = await valueOf(api.list());
      expect(left).toHaveLength(2);
      expect(left.map(({ id }) => id)).not.toContain(other?.id);
    });

    test('ends all others, and keeps this one', async () => {
      const { api } = await make();
      await valueOf(api.endOthers());
      expect((await valueOf(api.list())).map(({ isThisOne }) => isThisOne)).toEqual([true]);
    });
  });
};
