import { expect, test } from 'vitest';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { PlaybackSettings } from '../../../src/application/playback/playback-settings.ts';
import { PlaybackSettingsState } from '../../../src/application/playback/playback-settings-state.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { UpNextState } from '../../../src/application/playback/up-next-state.ts';
import { FinishedState } from '../../../src/application/progress/finished-state.ts';
import { contentId, type ContentItem } from '../../../src/domain/catalogue/content.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { episodes, PODCAST, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

/** Seconds that every episode lasts. */
const LENGTH = 100;

const at = (position: number): Partial<ContentItem> => ({
  progress: { position: seconds(position), chapterIndex: null },
});

/** The first episode plays with autoplay; the others are as the changes say. */
const playing = async (...changes: readonly Partial<ContentItem>[]): Promise<Harness> => {
  const published = episodes(changes.length + 1).map((episode, index) => ({
    ...episode,
    runTime: seconds(LENGTH),
    ...(index > 0 && changes[index - 1]),
  }));
  const harness = new Harness({
    items: [PODCAST, QUIET_MIND],
    episodes: new Map([[PODCAST.id, published]]),
    durationOf: () => seconds(LENGTH),
    user: SUBSCRIBER,
  });
  harness.user.setUser(SUBSCRIBER);
  harness.player.setAutoplay(true);
  await harness.get(PlayAudio).play(PODCAST, trackId('episode-1'));
  await harness.passes(1);
  return harness;
};

const heard = ({ output, player }: Harness) => (output.isPlaying ? player.track?.title : null);

test('skips an episode that is finished (PLAY-127)', async () => {
  const harness = await playing(at(LENGTH - 1), at(LENGTH), {});
  await harness.passes(LENGTH);
  expect(heard(harness)).toBe('Episode 4');
});

test('skips an episode that was marked as finished (PLAY-127)', async () => {
  const harness = await playing({}, {});
  harness.get(FinishedState).mark(contentId('episode-2'), null);
  await harness.passes(LENGTH);
  expect(heard(harness)).toBe('Episode 3');
});

test('goes on in an episode where the account has it (PLAY-127)', async () => {
  const harness = await playing(at(40), {});
  await harness.passes(LENGTH);
  expect(heard(harness)).toBe('Episode 2');
  expect(harness.player.position).toBeGreaterThanOrEqual(40);
  await harness.passes(LENGTH - 40);
  expect(heard(harness)).toBe('Episode 3');
});

test('goes on in an episode where this browser left it, and never moves its position back (PLAY-127)', async () => {
  const harness = await playing({}, {});
  await harness.get(PlayAudio).play(PODCAST, trackId('episode-2'));
  await harness.passes(60);
  await harness.get(PlayAudio).play(PODCAST, trackId('episode-1'));
  await harness.passes(LENGTH + 2);
  expect(heard(harness)).toBe('Episode 2');
  expect(harness.player.position).toBeGreaterThanOrEqual(60);
  const reported = harness.api.playback.reports.filter(({ id }) => id === 'episode-2');
  for (const report of reported) expect(report).toHaveProperty('lastPosition', expect.any(Number));
  expect(harness.journal.position(contentId('episode-2'))?.position).toBeGreaterThanOrEqual(60);
});

test('goes on with Up Next if all other episodes are finished', async () => {
  const harness = await playing(at(LENGTH));
  harness.get(UpNextState).addLast(QUIET_MIND, null);
  await harness.passes(LENGTH + 1);
  expect(heard(harness)).toBe('Quiet Mind');
});

test('preloads the episode that follows, not one that is skipped', async () => {
  const harness = await playing(at(LENGTH), {});
  await harness.passes(LENGTH - 20);
  expect(harness.output.preloaded).toContain('episode-3');
});

test('episodes play in the order that the listener chose for the podcast (PLAY-129)', async () => {
  const day = (number: number) => ({ publishedAt: instant(number * 86_400_000) });
  const harness = await playing(day(2), day(1), day(3));
  const order = () => harness.player.tracks.map(({ id }) => id.replace('episode-', '')).join('');
  const settings = harness.get(PlaybackSettingsState).podcastOf(PODCAST.id);
  harness.get(PlaybackSettings).setPodcast({ ...settings, playOrder: 'oldest' });
  expect(order()).toBe('3241');
  expect(harness.player.track?.title, 'the same episode goes on').toBe('Episode 1');
  await harness.get(PlayAudio).play(PODCAST, trackId('episode-3'));
  await harness.passes(LENGTH + 1);
  expect(heard(harness)).toBe('Episode 2');
  harness.get(PlaybackSettings).setPodcast({ ...settings, playOrder: 'newest' });
  expect(order()).toBe('4231');
});

test('Next still goes to a finished episode (PLAY-127)', async () => {
  const harness = await playing(at(LENGTH), {});
  await harness.get(ChangeTrack).next();
  await harness.passes(1);
  expect(heard(harness)).toBe('Episode 2');
});
