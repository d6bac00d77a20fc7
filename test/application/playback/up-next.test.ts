import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import { setTranslation } from 'audio-streaming-translations/translate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { NextVolumeState } from '../../../src/application/playback/next-volume-state.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { SleepTimer } from '../../../src/application/playback/sleep-timer.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { UpNext } from '../../../src/application/playback/up-next.ts';
import { UpNextState } from '../../../src/application/playback/up-next-state.ts';
import { contentId, type ContentItem, seriesId } from '../../../src/domain/catalogue/content.ts';
import { keyOf, UP_NEXT_LIMIT } from '../../../src/domain/playback/up-next.ts';
import { formatTracks } from '../../../src/domain/playback/track.ts';
import { instant, milliseconds, seconds } from '../../../src/domain/time.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { episodes, FREE_LISTENER, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

const NIGHT_WALK = title({ id: contentId('night-walk'), title: 'Night Walk' });
const RIVER = title({ id: contentId('river'), title: 'River' });
const EPISODES = episodes(3);

/** A catalogue that changes while the listener listens. */
const catalogue = () => {
  const items = [QUIET_MIND, LONG_BOOK, PODCAST, NIGHT_WALK, RIVER];
  const replace = (item: ContentItem, ...others: readonly ContentItem[]) => {
    items.splice(
      items.findIndex(({ id }) => id === item.id),
      1,
      ...others,
    );
  };
  return { items, replace };
};

/** Seconds that every track lasts. */
const LENGTH = 40;

/** The first title plays, and the others are next. */
const playing = async (
  first: ContentItem,
  next: readonly ContentItem[],
  options: Partial<HarnessOptions> = {},
): Promise<Harness> => {
  const user = options.user ?? SUBSCRIBER;
  const harness = new Harness({
    items: catalogue().items,
    episodes: new Map([[PODCAST.id, EPISODES]]),
    durationOf: () => seconds(LENGTH),
    ...options,
    user,
  });
  harness.user.setUser(user);
  harness.player.setAutoplay(true);
  for (const item of next) harness.get(UpNextState).addLast(item, null);
  await harness.get(PlayAudio).play(first);
  await harness.passes(1);
  return harness;
};

const nextOf = (harness: Harness) => harness.get(UpNextState).entries.map(({ item }) => item.title);

/** The contents of `Audio Listened`. */
const listened = (harness: Harness) =>
  harness.analytics.events.flatMap((event) =>
    event.name === 'Audio Listened' ? [event.properties.content_id] : [],
  );

const heard = (harness: Harness) => (harness.output.isPlaying ? (harness.player.track?.title ?? null) : null);

describe('when a title ends', () => {
  test('the first entry starts and leaves the list, with autoplay (PLAY-80, PLAY-81)', async () => {
    const harness = await playing(QUIET_MIND, [NIGHT_WALK, RIVER]);
    await harness.passes(LENGTH);
    expect(heard(harness)).toBe('Night Walk');
    expect(nextOf(harness)).toEqual(['River']);
    await harness.passes(LENGTH + 1);
    expect(heard(harness)).toBe('River');
    expect(nextOf(harness)).toEqual([]);
    await harness.passes(LENGTH + 1);
    expect(heard(harness)).toBeNull();
    expect(harness.player.audio?.id).toBe(RIVER.id);
  });

  test('the whole title is counted once, before the next one starts', async () => {
    const harness = await playing(QUIET_MIND, [NIGHT_WALK]);
    await harness.passes(LENGTH + 5);
    // The end of the title was reported. Its replacement by the next title is not reported again (PROG-1).
    expect(harness.api.playback.reports).toMatchObject([{ id: QUIET_MIND.id, lastPosition: LENGTH * 1000 }]);
    expect(harness.api.playback.royalties).toMatchObject([
      { contentId: QUIET_MIND.id, duration: LENGTH * 1000 },
    ]);
    expect(listened(harness)).toEqual([QUIET_MIND.id]);
  });

  test('its end is reported once, also if the listener plays another title later (PROG-1)', async () => {
    const harness = await playing(QUIET_MIND, []);
    await harness.passes(LENGTH + 60);
    await harness.get(PlayAudio).play(RIVER);
    await harness.passes(1);
    expect(heard(harness)).toBe('River');
    expect(listened(harness)).toEqual([QUIET_MIND.id]);
  });

  test('listening to the same title after its end is also counted, and only once', async () => {
    const harness = await playing(QUIET_MIND, []);
    await harness.passes(LENGTH);
    harness.get(Seek).seekTo(seconds(LENGTH - 10));
    await harness.get(TogglePlayback).toggle();
    await harness.passes(5);
    await harness.get(PlayAudio).play(RIVER);
    await harness.passes(5);
    expect(harness.api.playback.reports).toMatchObject([
      { id: QUIET_MIND.id, lastPosition: LENGTH * 1000 },
      { id: QUIET_MIND.id, lastPosition: (LENGTH - 5) * 1000 },
    ]);
    expect(harness.api.playback.royalties).toMatchObject([
      { contentId: QUIET_MIND.id, duration: LENGTH * 1000 },
      { contentId: QUIET_MIND.id, duration: 5000 },
    ]);
  });

  test.each([
    ['without autoplay', ({ player }: Harness) => player.setAutoplay(false)],
    [
      'if the sleep timer ends with the chapter',
      (harness: Harness) => harness.get(SleepTimer).set('end-of-chapter'),
    ],
  ])('nothing starts %s (PLAY-80)', async (_, prepare) => {
    const harness = await playing(QUIET_MIND, [NIGHT_WALK]);
    prepare(harness);
    await harness.passes(LENGTH + 5);
    expect(heard(harness)).toBeNull();
    expect(nextOf(harness)).toEqual(['Night Walk']);
  });

  test('the sleep timer stops the next title, if it has started during the fade', async () => {
    const length = seconds(290);
    const harness = await playing(QUIET_MIND, [NIGHT_WALK], { durationOf: () => length });
    harness.get(SleepTimer).set(5);
    await harness.passes(length + 2);
    expect(heard(harness)).toBe('Night Walk');
    await harness.passes(10);
    expect(heard(harness)).toBeNull();
    expect(harness.player.audio?.id).toBe(NIGHT_WALK.id);
    expect(harness.output.volume).toBe(1);
  });

  test('its own tracks come first', async () => {
    const harness = await playing(LONG_BOOK, [NIGHT_WALK]);
    await harness.passes(LENGTH);
    expect(heard(harness)).toBe('Chapter 2');
    await harness.passes(2 * LENGTH + 1);
    expect(heard(harness)).toBe('Night Walk');
  });

  test('the sound of the entry was preloaded (PLAY-87)', async () => {
    const harness = await playing(QUIET_MIND, [NIGHT_WALK]);
    await harness.passes(LENGTH - 10);
    const { preloaded } = harness.output;
    expect(preloaded).toContain('night-walk.mp3');
    await harness.passes(15);
    expect(harness.output.url).toBe(preloaded);
  });

  test('an entry of one track plays this track, and then the next entry (PLAY-81)', async () => {
    const harness = await playing(QUIET_MIND, []);
    const second = formatTracks(PODCAST, EPISODES)[1] ?? null;
    await harness.get(UpNext).addToEnd(PODCAST, second);
    await harness.get(UpNext).addToEnd(NIGHT_WALK, null);
    await harness.passes(LENGTH);
    expect(heard(harness)).toBe('Episode 2');
    expect(harness.player.tracks).toHaveLength(1);
    await harness.passes(LENGTH + 1);
    expect(heard(harness)).toBe('Night Walk');
  });

  test('an entry of one track still has only this track after a reload (PLAY-96)', async () => {
    const harness = await playing(QUIET_MIND, []);
    await harness.get(UpNext).addToEnd(PODCAST, formatTracks(PODCAST, EPISODES)[1] ?? null);
    await harness.passes(LENGTH + 10);
    const { store } = harness.player;
    harness.crash();
    const next = new Harness({ items: [], durationOf: () => seconds(LENGTH), beside: harness });
    next.user.setUser(SUBSCRIBER);
    next.player.restore(store, seconds(0));
    await next.get(UpNext).addToEnd(NIGHT_WALK, null);
    await next.get(TogglePlayback).toggle();
    await next.passes(1);
    expect(heard(next)).toBe('Episode 2');
    expect(next.player.tracks.map(({ id }) => id)).toEqual(['episode-2']);
    expect(next.player.position).toBeGreaterThan(9);
    next.player.setAutoplay(true);
    await next.passes(LENGTH);
    expect(heard(next)).toBe('Night Walk');
    expect(next.player.isOnlyTrack).toBe(false);
  });

  test('if the one track of an entry is gone after a reload, its title plays (PLAY-96)', async () => {
    const harness = await playing(QUIET_MIND, []);
    await harness.get(UpNext).addToEnd(PODCAST, formatTracks(PODCAST, EPISODES)[1] ?? null);
    await harness.passes(LENGTH + 10);
    const { store } = harness.player;
    const left = EPISODES.filter(({ id }) => id !== 'episode-2');
    const next = new Harness({
      items: catalogue().items,
      episodes: new Map([[PODCAST.id, left]]),
      durationOf: () => seconds(LENGTH),
    });
    next.user.setUser(SUBSCRIBER);
    next.player.restore(store, seconds(0));
    await next.get(TogglePlayback).toggle();
    await next.passes(1);
    expect(heard(next)).not.toBeNull();
    expect(next.player.tracks.map(({ id }) => id)).toEqual(['episode-1', 'episode-3']);
    expect(next.notices).toEqual([]);
  });

  test('an entry stays in the list if its title cannot be loaded, and an alert says so (PLAY-83)', async () => {
    const harness = await playing(QUIET_MIND, [PODCAST, NIGHT_WALK]);
    harness.api.faults.failNext('catalogue.podcastEpisodes', 'malformed', 2);
    await harness.passes(LENGTH + 5);
    expect(heard(harness)).toBeNull();
    expect(harness.notices).toEqual([MESSAGES.playFailed]);
    expect(nextOf(harness)).toEqual(['Podcast', 'Night Walk']);
  });

  test('a request of the listener wins over the entry that is about to start', async () => {
    const harness = await playing(QUIET_MIND, [NIGHT_WALK]);
    await harness.passes(LENGTH - 1.5);
    harness.api.faults.delay = milliseconds(2_000);
    await harness.passes(2);
    void harness.get(PlayAudio).play(RIVER);
    await harness.passes(8);
    expect(heard(harness)).toBe('River');
    expect(nextOf(harness)).toEqual(['Night Walk']);
  });
});

describe('an entry that may not play when it is its turn', () => {
  const closed = (item: ContentItem): ContentItem => ({
    ...item,
    validity: { from: 'absent', till: instant(1_000) },
  });

  test('is skipped with a notice the first time, and stays in the list (PLAY-83)', async () => {
    const { items, replace } = catalogue();
    const harness = await playing(QUIET_MIND, [NIGHT_WALK, RIVER, LONG_BOOK], { items });
    replace(NIGHT_WALK, closed(NIGHT_WALK));
    await harness.passes(LENGTH);
    expect(heard(harness)).toBe('River');
    expect(nextOf(harness)).toEqual(['Night Walk', 'Long Book']);
    expect(harness.notices).toEqual([
      '“Night Walk” was skipped: it is no longer available. It stays in Up Next.',
    ]);
    await harness.passes(LENGTH + 1);
    expect(heard(harness)).toBe('Chapter 1');
    expect(nextOf(harness)).toEqual(['Night Walk']);
    expect(harness.notices).toHaveLength(1);
  });

  test('is skipped if the catalogue no longer has it (PLAY-82)', async () => {
    const { items, replace } = catalogue();
    const harness = await playing(QUIET_MIND, [NIGHT_WALK, RIVER], { items });
    replace(NIGHT_WALK);
    await harness.passes(LENGTH);
    expect(heard(harness)).toBe('River');
    expect(harness.notices).toEqual([
      '“Night Walk” was skipped: it is no longer in the catalog. It stays in Up Next.',
    ]);
  });

  test('is skipped without an offer if it needs a membership, but a click on it shows the offer (PLAY-82)', async () => {
    const free = title({ ...QUIET_MIND, hasListenFreeContent: true });
    const harness = await playing(free, [NIGHT_WALK], {
      user: FREE_LISTENER,
      items: [free, NIGHT_WALK],
    });
    await harness.passes(LENGTH);
    expect(heard(harness)).toBeNull();
    expect(harness.user.subscribeModalVisible).toBe(false);
    expect(harness.notices).toEqual([
      '“Night Walk” was skipped: it needs a membership. It stays in Up Next.',
    ]);
    const [entry] = harness.get(UpNextState).entries;
    if (entry === undefined) throw new Error('The entry stays');
    await harness.get(UpNext).playEntry(keyOf(entry));
    expect(harness.user.subscribeModalVisible).toBe(true);
    expect(nextOf(harness)).toEqual(['Night Walk']);
  });

  test('is named in one message together with other skipped entries', async () => {
    const { items, replace } = catalogue();
    const harness = await playing(QUIET_MIND, [NIGHT_WALK, RIVER], { items });
    for (const item of [NIGHT_WALK, RIVER]) replace(item, closed(item));
    await harness.passes(LENGTH);
    expect(heard(harness)).toBeNull();
    expect(harness.notices).toEqual([
      '2 titles were skipped because they cannot be played now. They stay in Up Next.',
    ]);
  });

  test('is skipped if its track has left the title', async () => {
    const { items, replace } = catalogue();
    const harness = await playing(QUIET_MIND, [], { items });
    const chapter = formatTracks(LONG_BOOK, [])[1] ?? null;
    await harness.get(UpNext).addToEnd(LONG_BOOK, chapter);
    await harness.get(UpNext).addToEnd(RIVER, null);
    replace(LONG_BOOK, { ...LONG_BOOK, chapters: LONG_BOOK.chapters.slice(0, 1) });
    await harness.passes(LENGTH);
    expect(heard(harness)).toBe('River');
    expect(harness.notices).toEqual([
      '“Chapter 2” was skipped: it is no longer in the catalog. It stays in Up Next.',
    ]);
    setTranslation({ language: 'de', ...catalogueOf('de', 'app') });
    onTestFinished(() => setTranslation({ language: 'en', catalogue: {} }));
    expect(harness.notices, 'in another language, with a chapter that has no title').toEqual([
      '„Kapitel 2“ wurde übersprungen: nicht mehr im Katalog. Der Titel bleibt unter „Als Nächstes“.',
    ]);
  });
});

describe('the listener', () => {
  test('goes to the first entry by Next, also without autoplay (PLAY-80)', async () => {
    const harness = await playing(LONG_BOOK, [NIGHT_WALK]);
    harness.player.setAutoplay(false);
    const press = async () => {
      await harness.get(ChangeTrack).next();
      await harness.passes(1);
    };
    await press();
    await press();
    expect(heard(harness)).toBe('Chapter 3');
    await press();
    expect(heard(harness)).toBe('Night Walk');
    await press();
    expect(heard(harness)).toBe('Night Walk');
  });

  test('does not hear a title again that was started from another page (PLAY-81)', async () => {
    const harness = await playing(QUIET_MIND, [NIGHT_WALK, RIVER]);
    await harness.get(PlayerControls).playOrPause(NIGHT_WALK);
    await harness.passes(1);
    expect(nextOf(harness)).toEqual(['River']);
  });

  test('plays any entry of the list, and the others stay', async () => {
    const harness = await playing(QUIET_MIND, [NIGHT_WALK, RIVER]);
    const last = harness.get(UpNextState).entries[1];
    if (last === undefined) throw new Error('There are two entries');
    await harness.get(UpNext).playEntry(keyOf(last));
    await harness.passes(1);
    expect(heard(harness)).toBe('River');
    expect(nextOf(harness)).toEqual(['Night Walk']);
    await harness.get(TogglePlayback).toggle();
    expect(heard(harness)).toBeNull();
  });

  test('is told that the list is full (PLAY-77)', async () => {
    const harness = await playing(QUIET_MIND, []);
    for (let at = 0; at < UP_NEXT_LIMIT; at += 1) {
      harness.get(UpNextState).addLast(title({ id: contentId(`${at}`) }), null);
    }
    expect(await harness.get(UpNext).playNext(NIGHT_WALK, null)).toBe(false);
    expect(harness.notices).toEqual(['Up Next holds at most 100 titles. Remove one to add another.']);
  });
});

describe('the next volume of a series (PLAY-115)', () => {
  const SEA = { id: seriesId('sea'), name: 'Sea', imageUrl: null };
  const TIDES = { id: seriesId('tides'), name: 'Tides', imageUrl: null };
  const volume = (sequence: string, change: Partial<ContentItem> = {}): ContentItem =>
    title({
      id: contentId(`tides-${sequence}`),
      title: `Tides ${sequence}`,
      series: [
        { id: SEA.id, name: 'Sea', sequence: null },
        { id: TIDES.id, name: 'Tides', sequence },
      ],
      ...change,
    });
  const ONE = volume('1');
  const THREE = volume('3');

  const ofSeries = async (items: readonly ContentItem[], options: Partial<HarnessOptions> = {}) =>
    playing(items[0] ?? ONE, [], { items: [...items, NIGHT_WALK], series: [SEA, TIDES], ...options });
  const offered = (harness: Harness) =>
    harness.get(NextVolumeState).after(harness.player.audio?.id)?.item.title ?? null;

  test('starts by itself with autoplay', async () => {
    const harness = await ofSeries([ONE, THREE]);
    await harness.passes(LENGTH + 1);
    expect(heard(harness)).toBe('Tides 3');
  });

  test('is only offered without autoplay, and Play starts it', async () => {
    const harness = await ofSeries([ONE, THREE]);
    harness.player.setAutoplay(false);
    await harness.passes(LENGTH + 1);
    expect([heard(harness), offered(harness)]).toEqual([null, 'Tides 3']);
    await harness.get(PlayAudio).play(THREE);
    await harness.passes(1);
    expect([heard(harness), offered(harness)]).toEqual(['Tides 3', null]);
  });

  test('is offered and does not start, if a click on Play would not play it', async () => {
    const free = volume('1', { listenFree: true });
    const harness = await ofSeries([free, THREE], { user: FREE_LISTENER });
    await harness.passes(LENGTH + 1);
    expect([heard(harness), offered(harness)]).toEqual([null, 'Tides 3']);
  });

  test.each([
    [
      'Up Next comes first',
      (harness: Harness) => harness.get(UpNextState).addLast(NIGHT_WALK, null),
      'Night Walk',
    ],
    [
      'the sleep timer ended the chapter',
      (harness: Harness) => harness.get(SleepTimer).set('end-of-chapter'),
      null,
    ],
    [
      'the series cannot be loaded',
      (harness: Harness) => harness.api.faults.failNext('catalogue.series', 'server', 2),
      null,
    ],
  ])('is not offered if %s', async (_case, prepare, now) => {
    const harness = await ofSeries([ONE, THREE]);
    prepare(harness);
    await harness.passes(LENGTH + 1);
    expect([heard(harness), offered(harness)]).toEqual([now, null]);
  });

  test('is not asked for after a chapter, or after the last volume', async () => {
    const book = { ...LONG_BOOK, series: ONE.series };
    const harness = await ofSeries([book]);
    harness.player.setAutoplay(false);
    await harness.passes(LENGTH + 1);
    expect(harness.api.faults.calls).not.toContain('catalogue.series');
    const last = await ofSeries([THREE, ONE]);
    await last.passes(LENGTH + 1);
    expect([heard(last), offered(last)]).toEqual([null, null]);
  });
});
