import { describe, expect, test, vi } from 'vitest';

import { instant } from '../../../src/domain/time.ts';
import type { SoundClaim, Tabs } from '../../../src/ports/tabs.ts';

/** Two tabs of one browser. */
export type TabsFixture = {
  readonly one: Tabs;
  readonly other: Tabs;
  /** Waits until every message would have arrived. */
  settle(): Promise<void>;
  /** True if the tabs can find out whether another tab holds a name. */
  readonly canTellHolders: boolean;
  /** True if the tabs share the storage of their claims. */
  readonly sharesStorage: boolean;
};

/** The tests that every adapter of the tabs must pass. */
export const describeTabs = (name: string, make: () => TabsFixture): void => {
  describe(`${name} is Tabs`, () => {
    test('receives the claims of other tabs, and not its own', async () => {
      const { one, other, settle } = make();
      const received: SoundClaim[] = [];
      const itself: SoundClaim[] = [];
      const subscription = other.claims.subscribe((claim) => received.push(claim));
      one.claims.subscribe((claim) => itself.push(claim));
      one.claimSound(instant(42));
      await vi.waitFor(() => expect(received.length).toBeGreaterThan(0));
      await settle();
      expect(new Set(received.map((claim) => JSON.stringify(claim)))).toEqual(
        new Set([JSON.stringify({ page: one.page, at: 42 })]),
      );
      expect(itself).toEqual([]);
      expect(one.page).not.toBe(other.page);
      subscription.unsubscribe();
      const before = received.length;
      one.claimSound(instant(43));
      await settle();
      expect(received).toHaveLength(before);
    });

    test('knows the newest claim, also if it was made before the tab was open', async () => {
      const { one, other, sharesStorage } = make();
      expect(other.lastClaim()).toBeNull();
      one.claimSound(instant(42));
      expect(one.lastClaim()).toEqual({ page: one.page, at: 42 });
      expect(other.lastClaim()).toEqual(sharesStorage ? { page: one.page, at: 42 } : null);
    });

    test('runs work under one name one after the other, even if one fails', async () => {
      const { one } = make();
      const steps: string[] = [];
      const work = (step: string, fails = false) =>
        one.exclusively('work', async () => {
          steps.push(`${step} starts`);
          await Promise.resolve();
          await Promise.resolve();
          steps.push(`${step} ends`);
          if (fails) throw new Error(step);
        });
      const outcomes = await Promise.allSettled([work('first', true), work('second')]);
      expect(steps).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    });

    test('knows under which names another tab works', async () => {
      const { one, other, canTellHolders } = make();
      let end = (): void => undefined;
      const work = one.exclusively('work', async () => {
        await new Promise<void>((resolve) => {
          end = resolve;
        });
      });
      await vi.waitFor(() => expect(other.isBusyElsewhere('work')).toBe(canTellHolders));
      expect(one.isBusyElsewhere('work')).toBe(false);
      expect(other.isBusyElsewhere('another name')).toBe(false);
      end();
      await work;
      expect(other.isBusyElsewhere('work')).toBe(false);
    });

    test('knows which names are held until they are released', async () => {
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
