import { describe, expect, test } from 'vitest';

import type { Network } from '../../../src/ports/network.ts';

export type NetworkWorld = {
  readonly network: Network;
  /** The machine loses its network, or has it again; it begins with one. */
  goesAway(): void;
  comesBack(): void;
};

/** What every view of the network has to be. */
export const describeNetwork = (name: string, make: () => NetworkWorld): void => {
  describe(`${name} is a Network`, () => {
    test('says at every moment whether there is one', () => {
      const { network, goesAway, comesBack } = make();
      expect(network.isOnline(), 'at first').toBe(true);
      goesAway();
      expect(network.isOnline(), 'after it went away').toBe(false);
      comesBack();
      expect(network.isOnline(), 'after it came back').toBe(true);
    });

    test('tells each time it comes back, once it is there, and not when it goes', () => {
      const { network, goesAway, comesBack } = make();
      const heard: unknown[] = [];
      network.returned.subscribe((nothing) => heard.push([nothing, network.isOnline()]));
      goesAway();
      expect(heard, 'what it told while there was no network').toEqual([]);
      comesBack();
      goesAway();
      comesBack();
      const once = [undefined, true];
      expect(heard, 'what it told of two returns, and whether it was there then').toEqual([once, once]);
    });

    test('tells nobody who has stopped listening, and everybody else', () => {
      const { network, goesAway, comesBack } = make();
      const heard: string[] = [];
      const one = network.returned.subscribe(() => heard.push('one'));
      network.returned.subscribe(() => heard.push('other'));
      one.unsubscribe();
      one.unsubscribe();
      goesAway();
      comesBack();
      expect(heard).toEqual(['other']);
    });
  });
};
