// Proves PLAY-44.
import { describe, expect, test } from 'vitest';
import { Seek } from '../../../src/application/playback/seek.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { PlaybackSettingsState } from '../../../src/application/playback/playback-settings-state.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { seconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const listening = async ({ rewinds }: { readonly rewinds: boolean }) => {
  const harness = new Harness({ items: [LONG_BOOK, QUIET_MIND], user: SUBSCRIBER });
  harness.user.setUser(SUBSCRIBER);
  harness.get(PlaybackSettingsState).setRewindsOnResume(rewinds);
  await harness.get(PlayAudio).play(LONG_BOOK);
  await harness.passes(100);
  await harness.get(TogglePlayback).toggle();
  return harness;
};

const resume = async (harness: Harness) => {
  await harness.get(TogglePlayback).toggle();
  await harness.passes(0);
};

describe('resuming after a pause', () => {
  test('goes back in proportion to the pause if the setting is on', async () => {
    const harness = await listening({ rewinds: true });
    await harness.passes(60);
    await resume(harness);
    expect(harness.output.position()).toBeCloseTo(94, 0);
    expect(harness.output.isPlaying).toBe(true);
  });

  test('continues at the same position if the setting is off', async () => {
    const harness = await listening({ rewinds: false });
    await harness.passes(3600);
    await resume(harness);
    expect(harness.output.position()).toBeCloseTo(100, 0);
  });

  test('does not change a position that was chosen during the pause', async () => {
    const harness = await listening({ rewinds: true });
    await harness.passes(60);
    harness.get(Seek).seekTo(seconds(200));
    await resume(harness);
    expect(harness.output.position()).toBe(200);
  });

  test('goes back after another title was played, in proportion to the time since the last report', async () => {
    const harness = await listening({ rewinds: true });
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(3600);
    await harness.get(PlayAudio).play(LONG_BOOK);
    await harness.passes(0);
    expect(harness.output.position()).toBeCloseTo(70, 0);
  });
});
