import { describe, expect, test, vi } from 'vitest';

import { instant } from '../../../src/domain/time.ts';
import type { SoundClaim, Tabs } from '../../../src/ports/tabs.ts';

export type TabsWorld = {
  readonly one: Tabs;
  readonly other: Tabs;
  /** Gives what is not to be heard the time to be heard. */
  settle(): Promise<void>;
  /** Whether the tabs can tell that a page is there. */
  readonly canTellHolders: boolean;
};

/** What the tabs of a browser have to be to each other. */
export const describeTabs = (name: string, make: () => TabsWorld): void => {
  describe(`${name} is Tabs`, () => {
    test('hears the others, and not itself', async () => {
      const { one, other, settle } = make();
      const heard: SoundClaim[] = [];
      const itself: SoundClaim[] = [];
      const subscription = other.claims.subscribe((claim) => heard.push(claim));
      one.claims.subscribe((claim) => itself.push(claim));
      one.claimSound(instant(42));
      await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0));
      await settle();
      expect(new Set(heard.map((claim) => JSON.stringify(claim)))).toEqual(
        new Set([JSON.stringify({ page: one.page, at: 42 })]),
      );
      expect(itself).toEqual([]);
      expect(one.page).not.toBe(other.page);
      subscription.unsubscribe();
      const before = heard.length;
      one.claimSound(instant(43));
      await settle();
      expect(heard).toHaveLength(before);
    });

    test('does work of one name one piece after the other, though one of them fails', async () => {
      const { one } = make();
      const steps: string[] = [];
      const work = (step: string, fails = false) =>
        one.exclusively('work', async () => {
          steps.push(`${step} begins`);
          await Promise.resolve();
          await Promise.resolve();
          steps.push(`${step} ends`);
          if (fails) throw new Error(step);
        });
      const outcomes = await Promise.allSettled([work('first', true), work('second')]);
      expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    });

    test('knows which names are held, until they are released', async () => {
      const { one, other, canTellHolders } = make();
      expect(await other.isHeld('name')).toBe(false);
      const first = one.hold('name');
      const second = one.hold('name');
      expect(await other.isHeld('name')).toBe(canTellHolders);
      expect(await one.isHeld('name')).toBe(canTellHolders);
      expect(await other.isHeld('another name')).toBe(false);
      first.release();
      await vi.waitFor(async () => expect(await other.isHeld('name')).toBe(canTellHolders));
      second.release();
      await vi.waitFor(async () => expect(await other.isHeld('name')).toBe(false));
      const again = one.hold('name');
      expect(await other.isHeld('name')).toBe(canTellHolders);
      again.release();
      again.release();
    });
  });
};
