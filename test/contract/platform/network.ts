import { describe, expect, test } from 'vitest';

import type { Network } from '../../../src/ports/platform.ts';

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
