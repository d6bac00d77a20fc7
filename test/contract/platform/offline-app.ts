import { describe, expect, test } from 'vitest';

import type { AppFailure } from '../../../src/domain/downloads/download.ts';
import type { OfflineApp } from '../../../src/ports/deployment.ts';

/** A browser that has never stored the app. */
export type OfflineAppFixture = {
  readonly app: OfflineApp;
  /** The same app after a reload of the page. */
  reloaded(): OfflineApp;
  /** Whether the files can be stored from now on: null, or why not. */
  refuse(failure: AppFailure | null): void;
};

/** The tests that every adapter of the app's own files must pass. */
export const describeOfflineApp = (name: string, make: () => OfflineAppFixture): void => {
  describe(`${name} is an OfflineApp`, () => {
    test('stores the app, and knows it after a reload', async () => {
      const { app, reloaded } = make();
      expect(app.isStored(), 'at first').toBe(false);
      expect(await app.store()).toEqual({ ok: true, value: undefined });
      expect(reloaded().isStored(), 'after a reload').toBe(true);
      expect((await reloaded().store()).ok, 'once more').toBe(true);
    });

    test.each(['unreachable', 'app-full', 'app-blocked'] as const)(
      'says why the app is not stored, and stores it later',
      async (kind) => {
        const { app, reloaded, refuse } = make();
        refuse(kind);
        expect(await app.store()).toEqual({ ok: false, error: { kind } });
        expect(reloaded().isStored(), 'not stored').toBe(false);
        refuse(null);
        expect(await app.store()).toEqual({ ok: true, value: undefined });
        expect(reloaded().isStored(), 'stored').toBe(true);
      },
    );
  });
};
