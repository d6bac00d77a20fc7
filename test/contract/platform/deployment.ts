import { describe, expect, test } from 'vitest';

import type { Deployment } from '../../../src/ports/deployment.ts';

/** A page, and a host that serves the build that runs in it, until another is deployed. */
export type DeploymentWorld = {
  readonly deployment: Deployment;
  /** The page as a reload makes it; the build stays the old one, as from a cache that nobody can empty. */
  reloaded(): Deployment;
  /** The host serves a build that it has never served. */
  deploys(): void;
  setReachable(isReachable: boolean): void;
  /** How often the page was loaded anew. */
  reloads(): number;
};

/** What every view of what is deployed has to be. */
export const describeDeployment = (name: string, make: () => DeploymentWorld): void => {
  describe(`${name} is a Deployment`, () => {
    test('tells the build that runs here from another, and from a host that cannot be asked', async () => {
      const { deployment, deploys, setReachable } = make();
      expect(await deployment.check(), 'before anything was deployed').toBe('newest');
      setReachable(false);
      expect(await deployment.check(), 'while the host cannot be reached').toBe('unreachable');
      setReachable(true);
      expect(await deployment.check(), 'once it can be reached again').toBe('newest');
      deploys();
      expect(await deployment.check(), 'after another build was deployed').toBe('outdated');
    });

    test('loads the page anew for another build, once, however often it is asked', async () => {
      const { deployment, reloaded, deploys, reloads } = make();
      deploys();
      await deployment.check();
      expect(deployment.reload(), 'the first time').toBe(true);
      const afterwards = reloaded();
      expect(await afterwards.check()).toBe('outdated');
      expect(afterwards.reload(), 'the second time, which would be one of many').toBe(false);
      expect(reloads(), 'how often the page was loaded anew').toBe(1);
    });

    test('loads the page anew for the build after that one too', async () => {
      const { deployment, reloaded, deploys, reloads } = make();
      deploys();
      await deployment.check();
      deployment.reload();
      deploys();
      const afterwards = reloaded();
      await afterwards.check();
      expect(afterwards.reload()).toBe(true);
      expect(reloads(), 'how often the page was loaded anew').toBe(2);
    });
  });
};
