import { describe, expect, test } from 'vitest';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { LastJumpState } from '../../../src/application/playback/last-jump-state.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { PlaybackSettingsState } from '../../../src/application/playback/playback-settings-state.ts';
import { PlaybackSettings } from '../../../src/application/playback/playback-settings.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { episodes, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER, FREE_LISTENER, title } from '../titles.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { linkTo, linkToCurrent } from '../../../src/application/playback/share-link.ts';
import { contentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import { readPosition } from '../../../src/domain/playback/share-link.ts';
import { userId } from '../../../src/domain/account/user.ts';

const listening = async () => {
  const harness = new Harness({ items: [LONG_BOOK], user: SUBSCRIBER });
  harness.user.setUser(SUBSCRIBER);
  await harness.get(PlayAudio).play(LONG_BOOK);
  await harness.passes(12);
  return harness;
};

describe('an accidental seek', () => {
  test('can be undone, back to the position before (PLAY-41)', async () => {
    const harness = await listening();
    harness.get(Seek).seekTo(seconds(200));
    expect(harness.get(LastJumpState).origin?.position).toBeCloseTo(12, 0);
    expect(harness.get(Seek).undo()).toBe(true);
    expect(harness.output.position()).toBeCloseTo(12, 0);
    expect(harness.get(LastJumpState).origin).toBeNull();
    expect(harness.get(Seek).undo()).toBe(false);
  });

  test('that follows others is undone to the position before the first (PLAY-41)', async () => {
    const harness = await listening();
    for (const position of [200, 100, 280]) harness.get(Seek).seekTo(seconds(position));
    harness.get(Seek).undo();
    expect(harness.player.position).toBeCloseTo(12, 0);
  });

  test('cannot be undone in another track (PLAY-42)', async () => {
    const harness = await listening();
    harness.get(Seek).seekTo(seconds(200));
    await harness.get(ChangeTrack).next();
    await harness.passes(1);
    expect(harness.get(Seek).undo()).toBe(false);
    expect(harness.player.track?.chapterIndex).toBe(2);
  });
});

describe('muting', () => {
  test('silences the audio while it plays, and then restores the volume (PLAY-45)', async () => {
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
  test('goes back in proportion to the pause if the setting is on (PLAY-43)', async () => {
    const harness = await listeningAndRewinding({ rewinds: true });
    await harness.passes(60);
    await resume(harness);
    expect(harness.output.position()).toBeCloseTo(94, 0);
    expect(harness.output.isPlaying).toBe(true);
  });

  test('continues at the same position if the setting is off (PLAY-43)', async () => {
    const harness = await listeningAndRewinding({ rewinds: false });
    await harness.passes(3600);
    await resume(harness);
    expect(harness.output.position()).toBeCloseTo(100, 0);
  });

  test('does not change a position that was chosen during the pause (PLAY-44)', async () => {
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
      playOrder: 'sent',
    });
  set({ start, end });
  return { harness, set };
};

describe('what a podcast leaves out', () => {
  test('is the start and the end of each episode, which then counts as heard (PLAY-121, PLAY-122)', async () => {
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

  test('is heard by a listener who seeks into it, and does not move a position that is there (PLAY-121, PLAY-123)', async () => {
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

const ORIGIN = 'https://listen.example';

const withLinks = (options: Partial<HarnessOptions> = {}) => {
  const user = options.user ?? SUBSCRIBER;
  const harness = new Harness({
    items: [LONG_BOOK, QUIET_MIND, PODCAST],
    episodes: new Map([[PODCAST.id, episodes(5)]]),
    ...options,
    user,
  });
  harness.user.setUser(user);
  return harness;
};

const follow = async (harness: Harness, query: string, item = LONG_BOOK) => {
  const position = readPosition(Object.fromEntries(new URLSearchParams(query)));
  const decision = await harness.get(PlayAudio).play(item, null, position);
  await harness.passes(0);
  return decision;
};

describe('a link with a position', () => {
  test('plays from its chapter and second, not from the saved position (PLAY-47)', async () => {
    const harness = withLinks();
    await follow(harness, '');
    await harness.passes(30);
    await follow(harness, 'chapter=3&t=125');
    expect(harness.player.track?.chapterIndex).toBe(3);
    expect(harness.output.position()).toBe(125);
    expect(harness.output.isPlaying).toBe(true);
  });

  test('opens nothing that a Play click would not open (ENT-23)', async () => {
    const harness = withLinks({ user: FREE_LISTENER });
    expect(await follow(harness, 'chapter=3&t=125')).toMatchObject({ kind: 'offer' });
    expect(harness.output.loadCount).toBe(0);
  });
});

describe('a share link', () => {
  test('has the current position, and leads back to it (PLAY-49)', async () => {
    const harness = withLinks();
    expect(linkToCurrent(ORIGIN, harness.player)).toBeNull();
    await follow(harness, 'chapter=2&t=77');
    const link = linkToCurrent(ORIGIN, harness.player) ?? '';
    expect(link).toBe(`${ORIGIN}/audios/long-book?chapter=2&t=77`);
    const other = withLinks();
    await follow(other, new URL(link).search);
    expect(other.player.track?.id).toBe(harness.player.track?.id);
    expect(other.output.position()).toBe(77);
  });

  test('has no position at the start, and none for a title that is not in the player (PLAY-49)', async () => {
    const harness = withLinks();
    await follow(harness, '', QUIET_MIND);
    expect(linkTo(ORIGIN, QUIET_MIND, harness.player)).toBe(`${ORIGIN}/audios/quiet-mind`);
    harness.get(Seek).seekTo(seconds(12));
    expect(linkTo(ORIGIN, QUIET_MIND, harness.player)).toBe(`${ORIGIN}/audios/quiet-mind?t=12`);
    expect(linkTo(ORIGIN, LONG_BOOK, harness.player)).toBe(`${ORIGIN}/audios/long-book`);
  });

  test('of an episode leads to its podcast, with the number of the episode if it has one (PLAY-49)', async () => {
    const episode = title({
      id: contentId('episode-4'),
      contentId: PODCAST.id,
      type: ContentType.PODCAST_EPISODE,
      index: 4,
    });
    const unnumbered = title({ id: contentId('special'), contentId: PODCAST.id });
    const harness = withLinks({ items: [PODCAST, episode, unnumbered] });
    await follow(harness, 't=9', episode);
    expect(linkToCurrent(ORIGIN, harness.player)).toBe(`${ORIGIN}/audios/podcast?chapter=4&t=9`);
    await follow(harness, 't=9', unnumbered);
    expect(linkToCurrent(ORIGIN, harness.player)).toBe(`${ORIGIN}/audios/podcast`);
  });
});

describe('the speed of a title', () => {
  test('is the one chosen for this title when the title opens again, even if the provider has none (PLAY-30)', async () => {
    const harness = withLinks();
    await follow(harness, '', PODCAST);
    await harness.get(PlaybackSettings).setSpeed(asSpeed(1.7) ?? DEFAULT_SPEED);
    await follow(harness, '', QUIET_MIND);
    expect(harness.player.speed, 'a title without its own speed takes the current one').toBe(1.7);
    await harness.get(PlaybackSettings).setSpeed(asSpeed(0.8) ?? DEFAULT_SPEED);
    await follow(harness, '', PODCAST);
    expect(harness.player.speed).toBe(1.7);
    expect(harness.output.speed).toBe(1.7);
  });

  test('is removed for the next listener', async () => {
    const harness = withLinks();
    await follow(harness, '', PODCAST);
    await harness.get(PlaybackSettings).setSpeed(asSpeed(1.7) ?? DEFAULT_SPEED);
    harness.player.openAudio({
      audio: PODCAST,
      tracks: harness.player.tracks,
      index: 0,
      isOnlyTrack: false,
      position: seconds(0),
      isResumed: false,
      speed: DEFAULT_SPEED,
      userId: userId('grace'),
      opening: { at: instant(0), trackId: null, recorded: null },
    });
    await harness.get(RefreshUser).refresh();
    expect(harness.get(PlaybackSettingsState).speedOf(PODCAST.id)).toBeNull();
  });
});
