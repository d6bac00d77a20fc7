// Proves PLAY-30, PLAY-47, PLAY-49.
import { describe, expect, test } from 'vitest';
import { Seek } from '../../../src/application/playback/seek.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { PlaybackSettingsState } from '../../../src/application/playback/playback-settings-state.ts';
import { linkTo, linkToCurrent } from '../../../src/application/playback/share-link.ts';
import { PlaybackSettings } from '../../../src/application/playback/playback-settings.ts';
import { contentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import { readPosition } from '../../../src/domain/playback/share-link.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { seconds } from '../../../src/domain/time.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { episodes, FREE_LISTENER, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

const ORIGIN = 'https://listen.example';

const listening = (options: Partial<HarnessOptions> = {}) => {
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
  test('plays from its chapter and second, not from the saved position', async () => {
    const harness = listening();
    await follow(harness, '');
    await harness.passes(30);
    await follow(harness, 'chapter=3&t=125');
    expect(harness.player.track?.chapterIndex).toBe(3);
    expect(harness.output.position()).toBe(125);
    expect(harness.output.isPlaying).toBe(true);
  });

  test('opens nothing that a Play click would not open', async () => {
    const harness = listening({ user: FREE_LISTENER });
    expect(await follow(harness, 'chapter=3&t=125')).toMatchObject({ kind: 'offer' });
    expect(harness.output.loadCount).toBe(0);
  });
});

describe('a share link', () => {
  test('has the current position, and leads back to it', async () => {
    const harness = listening();
    expect(linkToCurrent(ORIGIN, harness.player)).toBeNull();
    await follow(harness, 'chapter=2&t=77');
    const link = linkToCurrent(ORIGIN, harness.player) ?? '';
    expect(link).toBe(`${ORIGIN}/audios/long-book?chapter=2&t=77`);
    const other = listening();
    await follow(other, new URL(link).search);
    expect(other.player.track?.id).toBe(harness.player.track?.id);
    expect(other.output.position()).toBe(77);
  });

  test('has no position at the start, and none for a title that is not in the player', async () => {
    const harness = listening();
    await follow(harness, '', QUIET_MIND);
    expect(linkTo(ORIGIN, QUIET_MIND, harness.player)).toBe(`${ORIGIN}/audios/quiet-mind`);
    harness.get(Seek).seekTo(seconds(12));
    expect(linkTo(ORIGIN, QUIET_MIND, harness.player)).toBe(`${ORIGIN}/audios/quiet-mind?t=12`);
    expect(linkTo(ORIGIN, LONG_BOOK, harness.player)).toBe(`${ORIGIN}/audios/long-book`);
  });

  test('of an episode leads to its podcast, with the number of the episode if it has one', async () => {
    const episode = title({
      id: contentId('episode-4'),
      contentId: PODCAST.id,
      type: ContentType.PODCAST_EPISODE,
      index: 4,
    });
    const unnumbered = title({ id: contentId('special'), contentId: PODCAST.id });
    const harness = listening({ items: [PODCAST, episode, unnumbered] });
    await follow(harness, 't=9', episode);
    expect(linkToCurrent(ORIGIN, harness.player)).toBe(`${ORIGIN}/audios/podcast?chapter=4&t=9`);
    await follow(harness, 't=9', unnumbered);
    expect(linkToCurrent(ORIGIN, harness.player)).toBe(`${ORIGIN}/audios/podcast`);
  });
});

describe('the speed of a title', () => {
  test('is the one chosen for this title when the title opens again, even if the provider has none', async () => {
    const harness = listening();
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
    const harness = listening();
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
    });
    await harness.get(RefreshUser).refresh();
    expect(harness.get(PlaybackSettingsState).speedOf(PODCAST.id)).toBeNull();
  });
});
