import { describe, expect, test } from 'vitest';
import { WaitingReports } from '../../src/application/progress/waiting-reports.ts';
import { PlayAudio } from '../../src/application/playback/play-audio.ts';
import { SignIn } from '../../src/application/session/sign-in.ts';
import { TogglePlayback } from '../../src/application/playback/toggle-playback.ts';
import { seconds } from '../../src/domain/time.ts';
import { EMAIL, Harness, PASSWORD, type HarnessOptions } from '../harness.ts';
import { QUIET_MIND, SUBSCRIBER } from './titles.ts';

/** Seconds. Longer than every interval of a timer. */
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

describe('a page at rest', () => {
  test('sets no timer while the listener is known and nothing plays or waits', async () => {
    const harness = await page();
    expect(harness.clock.pendingTimers).toBe(0);
  });

  test('sets no timer after a title has played and its report has arrived', async () => {
    const harness = await page();
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(90);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(SETTLED);
    expect(harness.journal.reports()).toEqual([]);
    expect(harness.clock.pendingTimers).toBe(0);
  });

  test('checks the reports at intervals while one waits', async () => {
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

  test('sends the report of another page that crashes later', async () => {
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

  test('sets no timer when its services start and no report waits', async () => {
    const harness = await page();
    harness.get(WaitingReports).start();
    expect(harness.clock.pendingTimers).toBe(0);
  });

  test('removes the timer for waiting reports when its services end', async () => {
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
