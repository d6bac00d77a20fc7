import { describe, expect, test } from 'vitest';
import { SleepTimer } from '../../../src/application/playback/sleep-timer.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { PlaybackSettings } from '../../../src/application/playback/playback-settings.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import type { SleepChoice } from '../../../src/domain/playback/sleep.ts';
import { PlaybackSettingsState } from '../../../src/application/playback/playback-settings-state.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { LONG_BOOK, SUBSCRIBER } from '../titles.ts';

const MINUTE = 60;
const FADE = 20;

/** Plays with a sleep timer of five minutes. A chapter lasts an hour unless `options` say otherwise. */
const playWithTimer = async (options: Partial<HarnessOptions> = {}) => {
  const harness = new Harness({
    items: [LONG_BOOK],
    user: SUBSCRIBER,
    durationOf: () => seconds(3600),
    ...options,
  });
  harness.user.setUser(SUBSCRIBER);
  await harness.get(PlayAudio).play(LONG_BOOK);
  await harness.passes(0);
  harness.get(SleepTimer).set(5);
  return harness;
};

const toggle = async (harness: Harness) => {
  await harness.get(TogglePlayback).toggle();
  await harness.passes(0);
};

/** An hour of the listener's day. */
const at = (hour: number) => instant(new Date(2026, 0, 5, hour, 30).getTime());

describe('a sleep timer that is kept (PLAY-130)', () => {
  const heard = async (hour: number, choice: SleepChoice) => {
    const harness = await playWithTimer({ startAt: at(hour) });
    harness.get(SleepTimer).set(choice);
    harness.get(PlaybackSettingsState).setKeepsSleep(true);
    await harness.passes(5 * MINUTE);
    await toggle(harness);
    return harness;
  };

  test.each([20, 23, 4])('starts again with Play at %i:30, after it has ended', async (hour) => {
    const harness = await heard(hour, 5);
    expect(harness.player.sleepMinutesLeft).toBe(5);
    await harness.passes(5 * MINUTE);
    expect(harness.output.isPlaying).toBe(false);
  });

  test.each([5, 12, 19])('does not start at %i:30', async (hour) => {
    const harness = await heard(hour, 5);
    expect(harness.player.sleep.kind).toBe('off');
  });

  test('does not start if No sleep was chosen last', async () => {
    const harness = await heard(22, 0);
    await toggle(harness);
    expect(harness.player.sleep.kind).toBe('off');
  });
});

describe('the sleep timer', () => {
  test('fades the volume, and pauses after the chosen minutes (PLAY-36, PLAY-37)', async () => {
    const harness = await playWithTimer();
    await harness.passes(5 * MINUTE - FADE);
    expect(harness.output.volume).toBe(1);
    await harness.passes(FADE / 2);
    expect(harness.output.volume).toBeGreaterThan(0.1);
    expect(harness.output.volume).toBeLessThan(0.5);
    expect(harness.output.isPlaying).toBe(true);
    await harness.passes(FADE / 2);
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.player.isPlaying).toBe(false);
    expect(harness.player.sleep.kind).toBe('off');
  });

  test.each([-600_000, 600_000])(
    'a clock that is set by %i ms ends it neither early nor late (PLAY-35)',
    async (by) => {
      const harness = await playWithTimer();
      await harness.passes(MINUTE);
      harness.clock.set(by);
      await harness.passes(4 * MINUTE - 1);
      expect(harness.output.isPlaying).toBe(true);
      expect(harness.player.sleepMinutesLeft).toBe(1);
      await harness.passes(1);
      expect(harness.output.isPlaying).toBe(false);
      expect(harness.player.sleepMinutesLeft).toBeNull();
    },
  );

  test('goes back to the position where the fade began, and reports it (PLAY-38)', async () => {
    const harness = await playWithTimer();
    await harness.passes(5 * MINUTE);
    expect(harness.player.position).toBeCloseTo(5 * MINUTE - FADE, 0);
    expect(harness.output.position()).toBeCloseTo(5 * MINUTE - FADE, 0);
    const report = harness.api.playback.reports.at(-1);
    expect(report).toMatchObject({ chapterIndex: 1 });
    const reported = report !== undefined && 'chapterPosition' in report ? report.chapterPosition / 1000 : 0;
    expect(reported).toBeCloseTo(5 * MINUTE - FADE, 0);
    await toggle(harness);
    await harness.passes(1);
    expect(harness.output.volume, 'as loud as before').toBe(1);
    expect(harness.player.position).toBeCloseTo(5 * MINUTE - FADE + 1, 0);
  });

  test('goes back to the chapter where the fade began, if the next one started during the fade (PLAY-38)', async () => {
    // The chapter ends ten seconds into the fade.
    const harness = await playWithTimer({ durationOf: () => seconds(5 * MINUTE - FADE / 2) });
    harness.player.setAutoplay(true);
    await harness.passes(5 * MINUTE - 5);
    expect(harness.player.track?.chapterIndex).toBe(2);
    await harness.passes(6);
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.player.track?.chapterIndex).toBe(1);
    expect(harness.player.position).toBeCloseTo(5 * MINUTE - FADE, 0);
    await toggle(harness);
    await harness.passes(1);
    expect(harness.output.isPlaying).toBe(true);
    expect(harness.output.position()).toBeCloseTo(5 * MINUTE - FADE + 1, 0);
    expect(harness.player.track?.chapterIndex).toBe(1);
  });

  test('counts only playing time, not pauses or waits for data (PLAY-35)', async () => {
    const harness = await playWithTimer();
    await harness.passes(2 * MINUTE);
    await toggle(harness);
    await harness.passes(60 * MINUTE);
    await toggle(harness);
    await harness.passes(MINUTE);
    harness.output.stall();
    await harness.passes(5 * MINUTE);
    harness.output.resumeData();
    await harness.passes(2 * MINUTE - 1);
    expect(harness.output.isPlaying).toBe(true);
    await harness.passes(1);
    expect(harness.output.isPlaying).toBe(false);
  });

  test('restarts at full volume if the listener acts during the fade (PLAY-39)', async () => {
    const harness = await playWithTimer();
    await harness.passes(5 * MINUTE - 5);
    expect(harness.get(SleepTimer).extend()).toBe(true);
    expect(harness.output.volume).toBe(1);
    await harness.passes(5 * MINUTE - FADE);
    expect(harness.output.isPlaying).toBe(true);
    expect(harness.output.volume).toBe(1);
    await harness.passes(FADE);
    expect(harness.output.isPlaying).toBe(false);
  });

  test('fades from the listener’s volume, and returns to it (PLAY-37)', async () => {
    const harness = await playWithTimer();
    harness.get(PlaybackSettings).setVolume(0.5);
    await harness.passes(5 * MINUTE - FADE / 2);
    expect(harness.output.volume).toBeLessThan(0.25);
    harness.get(SleepTimer).set(0);
    expect(harness.output.volume).toBe(0.5);
    await harness.passes(MINUTE);
    expect(harness.output.isPlaying).toBe(true);
    expect(harness.output.volume).toBe(0.5);

    // The next Play has the listener's volume again.
    harness.get(SleepTimer).set(5);
    await harness.passes(5 * MINUTE);
    expect(harness.output.isPlaying).toBe(false);
    await toggle(harness);
    expect(harness.output.isPlaying).toBe(true);
    expect(harness.output.volume).toBe(0.5);
  });

  test('stops at the end of the chapter without a fade (PLAY-40)', async () => {
    const harness = await playWithTimer({ durationOf: () => seconds(90) });
    harness.player.setAutoplay(true);
    harness.get(SleepTimer).set('end-of-chapter');
    await harness.passes(89);
    expect(harness.output.volume).toBe(1);
    await harness.passes(2);
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.player.sleep.kind).toBe('off');
  });
});
