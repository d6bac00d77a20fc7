import { describe, expect, test } from 'vitest';
import { milliseconds } from '../../../src/domain/time.ts';
import type { Clock, Log, Network, Deployment, OfflineApp } from '../../../src/ports/platform.ts';
import type { AppFailure } from '../../../src/domain/downloads/download.ts';

/** A clock, and a way to let time pass. */
export type ClockFixture = {
  readonly clock: Clock;
  /** Lets about this many milliseconds pass. */
  pass(span: number): Promise<void>;
};

/** The tests that every adapter of the clock must pass. */
export const describeClock = (name: string, make: () => ClockFixture): void => {
  describe(`${name} is a Clock`, () => {
    test('returns a time that advances', async () => {
      const { clock, pass } = make();
      const before = clock.now();
      await pass(30);
      expect(clock.now() - before).toBeGreaterThanOrEqual(25);
      expect(before).toBeGreaterThan(Date.UTC(2020, 0, 1));
    });

    test('returns an elapsed time that advances', async () => {
      const { clock, pass } = make();
      const before = clock.elapsed();
      await pass(30);
      expect(clock.elapsed() - before).toBeGreaterThanOrEqual(25);
    });

    test('emits the time in each period until the subscription ends', async () => {
      const { clock, pass } = make();
      const times: number[] = [];
      const subscription = clock.every(milliseconds(20)).subscribe((now) => times.push(now));
      const startedAt = clock.now();
      await pass(110);
      expect(times.length).toBeGreaterThanOrEqual(2);
      expect(times.every((now) => now > startedAt)).toBe(true);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      subscription.unsubscribe();
      subscription.unsubscribe();
      const { length } = times;
      await pass(60);
      expect(times).toHaveLength(length);
    });

    test('every subscriber has its own timer', async () => {
      const { clock, pass } = make();
      const timer = clock.every(milliseconds(20));
      let first = 0;
      let second = 0;
      const one = timer.subscribe(() => (first += 1));
      const other = timer.subscribe(() => (second += 1));
      await pass(70);
      one.unsubscribe();
      const atUnsubscription = first;
      await pass(70);
      other.unsubscribe();
      expect(first).toBe(atUnsubscription);
      expect(second).toBeGreaterThan(first);
    });

    test('waits for the given time', async () => {
      const { clock, pass } = make();
      let isOver = false;
      const waited = clock.after(milliseconds(40)).then(() => (isOver = true));
      await pass(5);
      expect(isOver).toBe(false);
      await pass(60);
      await waited;
      expect(isOver).toBe(true);
      await clock.after(milliseconds(0));
    });
  });
};

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

/** A machine that is online at first. */
export type NetworkFixture = {
  readonly network: Network;
  goOffline(): void;
  goOnline(): void;
};

/** The tests that every adapter of the network must pass. */
export const describeNetwork = (name: string, make: () => NetworkFixture): void => {
  describe(`${name} is a Network`, () => {
    test('returns whether the machine is online', () => {
      const { network, goOffline, goOnline } = make();
      expect(network.isOnline(), 'at first').toBe(true);
      goOffline();
      expect(network.isOnline(), 'offline').toBe(false);
      goOnline();
      expect(network.isOnline(), 'online again').toBe(true);
    });

    test('reports each return of the network, and no loss', () => {
      const { network, goOffline, goOnline } = make();
      const reports: unknown[] = [];
      network.returned.subscribe((nothing) => reports.push([nothing, network.isOnline()]));
      goOffline();
      expect(reports, 'reports while offline').toEqual([]);
      goOnline();
      goOffline();
      goOnline();
      const once = [undefined, true];
      expect(reports, 'one report for each return, while online').toEqual([once, once]);
    });

    test('reports to every subscriber until its subscription ends', () => {
      const { network, goOffline, goOnline } = make();
      const reports: string[] = [];
      const one = network.returned.subscribe(() => reports.push('one'));
      network.returned.subscribe(() => reports.push('other'));
      one.unsubscribe();
      one.unsubscribe();
      goOffline();
      goOnline();
      expect(reports).toEqual(['other']);
    });
  });
};

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
