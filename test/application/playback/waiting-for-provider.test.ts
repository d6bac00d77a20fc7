import { describe, expect, test } from 'vitest';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { UpNextState } from '../../../src/application/playback/up-next-state.ts';
import { ContentType, contentId, seriesId } from '../../../src/domain/catalogue/content.ts';
import { seconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { episodes, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

/** Seconds that every track lasts. */
const LENGTH = 40;

const SERIES = { id: seriesId('tides'), name: 'Tides', imageUrl: null };
const VOLUMES = [1, 2].map((number) =>
  title({
    id: contentId(`volume-${number}`),
    title: `Volume ${number}`,
    series: [{ id: SERIES.id, name: SERIES.name, sequence: String(number) }],
  }),
);
const [FIRST = QUIET_MIND, SECOND = QUIET_MIND] = VOLUMES;

/** A tile, whose chapters have to be fetched. */
const TILE = { ...LONG_BOOK, chapters: [] };

const playing = async (item = LONG_BOOK): Promise<Harness> => {
  const harness = new Harness({
    items: [LONG_BOOK, QUIET_MIND, PODCAST, ...VOLUMES],
    episodes: new Map([[PODCAST.id, episodes(3)]]),
    series: [SERIES],
    durationOf: () => seconds(LENGTH),
    user: SUBSCRIBER,
  });
  harness.user.setUser(SUBSCRIBER);
  harness.player.setAutoplay(true);
  await harness.get(PlayAudio).play(item);
  await harness.passes(5);
  return harness;
};

const heard = ({ output, player }: Harness) => (output.isPlaying ? player.track?.title : null);

const FAILURES = ['unreachable', 'timeout', 'server', 'rate-limited'] as const;

describe('a track that follows while the provider does not respond', () => {
  test.each(FAILURES)('starts by itself once an address comes, after Next (%s) (PLAY-125)', async (kind) => {
    const harness = await playing();
    harness.api.faults.failNext('playback.tokenize', kind, 6);
    void harness.get(ChangeTrack).next();
    await harness.passes(20);
    expect(harness.player).toMatchObject({ phase: 'loading', isWaiting: true, isPlaying: true });
    expect(harness.notices).toEqual([]);
    await harness.passes(20);
    expect(heard(harness)).toBe('Chapter 2');
    expect(harness.notices).toEqual([]);
  });

  test('starts without a click when the previous track ends (PLAY-125)', async () => {
    const harness = await playing();
    harness.api.faults.isUnreachable = true;
    await harness.passes(LENGTH + 120);
    expect(harness.player).toMatchObject({ isWaiting: true, isPlaying: true });
    harness.api.faults.isUnreachable = false;
    await harness.passes(9);
    expect(heard(harness)).toBe('Chapter 2');
    expect(harness.notices).toEqual([]);
  });

  test('fails after five minutes, and the next Play tries again (PLAY-66, PLAY-67)', async () => {
    const harness = await playing();
    harness.api.faults.isUnreachable = true;
    void harness.get(ChangeTrack).next();
    await harness.passes(290);
    expect(harness.notices).toEqual([]);
    await harness.passes(20);
    expect(harness.notices).toEqual([MESSAGES.loadFailed]);
    expect(harness.player).toMatchObject({ phase: 'error', isPlaying: false });
    harness.api.faults.isUnreachable = false;
    await harness.get(TogglePlayback).toggle();
    await harness.passes(1);
    expect(heard(harness)).toBe('Chapter 2');
  });

  test('is asked for once in 8 seconds, after the first attempts (PLAY-66)', async () => {
    const harness = await playing();
    const asked = () => harness.api.faults.calls.filter((call) => call === 'playback.tokenize').length;
    const before = asked();
    harness.api.faults.isUnreachable = true;
    void harness.get(ChangeTrack).next();
    await harness.passes(240);
    expect(asked() - before).toBeLessThanOrEqual(4 + 240 / 8);
  });

  test('does not start after a pause (PLAY-66)', async () => {
    const harness = await playing();
    harness.api.faults.isUnreachable = true;
    void harness.get(ChangeTrack).next();
    await harness.passes(5);
    await harness.get(TogglePlayback).toggle();
    harness.api.faults.isUnreachable = false;
    await harness.passes(30);
    expect(heard(harness)).toBeNull();
    expect(harness.notices).toEqual([]);
  });

  test('is not waited for if the provider refuses it', async () => {
    const harness = await playing();
    harness.api.faults.failNext('playback.tokenize', 'forbidden');
    await harness.get(ChangeTrack).next();
    await harness.passes(1);
    expect(harness.notices).toEqual([MESSAGES.loadFailed]);
  });

  test('is waited for on Play, when the sound that was loaded is gone (PLAY-125)', async () => {
    const harness = await playing();
    await harness.get(TogglePlayback).toggle();
    harness.output.failWith('network');
    await harness.passes(1);
    harness.api.faults.isUnreachable = true;
    void harness.get(TogglePlayback).toggle();
    await harness.passes(30);
    expect(harness.notices).toEqual([]);
    harness.api.faults.isUnreachable = false;
    await harness.passes(9);
    expect(heard(harness)).toBe('Chapter 1');
    expect(harness.player.position).toBeGreaterThan(5);
  });
});

describe('a title that follows while the provider does not respond', () => {
  test.each([
    ['a title whose chapters are fetched', TILE, 'Chapter 1'],
    ['a podcast', PODCAST, 'Episode 1'],
    ['a title with its own address', QUIET_MIND, 'Quiet Mind'],
  ])('starts from Up Next once it responds: %s (PLAY-125)', async (_, next, expected) => {
    const harness = await playing(FIRST);
    harness.get(UpNextState).addLast(next, null);
    harness.api.faults.isUnreachable = true;
    await harness.passes(LENGTH + 60);
    expect(harness.notices).toEqual([]);
    harness.api.faults.isUnreachable = false;
    await harness.passes(18);
    expect(heard(harness)).toBe(expected);
    expect(harness.notices).toEqual([]);
    expect(harness.get(UpNextState).entries).toEqual([]);
  });

  test('starts where the account has it, not at its beginning (PLAY-125)', async () => {
    const harness = await playing(FIRST);
    harness.api.content.records.set(QUIET_MIND.id, {
      isActive: true,
      type: ContentType.AUDIOBOOK,
      chapterIndex: null,
      position: seconds(20),
      speed: 1,
      updatedAt: null,
    });
    harness.get(UpNextState).addLast(QUIET_MIND, null);
    harness.api.faults.failNext('playback.playbackRecord', 'server', 8);
    await harness.passes(LENGTH + 50);
    expect(heard(harness)).toBe('Quiet Mind');
    expect(harness.player.position).toBeGreaterThanOrEqual(20);
  });

  test('starts as the next volume of a series', async () => {
    const harness = await playing(FIRST);
    harness.api.faults.isUnreachable = true;
    await harness.passes(LENGTH + 60);
    harness.api.faults.isUnreachable = false;
    await harness.passes(18);
    expect(heard(harness)).toBe(SECOND.title);
    expect(harness.notices).toEqual([]);
  });

  test('does not start any more once the listener has asked for another one', async () => {
    const harness = await playing(FIRST);
    harness.get(UpNextState).addLast(PODCAST, null);
    harness.api.faults.failNext('catalogue.podcastEpisodes', 'server', 6);
    await harness.passes(LENGTH + 1);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(20);
    expect(heard(harness)).toBe('Quiet Mind');
  });
});

test('a failure is told at once to a listener who has just asked for the title (PLAY-125)', async () => {
  const harness = await playing();
  harness.api.faults.failNext('playback.tokenize', 'server');
  await harness.get(PlayAudio).play(QUIET_MIND);
  expect(harness.notices).toEqual([MESSAGES.loadFailed]);
});
