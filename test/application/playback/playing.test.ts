import { describe, expect, test } from 'vitest';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { ClosePlayer } from '../../../src/application/playback/close-player.ts';
import { MESSAGES } from '../../../src/application/messages.ts';
import { Seek } from '../../../src/application/playback/seek/seek.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { PlayItem } from '../../../src/application/playback/play-item.ts';
import { PlayTrack } from '../../../src/application/playback/play-track.ts';
import { SetSleep } from '../../../src/application/playback/sleep/set-sleep.ts';
import { SetSpeed } from '../../../src/application/playback/set-speed.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { contentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/speed.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { formatTracks } from '../../../src/domain/playback/track-list.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { episodes, FREE_LISTENER, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

const listening = (options: Partial<HarnessOptions> = {}): Harness => {
  const user = options.user ?? SUBSCRIBER;
  const harness = new Harness({ items: [QUIET_MIND, LONG_BOOK, PODCAST], ...options, user });
  harness.user.setUser(user);
  return harness;
};

const plays = async (harness: Harness, item = QUIET_MIND) => {
  const decision = await harness.get(PlayAudio).play(item);
  await harness.passes(0);
  return decision;
};

const speed = (value: number) => asSpeed(value) ?? DEFAULT_SPEED;

describe('the play click', () => {
  test('sounds for a subscriber, from a playable address', async () => {
    const harness = listening();
    expect(await plays(harness)).toMatchObject({ kind: 'play' });
    await harness.passes(3);
    expect(harness.output.url).toContain('/media/audio/quiet-mind.mp3?token=');
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.phase).toBe('ready');
    expect(harness.player.position).toBeCloseTo(3, 0);
  });

  test('offers membership to a free listener, and nothing sounds', async () => {
    const harness = listening({ user: FREE_LISTENER });
    expect(await plays(harness)).toMatchObject({ kind: 'offer' });
    expect(harness.user.subscribeModalVisible).toBe(true);
    expect(harness.output.loadCount).toBe(0);
    expect(harness.analytics.events.map((event) => event.name)).toEqual(['Onboarding - Subscribe - Show']);
  });

  test('plays nothing outside the window and says why: no offer, no call', async () => {
    const harness = listening({ user: FREE_LISTENER });
    const gone = title({
      id: contentId('gone'),
      validity: { from: 'absent', till: instant(harness.clock.now() - 1) },
    });
    expect(await plays(harness, gone)).toEqual({ kind: 'nothing', reason: 'no-longer' });
    expect(harness.user.subscribeModalVisible).toBe(false);
    expect(harness.api.faults.calls).toEqual([]);
    expect(harness.notices).toEqual(['no-longer']);
  });

  test('says so when the tracks cannot be loaded, and leaves what was playing alone', async () => {
    const harness = listening({ episodes: new Map([[PODCAST.id, episodes(3)]]) });
    await plays(harness, QUIET_MIND);
    await harness.passes(5);
    harness.api.faults.failNext('catalogue.podcastEpisodes', 'server');
    await plays(harness, PODCAST);
    expect(harness.notices).toEqual([MESSAGES.playFailed]);
    expect(harness.player.audio?.id).toBe(QUIET_MIND.id);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.pendingId).toBeNull();
  });

  test('says so when there is no playable address', async () => {
    const harness = listening();
    harness.api.faults.failNext('playback.tokenize', 'server');
    await plays(harness);
    expect(harness.notices).toEqual([MESSAGES.loadFailed]);
    expect(harness.player.phase).toBe('error');
    expect(harness.player.isPlaying).toBe(false);
  });

  test('begins where the listener was, in the chapter and at the speed they had', async () => {
    const harness = listening();
    harness.api.content.records.set(LONG_BOOK.id, {
      isActive: true,
      type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
      chapterIndex: 2,
      position: seconds(75),
      speed: 1.4,
      updatedAt: null,
    });
    await plays(harness, LONG_BOOK);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.player.position).toBe(75);
    expect(harness.player.speed).toBe(1.4);
    expect(harness.output.speed).toBe(1.4);
  });

  test('starts a title from its beginning that the provider no longer counts as being listened to', async () => {
    const harness = listening();
    harness.api.content.records.set(LONG_BOOK.id, {
      isActive: false,
      type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
      chapterIndex: 2,
      position: seconds(75),
      speed: 1.4,
      updatedAt: null,
    });
    await plays(harness, LONG_BOOK);
    expect(harness.player.track?.chapterIndex).toBe(1);
    expect(harness.player.position).toBe(0);
    expect(harness.player.speed).toBe(1.4);
  });

  test('begins with what follows a track that was heard to its end, and after the last one anew', async () => {
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
    await plays(harness, LONG_BOOK);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.player.position).toBe(0);
    harness.player.reset();
    harness.api.content.records.set(LONG_BOOK.id, left(3));
    await plays(harness, LONG_BOOK);
    expect(harness.player.track?.chapterIndex).toBe(1);
    expect(harness.player.position).toBe(0);
  });

  test('falls back to the first chapter, without a word, when nobody knows where the listener was', async () => {
    const harness = listening();
    harness.api.faults.failNext('playback.playbackRecord', 'server');
    await plays(harness, LONG_BOOK);
    expect(harness.player.track?.chapterIndex).toBe(1);
    expect(harness.player.position).toBe(0);
    expect(harness.notices).toEqual([]);
  });

  test("knows no place of another listener's, where the provider does not answer", async () => {
    const harness = listening();
    await plays(harness, LONG_BOOK);
    await harness.passes(20);
    await harness.get(ChangeTrack).next();
    await harness.passes(20);
    await harness.get(TogglePlayback).toggle();
    const own = harness.journal.position(LONG_BOOK.id);
    if (own === null) throw new Error('nothing was noted down');
    const playsAnew = async () => {
      harness.player.reset();
      harness.api.faults.failNext('playback.playbackRecord', 'server');
      await plays(harness, LONG_BOOK);
      return { chapter: harness.player.track?.chapterIndex, position: harness.player.position };
    };
    expect(await playsAnew()).toEqual({ chapter: 2, position: 20 });
    harness.player.reset();
    harness.journal.savePosition({ ...own, listener: userId('eve') });
    expect(await playsAnew()).toEqual({ chapter: 1, position: 0 });
  });

  test('fetches every page of a podcast, and lists only what is valid', async () => {
    const shows = episodes(120).map((episode, index) =>
      index === 60 ? { ...episode, validity: { from: instant(0), till: instant(1) } } : episode,
    );
    const harness = listening({ episodes: new Map([[PODCAST.id, shows]]) });
    await plays(harness, PODCAST);
    expect(harness.player.playback.tracks).toHaveLength(119);
    expect(harness.api.faults.calls.filter((call) => call === 'catalogue.podcastEpisodes')).toHaveLength(3);
  });

  test('that is newer wins, however late the older one is answered', async () => {
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

describe('while it plays', () => {
  test('the Play button of the same title pauses and goes on', async () => {
    const harness = listening();
    await plays(harness);
    await harness.passes(4);
    await harness.get(PlayItem).playOrPause(QUIET_MIND);
    expect(harness.player.isPlaying).toBe(false);
    await harness.get(PlayItem).playOrPause(QUIET_MIND);
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.output.loadCount).toBe(1);
  });

  test('a pause reports the place and the listening, once', async () => {
    const harness = listening();
    await plays(harness, LONG_BOOK);
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

  test('nothing is reported below one second', async () => {
    const harness = listening();
    await plays(harness);
    await harness.passes(0.75);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(0);
    expect(harness.api.playback.reports).toEqual([]);
    expect(harness.api.playback.royalties).toEqual([]);
  });

  test('a change of speed reports what was heard at the old speed, and the position with the new one', async () => {
    const harness = listening();
    await plays(harness);
    await harness.passes(10);
    await harness.get(SetSpeed).setSpeed(speed(2));
    await harness.passes(10);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(0);
    expect(harness.api.playback.reports.map((report) => report.speed)).toEqual([2, 2]);
    expect(harness.api.playback.royalties.map((royalty) => royalty.duration)).toEqual([10_000, 20_000]);
    expect(harness.player.position).toBeCloseTo(30, 0);
  });

  describe('the speed that was chosen last', () => {
    /** A speed of which the provider has not heard yet, while another title plays. */
    const chosen = async () => {
      const harness = listening({ durationOf: () => seconds(300) });
      await plays(harness);
      await harness.passes(20);
      await harness.get(SetSpeed).setSpeed(speed(1.2));
      await harness.passes(20);
      harness.api.faults.failNext('playback.reportPlayback', 'unreachable', 100);
      await harness.get(SetSpeed).setSpeed(speed(2));
      await plays(harness, LONG_BOOK);
      await harness.passes(60);
      return harness;
    };

    test('counts over an older one that the provider remembers', async () => {
      const harness = await chosen();
      harness.player.setSpeed(DEFAULT_SPEED);
      await plays(harness);
      expect(harness.api.content.records.get(QUIET_MIND.id)?.speed).toBe(1.2);
      expect(harness.output.speed).toBe(2);
    });

    test('is the one of another device, where that was told later', async () => {
      const harness = await chosen();
      const record = harness.api.content.records.get(QUIET_MIND.id);
      if (record === undefined) throw new Error('the first change of speed was reported');
      const updatedAt = harness.clock.now();
      harness.api.content.records.set(QUIET_MIND.id, { ...record, speed: 0.7, updatedAt });
      await plays(harness);
      expect(harness.output.speed).toBe(0.7);
    });
  });

  test('the speed that it has already is no change to report', async () => {
    const harness = listening();
    await plays(harness);
    await harness.passes(10);
    await harness.get(SetSpeed).setSpeed(DEFAULT_SPEED);
    await harness.passes(0);
    expect(harness.api.playback.reports).toEqual([]);
  });

  test('time that the machine slept through was not listened to', async () => {
    const harness = listening();
    await plays(harness);
    await harness.passes(10);
    harness.clock.sleep(3_600_000);
    harness.output.pause();
    await harness.passes(0);
    const [royalty] = harness.api.playback.royalties;
    expect(royalty?.duration).toBeLessThanOrEqual(10_000);
  });

  test('the next track is reported, loaded and played', async () => {
    const harness = listening();
    await plays(harness, LONG_BOOK);
    await harness.passes(20);
    await harness.get(ChangeTrack).next();
    await harness.passes(2);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.output.url).toContain('long-book-2');
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.api.playback.reports).toMatchObject([{ chapterIndex: 1, chapterPosition: 20_000 }]);
  });

  test('a track without a playable address leaves silence, and not the sound of what was on before', async () => {
    const harness = listening();
    await plays(harness);
    await harness.passes(10);
    harness.api.faults.failNext('playback.tokenize', 'server');
    await plays(harness, LONG_BOOK);
    expect(harness.player.audio?.id).toBe(LONG_BOOK.id);
    expect(harness.output.isPlaying).toBe(false);
  });

  test('what is on its way does not count as listening', async () => {
    const harness = listening();
    await plays(harness, LONG_BOOK);
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

  test('previous starts the track again beyond three seconds, else goes back', async () => {
    const harness = listening();
    await plays(harness, LONG_BOOK);
    await harness.get(ChangeTrack).next();
    await harness.passes(10);
    await harness.get(ChangeTrack).previous();
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.player.position).toBe(0);
    await harness.passes(2);
    await harness.get(ChangeTrack).previous();
    await harness.passes(0);
    expect(harness.player.track?.chapterIndex).toBe(1);
  });

  test('next and previous report nothing where there is no track to move to', async () => {
    const harness = listening();
    await plays(harness, LONG_BOOK);
    await harness.passes(2);
    await harness.get(ChangeTrack).previous();
    await harness.passes(0);
    expect(harness.api.playback.reports).toEqual([]);
    const last = formatTracks(LONG_BOOK, []).at(-1);
    await harness.get(PlayTrack).playOrPause(LONG_BOOK, last?.id ?? trackId(''));
    await harness.passes(2);
    expect(harness.api.playback.reports).toMatchObject([{ chapterIndex: 1 }]);
    await harness.get(ChangeTrack).next();
    await harness.passes(0);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.position).toBeCloseTo(2, 0);
    expect(harness.api.playback.reports).toHaveLength(1);
    expect(harness.analytics.events.filter(({ name }) => name === 'Audio Listened')).toHaveLength(1);
  });

  test('an ended track stops there, or leads on when autoplay is on', async () => {
    const harness = listening();
    await plays(harness, LONG_BOOK);
    await harness.passes(301);
    expect(harness.player.track?.chapterIndex).toBe(1);
    expect(harness.player.isPlaying).toBe(false);
    harness.player.setAutoplay(true);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(302);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.player.isPlaying).toBe(true);
  });

  test('seeks stay within the track', async () => {
    const harness = listening();
    await plays(harness);
    harness.get(Seek).skipBy(seconds(-15));
    expect(harness.player.position).toBe(0);
    harness.get(Seek).seekTo(seconds(1e6));
    expect(harness.player.position).toBe(300);
  });

  test('the sleep timer counts time spent playing, not time spent waiting', async () => {
    const harness = listening({ durationOf: () => seconds(7200) });
    await plays(harness);
    harness.get(SetSleep).setSleep(5);
    await harness.passes(240);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(600);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(55);
    expect(harness.player.isPlaying).toBe(true);
    await harness.passes(6);
    expect(harness.player.isPlaying).toBe(false);
  });

  test('the sleep timer does not count a wait for data either', async () => {
    const harness = listening({ durationOf: () => seconds(7200) });
    await plays(harness);
    harness.get(SetSleep).setSleep(5);
    await harness.passes(240);
    harness.output.stall();
    await harness.passes(600);
    harness.output.dataReturned();
    await harness.passes(55);
    expect(harness.player.isPlaying).toBe(true);
    await harness.passes(6);
    expect(harness.player.isPlaying).toBe(false);
  });

  test('a browser that wants a gesture is asked for one, and the queue stays', async () => {
    const harness = listening();
    harness.output.deniesNextPlay = true;
    await plays(harness, LONG_BOOK);
    expect(harness.player.needsTap).toBe(true);
    expect(harness.player.track?.chapterIndex).toBe(1);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(2);
    expect(harness.player.needsTap).toBe(false);
    expect(harness.player.isPlaying).toBe(true);
  });

  test('a sound that cannot be brought back says so and keeps its place', async () => {
    const harness = listening();
    await plays(harness);
    await harness.passes(30);
    harness.output.failsNextLoad = true;
    harness.output.failWith('unplayable');
    await harness.passes(0);
    expect(harness.notices).toEqual([MESSAGES.loadFailed]);
    expect(harness.player.phase).toBe('error');
    expect(harness.player.position).toBeCloseTo(30, 0);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.position).toBeCloseTo(31, 0);
  });

  test('late words of a superseded source change nothing', async () => {
    const harness = listening();
    await plays(harness);
    const { url } = harness.output;
    await plays(harness, LONG_BOOK);
    harness.output.tellLate({ load: 1 as never, kind: 'ended' });
    expect(url).toContain('quiet-mind');
    expect(harness.player.audio?.id).toBe(LONG_BOOK.id);
    expect(harness.player.isPlaying).toBe(true);
  });

  test('Close pauses and reports; Resume plays on at the same place', async () => {
    const harness = listening();
    await plays(harness);
    await harness.passes(12);
    harness.get(ClosePlayer).close();
    await harness.passes(0);
    expect(harness.player.isHidden).toBe(true);
    expect(harness.player.isPlaying).toBe(false);
    expect(harness.api.playback.reports).toHaveLength(1);
    await harness.get(ClosePlayer).resume();
    await harness.passes(1);
    expect(harness.player.isHidden).toBe(false);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.position).toBeCloseTo(13, 0);
  });

  test('Resume leaves a paused title paused', async () => {
    const harness = listening();
    await plays(harness);
    await harness.get(TogglePlayback).toggle();
    harness.get(ClosePlayer).close();
    await harness.get(ClosePlayer).resume();
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(false);
  });
});

describe('after the page was opened anew', () => {
  /** The book at 1:40 of its second chapter, as an earlier page left it; the provider knows an older place. */
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
        autoplay: true,
        userId: harness.user.user.id,
        playbackSpeed: speed(1.5),
        startPlayback: true,
      },
      seconds(100),
    );
    return harness;
  };

  test('autoplay is off, whatever it was before', async () => {
    const harness = reopened();
    expect(harness.player.store).toMatchObject({ autoplay: false, currentTrackIndex: 1, playbackSpeed: 1.5 });
    await harness.get(TogglePlayback).toggle();
    await harness.passes(0);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.autoplay).toBe(false);
  });

  test('Play goes on from where the provider knows the listener, at the speed that the player shows', async () => {
    const harness = reopened();
    await harness.get(TogglePlayback).toggle();
    await harness.passes(0);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.player.position).toBe(75);
    expect(harness.output.speed).toBe(1.5);
  });

  test('what an earlier page left is not reported over a newer place', async () => {
    const harness = reopened();
    await plays(harness, QUIET_MIND);
    expect(harness.api.playback.reports).toEqual([]);
    expect(harness.analytics.events).toEqual([]);
  });

  test('a place that was chosen before Play is where it begins', async () => {
    const harness = reopened();
    harness.get(Seek).skipBy(seconds(60));
    await harness.get(TogglePlayback).toggle();
    await harness.passes(0);
    expect(harness.player.position).toBe(160);
    expect(harness.output.position()).toBe(160);
  });

  test('a chosen row plays, wherever the listener has been since', async () => {
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
    await harness.get(PlayTrack).playOrPause(LONG_BOOK, second.id);
    await harness.passes(0);
    expect(harness.player.track?.chapterIndex).toBe(2);
  });

  test('the next track is for those who may play: membership may have ended since', async () => {
    const harness = reopened({ user: FREE_LISTENER });
    await harness.get(ChangeTrack).next();
    await harness.passes(0);
    expect(harness.user.subscribeModalVisible).toBe(true);
    expect(harness.output.loadCount).toBe(0);
  });
});
