import { describe, expect, test } from 'vitest';
import { Seek } from '../../../src/application/playback/seek/seek.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { PlaybackSettingsState } from '../../../src/application/playback/playback-settings-state.ts';
import { ShareLink } from '../../../src/application/playback/share-link.ts';
import { SetSpeed } from '../../../src/application/playback/set-speed.ts';
import { contentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import { readPosition } from '../../../src/domain/playback/share-link.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/speed.ts';
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
  const place = readPosition(Object.fromEntries(new URLSearchParams(query)));
  const decision = await harness.get(PlayAudio).play(item, null, place);
  await harness.passes(0);
  return decision;
};

describe('a link that names a place', () => {
  test('plays from its chapter and second, whatever was remembered', async () => {
    const harness = listening();
    await follow(harness, '');
    await harness.passes(30);
    await follow(harness, 'chapter=3&t=125');
    expect(harness.player.track?.chapterIndex).toBe(3);
    expect(harness.output.position()).toBe(125);
    expect(harness.output.isPlaying).toBe(true);
  });

  test('names the second alone where there is nothing to choose from', async () => {
    const harness = listening();
    await follow(harness, 't=40', QUIET_MIND);
    expect(harness.output.position()).toBe(40);
  });

  test('finds an episode by its number', async () => {
    const harness = listening();
    await follow(harness, 'chapter=4&t=10', PODCAST);
    expect(harness.player.track?.id).toBe('episode-4');
    expect(harness.output.position()).toBe(10);
  });

  test('that leads nowhere plays as without it; a second beyond the end is the start', async () => {
    const harness = listening();
    await follow(harness, 'chapter=9&t=125');
    expect(harness.player.track?.chapterIndex).toBe(1);
    expect(harness.output.position()).toBe(0);
    await follow(harness, 'chapter=2&t=100000');
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.output.position()).toBe(0);
  });

  test('opens nothing that a play click would not', async () => {
    const harness = listening({ user: FREE_LISTENER });
    expect(await follow(harness, 'chapter=3&t=125')).toMatchObject({ kind: 'offer' });
    expect(harness.output.loadCount).toBe(0);
  });
});

describe('sharing', () => {
  test('names the place where the listener is, and comes back to it', async () => {
    const harness = listening();
    expect(harness.get(ShareLink).linkToCurrent(ORIGIN)).toBeNull();
    await follow(harness, 'chapter=2&t=77');
    const link = harness.get(ShareLink).linkToCurrent(ORIGIN) ?? '';
    expect(link).toBe(`${ORIGIN}/audios/long-book?chapter=2&t=77`);
    const other = listening();
    await follow(other, new URL(link).search);
    expect(other.player.track?.id).toBe(harness.player.track?.id);
    expect(other.output.position()).toBe(77);
  });

  test('names no place at the start, nor of a title that is not on', async () => {
    const harness = listening();
    await follow(harness, '', QUIET_MIND);
    expect(harness.get(ShareLink).linkTo(ORIGIN, QUIET_MIND)).toBe(`${ORIGIN}/audios/quiet-mind`);
    harness.get(Seek).seekTo(seconds(12));
    expect(harness.get(ShareLink).linkTo(ORIGIN, QUIET_MIND)).toBe(`${ORIGIN}/audios/quiet-mind?t=12`);
    expect(harness.get(ShareLink).linkTo(ORIGIN, LONG_BOOK)).toBe(`${ORIGIN}/audios/long-book`);
  });

  test('of an episode leads to its podcast, by its number where it has one', async () => {
    const episode = title({
      id: contentId('episode-4'),
      contentId: PODCAST.id,
      type: ContentType.PODCAST_EPISODE,
      index: 4,
    });
    const unnumbered = title({ id: contentId('special'), contentId: PODCAST.id });
    const harness = listening({ items: [PODCAST, episode, unnumbered] });
    await follow(harness, 't=9', episode);
    expect(harness.get(ShareLink).linkToCurrent(ORIGIN)).toBe(`${ORIGIN}/audios/podcast?chapter=4&t=9`);
    await follow(harness, 't=9', unnumbered);
    expect(harness.get(ShareLink).linkToCurrent(ORIGIN)).toBe(`${ORIGIN}/audios/podcast`);
  });
});

describe('the speed of a title', () => {
  test('is its own when it is opened again, even where the provider remembers none', async () => {
    const harness = listening();
    await follow(harness, '', PODCAST);
    await harness.get(SetSpeed).setSpeed(asSpeed(1.7) ?? DEFAULT_SPEED);
    await follow(harness, '', QUIET_MIND);
    expect(harness.player.speed, 'the current one, where there is none').toBe(1.7);
    await harness.get(SetSpeed).setSpeed(asSpeed(0.8) ?? DEFAULT_SPEED);
    await follow(harness, '', PODCAST);
    expect(harness.player.speed).toBe(1.7);
    expect(harness.output.speed).toBe(1.7);
  });

  test('is nobody else’s: the next listener begins without', async () => {
    const harness = listening();
    await follow(harness, '', PODCAST);
    await harness.get(SetSpeed).setSpeed(asSpeed(1.7) ?? DEFAULT_SPEED);
    harness.player.openAudio({
      audio: PODCAST,
      tracks: harness.player.playback.tracks,
      index: 0,
      position: seconds(0),
      speed: DEFAULT_SPEED,
      userId: userId('grace'),
    });
    await harness.get(RefreshUser).refresh();
    expect(harness.get(PlaybackSettingsState).speedOf(PODCAST.id)).toBeNull();
  });
});
