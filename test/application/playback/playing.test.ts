import { describe, expect, test } from 'vitest';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { SleepTimer } from '../../../src/application/playback/sleep-timer.ts';
import { PlaybackSettings } from '../../../src/application/playback/playback-settings.ts';
import { UpNextState } from '../../../src/application/playback/up-next-state.ts';
import { contentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { trackId, formatTracks } from '../../../src/domain/playback/track.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { loadId } from '../../../src/ports/audio-output.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { episodes, FREE_LISTENER, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

const listening = (options: Partial<HarnessOptions> = {}): Harness => {
  const user = options.user ?? SUBSCRIBER;
  const harness = new Harness({ items: [QUIET_MIND, LONG_BOOK, PODCAST], ...options, user });
  harness.user.setUser(user);
  return harness;
};

const play = async (harness: Harness, item = QUIET_MIND) => {
  const decision = await harness.get(PlayAudio).play(item);
  await harness.passes(0);
  return decision;
};

const speed = (value: number) => asSpeed(value) ?? DEFAULT_SPEED;

describe('a Play click', () => {
  test('plays for a subscriber, from a playable address (PLAY-13)', async () => {
    const harness = listening();
    expect(await play(harness)).toMatchObject({ kind: 'play' });
    await harness.passes(3);
    expect(harness.output.url).toContain('/media/audio/quiet-mind.mp3?token=');
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.phase).toBe('ready');
    expect(harness.player.position).toBeCloseTo(3, 0);
  });

  test('shows the duration that the sound learns while it plays (PLAY-74)', async () => {
    const harness = listening();
    await play(harness);
    await harness.passes(1);
    harness.output.emitLate({ load: loadId(1), kind: 'measured', duration: seconds(77) });
    expect(harness.player.duration).toBe(77);
  });

  test('shows the offer to a free listener, and plays nothing (ENT-25)', async () => {
    const harness = listening({ user: FREE_LISTENER });
    expect(await play(harness)).toMatchObject({ kind: 'offer' });
    expect(harness.user.subscribeModalVisible).toBe(true);
    expect(harness.output.loadCount).toBe(0);
    expect(harness.analytics.events.map((event) => event.name)).toEqual(['Onboarding - Subscribe - Show']);
  });

  test('plays nothing outside the window and says why, without an offer or a call (ENT-24)', async () => {
    const harness = listening({ user: FREE_LISTENER });
    const expired = title({
      id: contentId('expired'),
      validity: { from: 'absent', till: instant(harness.clock.now() - 1) },
    });
    expect(await play(harness, expired)).toEqual({ kind: 'nothing', reason: 'no-longer' });
    expect(harness.user.subscribeModalVisible).toBe(false);
    expect(harness.api.faults.calls).toEqual([]);
    expect(harness.notices).toEqual(['no-longer']);
  });

  test('shows an alert if the tracks cannot be loaded, and does not stop what plays (PLAY-62)', async () => {
    const harness = listening({ episodes: new Map([[PODCAST.id, episodes(3)]]) });
    await play(harness, QUIET_MIND);
    await harness.passes(5);
    harness.api.faults.failNext('catalogue.podcastEpisodes', 'server');
    await play(harness, PODCAST);
    expect(harness.notices).toEqual([MESSAGES.playFailed]);
    expect(harness.player.audio?.id).toBe(QUIET_MIND.id);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.pendingId).toBeNull();
  });

  test('shows an alert if there is no playable address (PLAY-63)', async () => {
    const harness = listening();
    harness.api.faults.failNext('playback.tokenize', 'server');
    await play(harness);
    expect(harness.notices).toEqual([MESSAGES.loadFailed]);
    expect(harness.player.phase).toBe('error');
    expect(harness.player.isPlaying).toBe(false);
  });

  test.each([
    ['at the last chapter, position and speed', true, 2, 75],
    ['from the beginning, at its speed, if its record is no longer active', false, 1, 0],
  ])('starts %s (PROG-22)', async (_, isActive, chapter, position) => {
    const harness = listening();
    harness.api.content.records.set(LONG_BOOK.id, {
      isActive,
      type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
      chapterIndex: 2,
      position: seconds(75),
      speed: 1.4,
      updatedAt: null,
    });
    await play(harness, LONG_BOOK);
    expect(harness.player.track?.chapterIndex).toBe(chapter);
    expect(harness.player.position).toBe(position);
    expect(harness.player.speed).toBe(1.4);
    expect(harness.output.speed).toBe(1.4);
  });

  test('starts with the track after one that was heard to its end, or with the first track after the last', async () => {
    const harness = listening();
    const left = (chapterIndex: number) => ({
      isActive: true,
      type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
      chapterIndex,
      position: seconds(299.5),
      speed: null,
      updatedAt: null,
    });
    harness.api.content.records.set(LONG_BOOK.id, left(1));
    await play(harness, LONG_BOOK);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.player.position).toBe(0);
    harness.player.reset();
    harness.api.content.records.set(LONG_BOOK.id, left(3));
    await play(harness, LONG_BOOK);
    expect(harness.player.track?.chapterIndex).toBe(1);
    expect(harness.player.position).toBe(0);
  });

  test('starts with the first chapter, without an alert, if the record cannot be loaded (PROG-21)', async () => {
    const harness = listening();
    harness.api.faults.failNext('playback.playbackRecord', 'server');
    await play(harness, LONG_BOOK);
    expect(harness.player.track?.chapterIndex).toBe(1);
    expect(harness.player.position).toBe(0);
    expect(harness.notices).toEqual([]);
  });

  test("does not use another listener's saved position, if the record cannot be loaded", async () => {
    const harness = listening();
    await play(harness, LONG_BOOK);
    await harness.passes(20);
    await harness.get(ChangeTrack).next();
    await harness.passes(20);
    await harness.get(TogglePlayback).toggle();
    const own = harness.journal.position(LONG_BOOK.id);
    if (own === null) throw new Error('no position was saved');
    const playAgain = async () => {
      harness.player.reset();
      harness.api.faults.failNext('playback.playbackRecord', 'server');
      await play(harness, LONG_BOOK);
      return { chapter: harness.player.track?.chapterIndex, position: harness.player.position };
    };
    expect(await playAgain()).toEqual({ chapter: 2, position: 20 });
    harness.player.reset();
    harness.journal.savePosition({ ...own, listener: userId('eve') });
    expect(await playAgain()).toEqual({ chapter: 1, position: 0 });
  });

  test('fetches every page of a podcast, and the playlist has only valid episodes (PLAY-2)', async () => {
    const podcastEpisodes = episodes(120).map((episode, index) =>
      index === 60 ? { ...episode, validity: { from: instant(0), till: instant(1) } } : episode,
    );
    const harness = listening({ episodes: new Map([[PODCAST.id, podcastEpisodes]]) });
    await play(harness, PODCAST);
    expect(harness.player.tracks).toHaveLength(119);
    expect(harness.api.faults.calls.filter((call) => call === 'catalogue.podcastEpisodes')).toHaveLength(3);
  });

  test('that is newer wins, even if the response to the older one arrives later (PLAY-13)', async () => {
    const harness = listening();
    harness.api.faults.delay = 500 as typeof harness.api.faults.delay;
    const older = harness.get(PlayAudio).play(LONG_BOOK);
    await harness.passes(0.2);
    const newer = harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(3);
    await Promise.all([older, newer]);
    expect(harness.player.audio?.id).toBe(QUIET_MIND.id);
    expect(harness.output.loadCount).toBe(1);
  });
});

describe('during playback', () => {
  test('the Play button of the same title pauses and resumes (PLAY-19)', async () => {
    const harness = listening();
    await play(harness);
    await harness.passes(4);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    expect(harness.player.isPlaying).toBe(false);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.output.loadCount).toBe(1);
  });

  test('a pause reports the position and the listening time once (PROG-1, ANA-18)', async () => {
    const harness = listening();
    await play(harness, LONG_BOOK);
    await harness.passes(10);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(0);
    expect(harness.api.playback.reports).toEqual([
      {
        id: LONG_BOOK.id,
        contentType: ContentType.AUDIOBOOK_WITH_CHAPTERS,
        speed: 1,
        chapterIndex: 1,
        chapterPosition: 10_000,
      },
    ]);
    expect(harness.api.playback.royalties).toEqual([{ contentId: LONG_BOOK.id, duration: 10_000 }]);
    expect(harness.analytics.events).toEqual([
      {
        name: 'Audio Listened',
        properties: {
          content_id: LONG_BOOK.id,
          content_type: 2,
          chapter_index: 1,
          seconds: 10,
          speed: 1,
        },
      },
    ]);
  });

  test('a change of speed reports the listening time at the old speed, and the position with the new speed (PROG-1)', async () => {
    const harness = listening();
    await play(harness);
    await harness.passes(10);
    await harness.get(PlaybackSettings).setSpeed(speed(2));
    await harness.passes(10);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(0);
    expect(harness.api.playback.reports.map((report) => report.speed)).toEqual([2, 2]);
    expect(harness.api.playback.royalties.map((royalty) => royalty.duration)).toEqual([10_000, 20_000]);
    expect(harness.player.position).toBeCloseTo(30, 0);
  });

  describe('the speed that was chosen last', () => {
    /** A speed that is not reported yet, while another title plays. */
    const chosen = async () => {
      const harness = listening({ durationOf: () => seconds(300) });
      await play(harness);
      await harness.passes(20);
      await harness.get(PlaybackSettings).setSpeed(speed(1.2));
      await harness.passes(20);
      harness.api.faults.failNext('playback.reportPlayback', 'unreachable', 100);
      await harness.get(PlaybackSettings).setSpeed(speed(2));
      await play(harness, LONG_BOOK);
      await harness.passes(60);
      return harness;
    };

    test('wins over an older speed in the record', async () => {
      const harness = await chosen();
      harness.player.setSpeed(DEFAULT_SPEED);
      await play(harness);
      expect(harness.api.content.records.get(QUIET_MIND.id)?.speed).toBe(1.2);
      expect(harness.output.speed).toBe(2);
    });

    test('is the one of another device, if that was reported later', async () => {
      const harness = await chosen();
      const record = harness.api.content.records.get(QUIET_MIND.id);
      if (record === undefined) throw new Error('the first change of speed was not reported');
      const updatedAt = harness.clock.now();
      harness.api.content.records.set(QUIET_MIND.id, { ...record, speed: 0.7, updatedAt });
      await play(harness);
      expect(harness.output.speed).toBe(0.7);
    });
  });

  test('choosing the current speed again reports nothing', async () => {
    const harness = listening();
    await play(harness);
    await harness.passes(10);
    await harness.get(PlaybackSettings).setSpeed(DEFAULT_SPEED);
    await harness.passes(0);
    expect(harness.api.playback.reports).toEqual([]);
  });

  test('time in which the computer slept does not count as listening (PROG-6)', async () => {
    const harness = listening();
    await play(harness);
    await harness.passes(10);
    harness.clock.sleep(3_600_000);
    harness.output.pause();
    await harness.passes(0);
    const [royalty] = harness.api.playback.royalties;
    expect(royalty?.duration).toBeLessThanOrEqual(10_000);
  });

  test('the current track is reported, and the next one is loaded and played (PROG-1)', async () => {
    const harness = listening();
    await play(harness, LONG_BOOK);
    await harness.passes(20);
    await harness.get(ChangeTrack).next();
    await harness.passes(2);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.output.url).toContain('long-book-2');
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.api.playback.reports).toMatchObject([{ chapterIndex: 1, chapterPosition: 20_000 }]);
  });

  test('a track without a playable address is silent, and the earlier sound stops', async () => {
    const harness = listening();
    await play(harness);
    await harness.passes(10);
    harness.api.faults.failNext('playback.tokenize', 'server');
    await play(harness, LONG_BOOK);
    expect(harness.player.audio?.id).toBe(LONG_BOOK.id);
    expect(harness.output.isPlaying).toBe(false);
  });

  test('loading time does not count as listening (PROG-6)', async () => {
    const harness = listening();
    await play(harness, LONG_BOOK);
    await harness.passes(10);
    harness.api.faults.delay = 4000 as typeof harness.api.faults.delay;
    void harness.get(ChangeTrack).next();
    await harness.passes(14);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(10);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.player.position).toBeCloseTo(10, 0);
    expect(harness.api.playback.royalties.map((royalty) => royalty.duration)).toEqual([10_000, 10_000]);
  });

  test('next and previous report nothing if there is no track to move to (PLAY-14)', async () => {
    const harness = listening();
    await play(harness, LONG_BOOK);
    await harness.passes(2);
    await harness.get(ChangeTrack).previous();
    await harness.passes(0);
    expect(harness.api.playback.reports).toEqual([]);
    const last = formatTracks(LONG_BOOK, []).at(-1);
    await harness.get(PlayerControls).playOrPauseTrack(LONG_BOOK, last?.id ?? trackId(''));
    await harness.passes(2);
    expect(harness.api.playback.reports).toMatchObject([{ chapterIndex: 1 }]);
    await harness.get(ChangeTrack).next();
    await harness.passes(0);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.position).toBeCloseTo(2, 0);
    expect(harness.api.playback.reports).toHaveLength(1);
    expect(harness.analytics.events.filter(({ name }) => name === 'Audio Listened')).toHaveLength(1);
  });

  test('late events of a replaced source change nothing', async () => {
    const harness = listening();
    await play(harness);
    const { url } = harness.output;
    await play(harness, LONG_BOOK);
    harness.output.emitLate({ load: 1 as never, kind: 'ended' });
    expect(url).toContain('quiet-mind');
    expect(harness.player.audio?.id).toBe(LONG_BOOK.id);
    expect(harness.player.isPlaying).toBe(true);
  });

  test('Close pauses and reports; Resume continues at the same position (PLAY-21)', async () => {
    const harness = listening();
    await play(harness);
    await harness.passes(12);
    harness.get(PlayerControls).close();
    await harness.passes(0);
    expect(harness.player.isHidden).toBe(true);
    expect(harness.player.isPlaying).toBe(false);
    expect(harness.api.playback.reports).toHaveLength(1);
    await harness.get(PlayerControls).resume();
    await harness.passes(1);
    expect(harness.player.isHidden).toBe(false);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.position).toBeCloseTo(13, 0);
  });

  test('Resume leaves a paused title paused (PLAY-21)', async () => {
    const harness = listening();
    await play(harness);
    await harness.get(TogglePlayback).toggle();
    harness.get(PlayerControls).close();
    await harness.get(PlayerControls).resume();
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(false);
  });
});

describe('Play after an end that nothing followed (PLAY-99)', () => {
  const NOW = Date.parse('2026-05-01T12:00:00Z');
  const toggle = async (harness: Harness): Promise<void> => harness.get(TogglePlayback).toggle();
  /** A book whose first chapter has just ended. */
  const ended = async (harness: Harness = listening(), chapters = 1): Promise<Harness> => {
    await play(harness, LONG_BOOK);
    for (let chapter = 1; chapter < chapters; chapter += 1) await harness.get(ChangeTrack).next();
    await harness.passes(301);
    expect(harness.player.isPlaying).toBe(false);
    return harness;
  };
  const chapterPositions = ({ api }: Harness) =>
    api.playback.reports.map((report) =>
      'chapterIndex' in report ? [report.chapterIndex, report.chapterPosition] : [],
    );

  test.each([
    ['the button of the player', toggle],
    [
      'the button of the title',
      async (harness: Harness) => harness.get(PlayerControls).playOrPause(LONG_BOOK),
    ],
    ['a media key', async ({ mediaControls }: Harness) => mediaControls.press({ kind: 'play' })],
  ])('by %s goes on with the next track from its start', async (_, press) => {
    const harness = await ended();
    await press(harness);
    await harness.passes(0.5);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.output.position()).toBeCloseTo(0.5, 0);
    // Nothing of the new track is reported before it has played for a second.
    expect(chapterPositions(harness)).toEqual([[1, 300_000]]);
    await harness.passes(4.5);
    await toggle(harness);
    await harness.passes(0);
    expect(chapterPositions(harness)).toEqual([
      [1, 300_000],
      [2, 5_000],
    ]);
  });

  test('goes on with the next chapter after a sleep at the end of a chapter', async () => {
    const harness = listening();
    harness.player.setAutoplay(true);
    harness.get(SleepTimer).set('end-of-chapter');
    await ended(harness);
    await harness.passes(3_600);
    await toggle(harness);
    await harness.passes(1);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.player.position).toBeCloseTo(1, 0);
  });

  /** A podcast. The windows of the closing episodes close after 200 seconds. */
  const closingPodcast = (isClosing: readonly boolean[]): Harness => {
    const validity = { from: instant(0), till: instant(NOW + 200_000) };
    const published = episodes(isClosing.length).map((episode, at) =>
      isClosing[at] === true ? { ...episode, validity } : episode,
    );
    return listening({ startAt: instant(NOW), episodes: new Map([[PODCAST.id, published]]) });
  };

  test('says that nothing can be played if no track is valid any more', async () => {
    const harness = closingPodcast([true, true]);
    await play(harness, PODCAST);
    await harness.passes(301);
    await toggle(harness);
    await harness.passes(0);
    expect(harness.player.isPlaying).toBe(false);
    expect(harness.notices).toEqual([MESSAGES.playFailed]);
  });

  test.each([
    ['a book', LONG_BOOK, 3],
    ['a title with one track', QUIET_MIND, 1],
  ])('starts %s again after its last track, also if titles wait in Up Next', async (_, item, tracks) => {
    const harness = listening();
    harness.get(UpNextState).addLast(PODCAST, null);
    await play(harness, item);
    for (let track = 1; track < tracks; track += 1) await harness.get(ChangeTrack).next();
    await harness.passes(301);
    expect(harness.player.playback).toMatchObject({ index: tracks - 1, isPlaying: false });
    const reports = harness.api.playback.reports.length;
    await toggle(harness);
    await harness.passes(0.5);
    expect(harness.player.playback).toMatchObject({ index: 0, isPlaying: true });
    expect(harness.output.position()).toBeCloseTo(0.5, 0);
    expect(harness.player.isCurrentAudio(item)).toBe(true);
    await harness.passes(1.5);
    expect(harness.api.playback.reports).toHaveLength(reports);
  });

  test.each([
    ['names the run times', LONG_BOOK],
    [
      'names no run time',
      { ...LONG_BOOK, chapters: LONG_BOOK.chapters.map((chapter) => ({ ...chapter, runTime: null })) },
    ],
  ])('goes on with the next track after a reload, if the provider %s', async (_, book) => {
    const before = listening({ items: [book] });
    await play(before, book);
    await before.passes(301);
    const harness = listening({ items: [book], beside: before });
    harness.player.restore(before.player.store, before.player.position);
    before.crash();
    await toggle(harness);
    await harness.passes(2);
    expect(harness.player.playback).toMatchObject({ index: 1, isPlaying: true });
    expect(harness.player.position).toBeCloseTo(2, 0);
    expect(chapterPositions(harness)).toEqual([[1, 300_000]]);
  });

  test('goes on with the next track in another tab too', async () => {
    const first = await ended();
    const second = listening({ beside: first });
    await play(second, LONG_BOOK);
    await second.passes(1);
    expect(second.player.track?.chapterIndex).toBe(2);
    await toggle(second);
    await toggle(first);
    await first.passes(1);
    expect(first.player.track?.chapterIndex).toBe(2);
    expect(second.player.isPlaying).toBe(false);
  });

  test.each([
    [
      'at a position that the listener has chosen since',
      286,
      async (harness: Harness) => {
        harness.get(Seek).skipBy(seconds(-15));
        await toggle(harness);
      },
    ],
    [
      'again from its start if the listener chooses its row',
      1,
      (harness: Harness) => harness.get(PlayerControls).playOrPauseTrack(LONG_BOOK, trackId('long-book_1')),
    ],
  ] as const)('plays the same track %s', async (_, position, act) => {
    const harness = await ended();
    await act(harness);
    await harness.passes(1);
    expect(harness.player.track?.chapterIndex).toBe(1);
    expect(harness.player.position).toBeCloseTo(position, 0);
  });

  test('also follows if the listener has moved a paused track to its end', async () => {
    const harness = listening();
    await play(harness, LONG_BOOK);
    await harness.passes(10);
    await toggle(harness);
    harness.get(Seek).seekTo(seconds(300));
    await toggle(harness);
    await harness.passes(1);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.player.position).toBeCloseTo(1, 0);
  });

  test('waits for nothing until then', async () => {
    const harness = listening();
    await play(harness, LONG_BOOK);
    await harness.passes(290);
    // A browser says that it waits while it goes to the end.
    harness.get(Seek).seekTo(seconds(300));
    harness.output.emitLate({ load: loadId(1), kind: 'waiting' });
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(false);
    expect(harness.player.isWaiting).toBe(false);
    harness.output.emitLate({ load: loadId(1), kind: 'waiting' });
    await harness.passes(3_600);
    expect(harness.player.isWaiting).toBe(false);
    await toggle(harness);
    await harness.passes(1);
    harness.output.stall();
    expect(harness.player.isWaiting).toBe(true);
  });
});

describe('after a reload', () => {
  /** A book that an earlier page stored at 1:40 of its second chapter. The provider has an older position. */
  const reopened = (options: Partial<HarnessOptions> = {}): Harness => {
    const harness = listening(options);
    harness.api.content.records.set(LONG_BOOK.id, {
      isActive: true,
      type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
      chapterIndex: 2,
      position: seconds(75),
      speed: 2,
      updatedAt: null,
    });
    harness.player.restore(
      {
        currentAudio: LONG_BOOK,
        playlist: formatTracks(LONG_BOOK, []),
        currentTrackIndex: 1,
        currentTrackId: null,
        isOnlyTrack: false,
        autoplay: true,
        userId: harness.user.user.id,
        playbackSpeed: speed(1.5),
        startPlayback: true,
      },
      seconds(100),
    );
    return harness;
  };

  test('autoplay is off, whatever it was before (PLAY-17)', async () => {
    const harness = reopened();
    expect(harness.player.store).toMatchObject({ autoplay: false, currentTrackIndex: 1, playbackSpeed: 1.5 });
    await harness.get(TogglePlayback).toggle();
    await harness.passes(0);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.autoplay).toBe(false);
  });

  test('Play continues at the provider’s position, at the speed that the player shows (PROG-26)', async () => {
    const harness = reopened();
    await harness.get(TogglePlayback).toggle();
    await harness.passes(0);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.player.position).toBe(75);
    expect(harness.output.speed).toBe(1.5);
  });

  test('the restored position is not reported over a newer one', async () => {
    const harness = reopened();
    await play(harness, QUIET_MIND);
    expect(harness.api.playback.reports).toEqual([]);
    expect(harness.analytics.events).toEqual([]);
  });

  test('Play starts at a position that was chosen before (PROG-26)', async () => {
    const harness = reopened();
    harness.get(Seek).skipBy(seconds(60));
    await harness.get(TogglePlayback).toggle();
    await harness.passes(0);
    expect(harness.player.position).toBe(160);
    expect(harness.output.position()).toBe(160);
  });

  test('a chosen row plays, whatever the newest position is (PROG-26)', async () => {
    const harness = reopened();
    harness.api.content.records.set(LONG_BOOK.id, {
      isActive: true,
      type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
      chapterIndex: 3,
      position: seconds(20),
      speed: null,
      updatedAt: null,
    });
    const second = harness.player.track;
    if (second === null) throw new Error('The book has a second chapter');
    await harness.get(PlayerControls).playOrPauseTrack(LONG_BOOK, second.id);
    await harness.passes(0);
    expect(harness.player.track?.chapterIndex).toBe(2);
  });

  test('the next track needs a play decision, because the membership may have ended (ENT-23)', async () => {
    const harness = reopened({ user: FREE_LISTENER });
    await harness.get(ChangeTrack).next();
    await harness.passes(0);
    expect(harness.user.subscribeModalVisible).toBe(true);
    expect(harness.output.loadCount).toBe(0);
  });
});
