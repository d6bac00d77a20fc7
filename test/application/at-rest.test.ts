import { describe, expect, test } from 'vitest';
import { WaitingReports } from '../../src/application/progress/waiting-reports.ts';
import { PlayAudio } from '../../src/application/playback/play-audio.ts';
import { SignIn } from '../../src/application/session/sign-in.ts';
import { TogglePlayback } from '../../src/application/playback/player-controls.ts';
import { seconds } from '../../src/domain/time.ts';
import { EMAIL, Harness, PASSWORD, type HarnessOptions } from '../harness.ts';
import { QUIET_MIND, SUBSCRIBER } from './titles.ts';

/** Longer than every interval at which something is looked at. */
const SETTLED = 60;

const page = async (options: Partial<HarnessOptions> = {}): Promise<Harness> => {
  const harness = new Harness({
    items: [QUIET_MIND],
    user: SUBSCRIBER,
    durationOf: () => seconds(3_600),
    asPage: true,
    ...options,
  });
  await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
  await harness.passes(SETTLED);
  return harness;
};

describe('a page at rest sets no timer', () => {
  test('when the listener is known, and nothing plays or waits', async () => {
    const harness = await page();
    expect(harness.clock.pendingTimers).toBe(0);
  });

  test('after a title has played and its report has arrived', async () => {
    const harness = await page();
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(90);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(SETTLED);
    expect(harness.journal.reports()).toEqual([]);
    expect(harness.clock.pendingTimers).toBe(0);
  });

  test('but looks at the reports as long as one waits', async () => {
    const harness = await page();
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(90);
    harness.api.faults.isUnreachable = true;
    await harness.get(TogglePlayback).toggle();
    await harness.passes(SETTLED);
    expect(harness.journal.reports()).toHaveLength(1);
    harness.api.faults.isUnreachable = false;
    await harness.passes(SETTLED);
    expect(harness.journal.reports()).toEqual([]);
    expect(harness.clock.pendingTimers).toBe(0);
  });

  test('but makes the report of a page that crashes much later', async () => {
    const idle = await page();
    expect(idle.clock.pendingTimers).toBe(0);
    const other = new Harness({
      items: [QUIET_MIND],
      durationOf: () => seconds(3_600),
      beside: idle,
    });
    other.user.setUser(SUBSCRIBER);
    await other.get(PlayAudio).play(QUIET_MIND);
    await other.passes(90);
    other.crash();
    await idle.passes(SETTLED);
    expect(idle.api.playback.royalties).toHaveLength(1);
    expect(idle.clock.pendingTimers).toBe(0);
  });

  test('when its services start, and nothing waits', async () => {
    const harness = await page();
    harness.get(WaitingReports).start();
    expect(harness.clock.pendingTimers).toBe(0);
  });

  test('any more for reports that wait, once its services have ended', async () => {
    const harness = await page();
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(90);
    harness.api.faults.isUnreachable = true;
    await harness.get(TogglePlayback).toggle();
    await harness.passes(SETTLED);
    const running = harness.clock.pendingTimers;
    harness.get(WaitingReports).start().unsubscribe();
    expect(harness.clock.pendingTimers).toBeLessThan(running);
  });
});
