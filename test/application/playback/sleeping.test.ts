import { describe, expect, test } from 'vitest';
import { ExtendSleep } from '../../../src/application/playback/sleep/extend-sleep.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { SetSleep } from '../../../src/application/playback/sleep/set-sleep.ts';
import { SetVolume } from '../../../src/application/playback/set-volume.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { seconds } from '../../../src/domain/time.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { LONG_BOOK, SUBSCRIBER } from '../titles.ts';

const MINUTE = 60;
const FADE = 20;

/** Five minutes before sleep, in chapters that are long enough unless told otherwise. */
const fallingAsleep = async (options: Partial<HarnessOptions> = {}) => {
  const harness = new Harness({
    items: [LONG_BOOK],
    user: SUBSCRIBER,
    durationOf: () => seconds(3600),
    ...options,
  });
  harness.user.setUser(SUBSCRIBER);
  await harness.get(PlayAudio).play(LONG_BOOK);
  await harness.passes(0);
  harness.get(SetSleep).setSleep(5);
  return harness;
};

const toggle = async (harness: Harness) => {
  await harness.get(TogglePlayback).toggle();
  await harness.passes(0);
};

describe('falling asleep', () => {
  test('fades gently, and pauses after the chosen minutes', async () => {
    const harness = await fallingAsleep();
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

  test('goes back to where the fade began, and tells the provider that place', async () => {
    const harness = await fallingAsleep();
    await harness.passes(5 * MINUTE);
    expect(harness.player.position).toBeCloseTo(5 * MINUTE - FADE, 0);
    expect(harness.output.position()).toBeCloseTo(5 * MINUTE - FADE, 0);
    const report = harness.api.playback.reports.at(-1);
    expect(report).toMatchObject({ chapterIndex: 1 });
    const told = report !== undefined && 'chapterPosition' in report ? report.chapterPosition / 1000 : 0;
    expect(told).toBeCloseTo(5 * MINUTE - FADE, 0);
    await toggle(harness);
    await harness.passes(1);
    expect(harness.output.volume, 'as loud as before').toBe(1);
    expect(harness.player.position).toBeCloseTo(5 * MINUTE - FADE + 1, 0);
  });

  test('goes back to the chapter where the fade began, when the next one began in it', async () => {
    // The chapter ends ten seconds into the fade.
    const harness = await fallingAsleep({ durationOf: () => seconds(5 * MINUTE - FADE / 2) });
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

  test('counts time spent playing: pauses and waits for data take nothing from it', async () => {
    const harness = await fallingAsleep();
    await harness.passes(2 * MINUTE);
    await toggle(harness);
    await harness.passes(60 * MINUTE);
    await toggle(harness);
    await harness.passes(MINUTE);
    harness.output.stall();
    await harness.passes(5 * MINUTE);
    harness.output.dataReturned();
    await harness.passes(2 * MINUTE - 1);
    expect(harness.output.isPlaying).toBe(true);
    await harness.passes(1);
    expect(harness.output.isPlaying).toBe(false);
  });

  test('counts from when playing goes on, where it was chosen in a pause', async () => {
    const harness = await fallingAsleep();
    await toggle(harness);
    harness.get(SetSleep).setSleep(15);
    await harness.passes(60 * MINUTE);
    await toggle(harness);
    await harness.passes(15 * MINUTE - 1);
    expect(harness.output.isPlaying).toBe(true);
    await harness.passes(1);
    expect(harness.output.isPlaying).toBe(false);
  });

  test('a sign of the listener in the fade begins the chosen time anew, at full loudness', async () => {
    const harness = await fallingAsleep();
    await harness.passes(5 * MINUTE - 5);
    expect(harness.get(ExtendSleep).extend()).toBe(true);
    expect(harness.output.volume).toBe(1);
    await harness.passes(5 * MINUTE - FADE);
    expect(harness.output.isPlaying).toBe(true);
    expect(harness.output.volume).toBe(1);
    await harness.passes(FADE);
    expect(harness.output.isPlaying).toBe(false);
  });

  test('a sign before the fade means nothing', async () => {
    const harness = await fallingAsleep();
    await harness.passes(MINUTE);
    expect(harness.get(ExtendSleep).extend()).toBe(false);
    await harness.passes(4 * MINUTE);
    expect(harness.output.isPlaying).toBe(false);
  });

  test('fades from the loudness that the listener set, and comes back to it', async () => {
    const harness = await fallingAsleep();
    harness.get(SetVolume).setVolume(0.5);
    await harness.passes(5 * MINUTE - FADE / 2);
    expect(harness.output.volume).toBeLessThan(0.25);
    harness.get(SetSleep).setSleep(0);
    expect(harness.output.volume).toBe(0.5);
    await harness.passes(MINUTE);
    expect(harness.output.isPlaying).toBe(true);
    expect(harness.output.volume).toBe(0.5);

    // Whoever wakes up and presses Play hears it again.
    harness.get(SetSleep).setSleep(5);
    await harness.passes(5 * MINUTE);
    expect(harness.output.isPlaying).toBe(false);
    await toggle(harness);
    expect(harness.output.isPlaying).toBe(true);
    expect(harness.output.volume).toBe(0.5);
  });

  test('stops at the end of the chapter, which nothing fades', async () => {
    const harness = await fallingAsleep({ durationOf: () => seconds(90) });
    harness.player.setAutoplay(true);
    harness.get(SetSleep).setSleep('end-of-chapter');
    await harness.passes(89);
    expect(harness.output.volume).toBe(1);
    await harness.passes(2);
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.player.sleep.kind).toBe('off');
  });
});
