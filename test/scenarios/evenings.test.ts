import { describe, expect, test } from 'vitest';

import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';
import { seconds } from '../../src/domain/time.ts';
import { FREE_LISTENER, LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../application/titles.ts';
import { scenario } from './scenario.ts';

const TITLES = { items: [QUIET_MIND, LONG_BOOK], durationOf: () => seconds(1800) };

describe('an evening', () => {
  test('ends 15 minutes after the listener set the sleep timer', async () => {
    const { listener, time } = scenario({ ...TITLES, user: SUBSCRIBER });
    await listener.signsIn();
    await listener.plays('Quiet Mind');
    await time.passes('5 minutes');
    listener.fallsAsleepIn('15 minutes');
    await time.passes('14 minutes');
    expect(listener.hears).toBe('Quiet Mind at 19:01');
    await time.passes('2 minutes');
    expect(listener.hears).toBeNull();
    expect(await listener.hasListenedTo()).toEqual(['Quiet Mind']);
  });

  test('continues at the position of another browser', async () => {
    const { listener, time, provider, harness } = scenario({ ...TITLES, user: SUBSCRIBER });
    await listener.signsIn();
    await listener.plays('Long Book');
    await listener.takesTheNextTrack();
    await time.passes('100 seconds');
    await listener.pauses();

    const elsewhere = scenario({
      ...TITLES,
      user: SUBSCRIBER,
      ports: { contentApi: provider, clock: harness.clock },
    });
    await elsewhere.listener.signsIn();
    await elsewhere.listener.plays('Long Book');
    expect(elsewhere.harness.player.track?.title).toBe('Chapter 2');
    expect(elsewhere.harness.player.position).toBeCloseTo(100, -1);
  });

  test('at a speed of 1.5x ends sooner', async () => {
    const { listener, time } = scenario({ ...TITLES, user: SUBSCRIBER });
    await listener.signsIn();
    await listener.plays('Quiet Mind');
    await listener.listensAt('1.5x');
    await time.passes('10 minutes');
    expect(listener.hears).toMatch(/^Quiet Mind at 15:0\d$/u);
  });

  test('of a free listener shows the offer, and plays nothing', async () => {
    const { listener } = scenario({ ...TITLES, user: FREE_LISTENER });
    await listener.signsIn();
    await listener.plays('Quiet Mind');
    expect(listener.hears).toBeNull();
    expect(listener.isOfferedMembership).toBe(true);
  });

  test('without the provider shows a notice, and continues when it is back', async () => {
    const { listener, provider } = scenario({ ...TITLES, user: SUBSCRIBER });
    await listener.signsIn();
    provider.faults.failNext('playback.tokenize', 'server');
    await listener.plays('Quiet Mind');
    expect(listener.hears).toBeNull();
    expect(listener.notices).not.toEqual([]);
    await listener.plays('Quiet Mind');
    expect(listener.hears).toMatch(/^Quiet Mind/u);
  });

  test('ends at sign-out, which deletes all data of the listener', async () => {
    const { listener, harness } = scenario({ ...TITLES, user: SUBSCRIBER });
    await listener.signsIn();
    await listener.saves('Quiet Mind');
    expect(listener.hasSaved('Quiet Mind')).toBe(true);
    await listener.plays('Quiet Mind');
    await listener.signsOut();
    expect(listener.hears).toBeNull();
    expect(harness.user.isSignedIn).toBe(false);
    expect(harness.auth.hasSession()).toBe(false);
  });

  test('works with any port instead of its double', async () => {
    const log = new MemoryLog();
    const { listener, provider } = scenario({ ...TITLES, user: SUBSCRIBER, ports: { log } });
    await listener.signsIn();
    provider.faults.failNext('catalogue.random', 'server');
    await listener.asksTheUniverse();
    expect(log.entries.map(({ message }) => message)).toEqual(['No random title could be loaded']);
  });

  test('with a search finds titles by the starts of words', async () => {
    const { listener } = scenario({ ...TITLES, user: SUBSCRIBER });
    expect(await listener.finds('qui')).toEqual(['Quiet Mind']);
    expect(await listener.finds('nothing of the kind')).toEqual([]);
  });
});
