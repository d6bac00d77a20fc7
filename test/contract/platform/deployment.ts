import { describe, expect, test } from 'vitest';
import type { Deployment, OfflineApp } from '../../../src/ports/platform.ts';
import type { AppFailure } from '../../../src/domain/downloads/download.ts';

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

/** A page, and a host that serves the page's build until another build is deployed. */
export type DeploymentFixture = {
  readonly deployment: Deployment;
  /** The page after a reload that got the old build again, for example from a cache. */
  reloaded(): Deployment;
  /** Deploys a new build. */
  deploy(): void;
  setReachable(isReachable: boolean): void;
  /** Number of reloads of the page. */
  reloads(): number;
};

/** The tests that every adapter of the deployment port must pass. */
export const describeDeployment = (name: string, make: () => DeploymentFixture): void => {
  describe(`${name} is a Deployment`, () => {
    test('returns whether this build is the newest, is outdated, or cannot be checked', async () => {
      const { deployment, deploy, setReachable } = make();
      expect(await deployment.check(), 'before a deployment').toBe('newest');
      setReachable(false);
      expect(await deployment.check(), 'while the host is unreachable').toBe('unreachable');
      setReachable(true);
      expect(await deployment.check(), 'when it can be reached again').toBe('newest');
      deploy();
      expect(await deployment.check(), 'after a deployment').toBe('outdated');
    });

    test('reloads the page once for a new build', async () => {
      const { deployment, reloaded, deploy, reloads } = make();
      deploy();
      await deployment.check();
      expect(deployment.reload(), 'the first time').toBe(true);
      const afterwards = reloaded();
      expect(await afterwards.check()).toBe('outdated');
      expect(afterwards.reload(), 'a second reload for the same build').toBe(false);
      expect(reloads(), 'the number of reloads').toBe(1);
    });

    test('reloads the page again for the next build', async () => {
      const { deployment, reloaded, deploy, reloads } = make();
      deploy();
      await deployment.check();
      deployment.reload();
      deploy();
      const afterwards = reloaded();
      await afterwards.check();
      expect(afterwards.reload()).toBe(true);
      expect(reloads(), 'the number of reloads').toBe(2);
    });
  });
};
