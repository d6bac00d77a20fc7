// Proves CAT-6, CAT-8.
import { describe, expect, test, vi } from 'vitest';
import { LoadPages } from '../../../src/application/catalogue/load-pages.ts';
import { Harness } from '../../harness.ts';
import { QUIET_MIND, SUBSCRIBER } from '../titles.ts';

/** Tells whether a promise has resolved. */
const watched = (promise: Promise<unknown>): { readonly isResolved: boolean } => {
  const state = { isResolved: false };
  const watch = async () => {
    await promise;
    state.isResolved = true;
  };
  void watch();
  return state;
};

describe('the home page', () => {
  test('is complete when all parts have loaded', async () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    const together = watched(harness.get(LoadPages).home().together);
    await harness.passes(0);
    expect(together.isResolved).toBe(true);
  });

  test('waits at most 0.7 s for the other parts after the shelves have loaded', async () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    harness.api.catalogue.forYou = () => new Promise(() => undefined);
    const home = harness.get(LoadPages).home();
    const together = watched(home.together);
    await harness.passes(0.6);
    expect(together.isResolved).toBe(false);
    await harness.passes(0.2);
    expect(together.isResolved).toBe(true);
    expect(await home.shelves).toMatchObject({ ok: true });
  });

  test('requests ten topics', () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    const topics = vi.spyOn(harness.api.catalogue, 'topics');
    harness.get(LoadPages).home();
    expect(topics.mock.calls.map(([limit]) => limit)).toEqual([10]);
  });

  test('requests recommendations by the call of the home page, and no discounted titles', () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    harness.get(LoadPages).home();
    expect(harness.api.faults.calls).toContain('catalogue.forYou');
    expect(harness.api.faults.calls).not.toContain('catalogue.recommended');
    expect(harness.api.faults.calls).not.toContain('catalogue.discounted');
  });
});
