import { describe, expect, test, vi } from 'vitest';
import { LoadHome } from '../../../src/application/catalogue/load-home.ts';
import { Harness } from '../../harness.ts';
import { QUIET_MIND, SUBSCRIBER } from '../titles.ts';

/** Whether a promise has resolved by now. */
const watched = (promise: Promise<unknown>): { readonly hasCome: boolean } => {
  const arrival = { hasCome: false };
  const watch = async () => {
    await promise;
    arrival.hasCome = true;
  };
  void watch();
  return arrival;
};

describe('the browse home', () => {
  test('comes together when all of it is there', async () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    const arrival = watched(harness.get(LoadHome).load().together);
    await harness.passes(0);
    expect(arrival.hasCome).toBe(true);
  });

  test('asks for as many topics as it shows', () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    const topics = vi.spyOn(harness.api.catalogue, 'topics');
    harness.get(LoadHome).load();
    expect(topics.mock.calls.map(([limit]) => limit)).toEqual([10]);
  });

  test('does not wait long for a part that keeps the shelves waiting', async () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    harness.api.catalogue.forYou = () => new Promise(() => undefined);
    const home = harness.get(LoadHome).load();
    const arrival = watched(home.together);
    await harness.passes(0.6);
    expect(arrival.hasCome).toBe(false);
    await harness.passes(0.2);
    expect(arrival.hasCome).toBe(true);
    expect(await home.shelves).toMatchObject({ ok: true });
  });

  test('asks for ten topics', () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    const topics = vi.spyOn(harness.api.catalogue, 'topics');
    harness.get(LoadHome).load();
    expect(topics.mock.calls.map(([limit]) => limit)).toEqual([10]);
  });

  test('asks for what the listener might like, and for what is on offer, by the calls of the home page alone', () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    harness.get(LoadHome).load();
    expect(harness.api.faults.calls).toContain('catalogue.forYou');
    expect(harness.api.faults.calls).not.toContain('catalogue.recommended');
    expect(harness.api.faults.calls).not.toContain('catalogue.discounted');
  });
});
