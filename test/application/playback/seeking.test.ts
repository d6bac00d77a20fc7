// Proves PLAY-42, PLAY-44, PLAY-45, PLAY-121, PLAY-122, PLAY-123 and PLAY-124.
import { describe, expect, test } from 'vitest';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { LastJumpState } from '../../../src/application/playback/player-offers-state.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { PlaybackSettingsState } from '../../../src/application/playback/playback-settings-state.ts';
import { PlaybackSettings } from '../../../src/application/playback/playback-settings.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { TogglePlayback } from '../../../src/application/playback/player-controls.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { seconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { episodes, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const listening = async () => {
  const harness = new Harness({ items: [LONG_BOOK], user: SUBSCRIBER });
  harness.user.setUser(SUBSCRIBER);
  await harness.get(PlayAudio).play(LONG_BOOK);
  await harness.passes(12);
  return harness;
};

describe('an accidental seek', () => {
  test('can be undone, back to the position before', async () => {
    const harness = await listening();
    harness.get(Seek).seekTo(seconds(200));
    expect(harness.get(LastJumpState).origin?.position).toBeCloseTo(12, 0);
    expect(harness.get(Seek).undo()).toBe(true);
    expect(harness.output.position()).toBeCloseTo(12, 0);
    expect(harness.get(LastJumpState).origin).toBeNull();
    expect(harness.get(Seek).undo()).toBe(false);
  });

  test('that follows others is undone to the position before the first', async () => {
    const harness = await listening();
    for (const position of [200, 100, 280]) harness.get(Seek).seekTo(seconds(position));
    harness.get(Seek).undo();
    expect(harness.player.position).toBeCloseTo(12, 0);
  });

  test('cannot be undone in another track', async () => {
    const harness = await listening();
    harness.get(Seek).seekTo(seconds(200));
    await harness.get(ChangeTrack).next();
    await harness.passes(1);
    expect(harness.get(Seek).undo()).toBe(false);
    expect(harness.player.track?.chapterIndex).toBe(2);
  });
});

describe('muting', () => {
  test('silences the audio while it plays, and then restores the volume', async () => {
    const harness = await listening();
    harness.get(PlaybackSettings).setVolume(0.4);
    harness.get(PlaybackSettings).toggleMute();
    expect(harness.output.volume).toBe(0);
    expect(harness.output.isPlaying).toBe(true);
    harness.get(PlaybackSettings).toggleMute();
    expect(harness.output.volume).toBe(0.4);
  });

  test('audio at volume zero sets the full volume', async () => {
    const harness = await listening();
    harness.get(PlaybackSettings).setVolume(0);
    harness.get(PlaybackSettings).toggleMute();
    expect(harness.output.volume).toBe(1);
  });
});

const listeningAndRewinding = async ({ rewinds }: { readonly rewinds: boolean }) => {
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
    const harness = await listeningAndRewinding({ rewinds: true });
    await harness.passes(60);
    await resume(harness);
    expect(harness.output.position()).toBeCloseTo(94, 0);
    expect(harness.output.isPlaying).toBe(true);
  });

  test('continues at the same position if the setting is off', async () => {
    const harness = await listeningAndRewinding({ rewinds: false });
    await harness.passes(3600);
    await resume(harness);
    expect(harness.output.position()).toBeCloseTo(100, 0);
  });

  test('does not change a position that was chosen during the pause', async () => {
    const harness = await listeningAndRewinding({ rewinds: true });
    await harness.passes(60);
    harness.get(Seek).seekTo(seconds(200));
    await resume(harness);
    expect(harness.output.position()).toBe(200);
  });

  test('goes back after another title was played, in proportion to the time since the last report', async () => {
    const harness = await listeningAndRewinding({ rewinds: true });
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(3600);
    await harness.get(PlayAudio).play(LONG_BOOK);
    await harness.passes(0);
    expect(harness.output.position()).toBeCloseTo(70, 0);
  });
});

const EPISODES = episodes(3).map((each) => ({ ...each, contentId: PODCAST.id, runTime: seconds(300) }));

const withPodcast = (start: number, end: number) => {
  const harness = new Harness({
    items: [PODCAST, ...EPISODES],
    episodes: new Map([[PODCAST.id, EPISODES]]),
    user: SUBSCRIBER,
  });
  harness.user.setUser(SUBSCRIBER);
  const set = (skips: { readonly start: number; readonly end: number }) =>
    harness.get(PlaybackSettings).setPodcast({
      id: PODCAST.id,
      skips: { start: seconds(skips.start), end: seconds(skips.end) },
      isUnheardFirst: false,
    });
  set({ start, end });
  return { harness, set };
};

describe('what a podcast leaves out', () => {
  test('is the start and the end of each episode, which then counts as heard', async () => {
    const { harness } = withPodcast(20, 40);
    await harness.get(PlayAudio).play(PODCAST);
    harness.player.setAutoplay(true);
    await harness.passes(1);
    expect(harness.output.position()).toBeCloseTo(21, 0);
    await harness.passes(240);
    expect(harness.player.track?.id).toBe('episode-2');
    expect(harness.output.position()).toBeCloseTo(21, 0);
    expect(harness.api.playback.reports.find(({ id }) => id === 'episode-1')).toMatchObject({
      lastPosition: 300_000,
    });
    harness.player.setAutoplay(false);
    await harness.passes(300);
    expect(harness.player).toMatchObject({ isPlaying: false, hasEnded: true, position: 300 });
    expect(harness.output.isPlaying).toBe(false);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(1);
    expect(harness.player.track?.id).toBe('episode-3');
    expect(harness.output.position()).toBeCloseTo(21, 0);
  });

  test('is heard by a listener who seeks into it, and does not move a position that is there', async () => {
    const { harness, set } = withPodcast(0, 0);
    const [first] = EPISODES;
    await harness.get(PlayAudio).play(PODCAST);
    await harness.passes(5);
    set({ start: 20, end: 40 });
    await harness.get(TogglePlayback).toggle();
    await harness.get(PlayAudio).play(PODCAST);
    await harness.passes(1);
    expect(harness.player.position).toBeCloseTo(6, 0);
    harness.get(Seek).seekTo(seconds(0));
    await harness.passes(1);
    expect(harness.output.position()).toBeCloseTo(1, 0);
    harness.get(Seek).seekTo(seconds(270));
    await harness.passes(20);
    expect(harness.output.position()).toBeCloseTo(290, 0);
    expect(harness.output.isPlaying).toBe(true);
    if (first === undefined) throw new Error('There are episodes');
    const linked = { chapter: null, second: seconds(3) };
    await harness.get(PlayAudio).play(PODCAST, trackId(first.id), linked);
    await harness.passes(1);
    expect(harness.output.position()).toBeCloseTo(4, 0);
  });

  test('and its speed hold for an episode that is played alone', async () => {
    const { harness } = withPodcast(20, 0);
    const faster = asSpeed(1.5) ?? DEFAULT_SPEED;
    await harness.get(PlaybackSettings).setSpeedOf(PODCAST.id, faster);
    const [, second] = EPISODES;
    if (second === undefined) throw new Error('There are episodes');
    await harness.get(PlayAudio).play(second);
    await harness.passes(2);
    expect(harness.output.position()).toBeCloseTo(23, 0);
    await harness.get(PlaybackSettings).setSpeedOf(PODCAST.id, DEFAULT_SPEED);
    expect(harness.output.speed).toBe(DEFAULT_SPEED);
  });
});
