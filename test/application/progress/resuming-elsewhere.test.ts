import { describe, expect, test, vi } from 'vitest';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { DeliverReports } from '../../../src/application/progress/deliver-reports.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { PlaybackSettings } from '../../../src/application/playback/playback-settings.ts';
import { ContentType } from '../../../src/domain/catalogue/content.ts';
import { instant, milliseconds, seconds, type Instant } from '../../../src/domain/time.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { userId } from '../../../src/domain/account/user.ts';
import type { Harness } from '../../harness.ts';
import { hearsMore, openHeard, openPlaying, page, plays, toggles } from '../listening.ts';
import { episodes, PODCAST, QUIET_MIND } from '../titles.ts';

/** Another device has reported a position. */
const reportFromElsewhere = (harness: Harness, position: number, updatedAt: Instant | null): void => {
  harness.api.content.records.set(QUIET_MIND.id, {
    isActive: true,
    type: ContentType.AUDIOBOOK,
    chapterIndex: null,
    position: seconds(position),
    speed: null,
    updatedAt,
  });
};

describe('a position from another device', () => {
  test('is used by a browser without a position, with a note (PROG-20)', async () => {
    const harness = page();
    reportFromElsewhere(harness, 724, harness.clock.now());
    await plays(harness);
    expect(harness.player.position).toBe(724);
    expect(harness.player.positionNote).toEqual({ kind: 'from-account', position: 724 });
    expect(harness.player.isPlaying).toBe(true);
  });

  test.each([
    ['more than 5 seconds behind a run time that is too short (PROG-75)', 600, 600],
    ['at the end by its run time (PROG-23)', 299.5, 0],
  ])('is %s', async (_what, position, start) => {
    const short = { ...QUIET_MIND, runTime: seconds(300) };
    const harness = page({ items: [short] });
    reportFromElsewhere(harness, position, harness.clock.now());
    await plays(harness, short);
    expect(harness.player.position).toBe(start);
  });

  test('goes past a run time that is too short, and is stored there (PROG-75)', async () => {
    const short = { ...QUIET_MIND, runTime: seconds(300) };
    const harness = page({ items: [short] });
    reportFromElsewhere(harness, 290, harness.clock.now());
    await plays(harness, short);
    await harness.passes(60);
    expect(harness.player.isPlaying).toBe(true);
    await toggles(harness);
    const saved = harness.journal.position(short.id)?.position;
    expect(saved).toBe(harness.player.position);
    expect(saved).toBeGreaterThan(340);
  });

  test('is used if the position of this browser is older', async () => {
    const harness = await openHeard(100);
    await toggles(harness);
    await harness.passes(3_600);
    reportFromElsewhere(harness, 724, harness.clock.now());
    const next = await openPlaying({ beside: harness });
    expect(next.player.position).toBe(724);
    expect(next.player.positionNote?.kind).toBe('from-elsewhere');
  });

  test('is not used if the listener has rewound since', async () => {
    const harness = await openHeard(1_000);
    reportFromElsewhere(harness, 1_500, harness.clock.now());
    await harness.passes(60);
    harness.network.goOffline();
    harness.get(Seek).seekTo(seconds(30));
    await toggles(harness);
    harness.crash();
    const next = await openPlaying({ beside: harness });
    expect(next.player.position).toBe(30);
    expect(next.player.positionNote).toBeNull();
  });

  test('needs no note if this browser reported it', async () => {
    const harness = await openHeard(100);
    await toggles(harness);
    await toggles(harness);
    await harness.passes(60);
    harness.crash();
    const record = harness.api.content.records.get(QUIET_MIND.id);
    if (record !== undefined) reportFromElsewhere(harness, record.position, null);
    const next = await openPlaying({ beside: harness });
    expect(next.player.position).toBeGreaterThanOrEqual(159);
    expect(next.player.positionNote).toBeNull();
  });
});

describe('PROG-16: a report of this browser that arrived late', () => {
  /** The page ends at second 160. Its report of second 100 got no response. The provider has it with a later time. */
  const endsBeforeResponse = async (isRecordKnown: boolean): Promise<Harness> => {
    const harness = page();
    if (!isRecordKnown) harness.api.faults.failNext('playback.playbackRecord', 'server');
    await plays(harness);
    await harness.passes(100);
    harness.network.goOffline();
    await toggles(harness);
    await hearsMore(harness, 60);
    harness.crash();
    reportFromElsewhere(harness, 100, instant(harness.clock.now() + 60_000));
    return page({ beside: harness });
  };

  test.each([true, false])('is not taken for another device (record known before: %s)', async (isKnown) => {
    const next = await endsBeforeResponse(isKnown);
    await plays(next);
    expect(next.player.position).toBeCloseTo(160, 0);
    expect(next.player.positionNote).toBeNull();
  });

  test('is not taken for another device after a later report had its response', async () => {
    const harness = await openHeard(100);
    harness.api.faults.failNext('playback.reportPlayback', 'unreachable');
    await toggles(harness);
    await hearsMore(harness, 5);
    expect(harness.journal.reports()).toEqual([]);
    harness.crash();
    reportFromElsewhere(harness, 100, instant(harness.clock.now() + 60_000));
    const next = await openPlaying({ beside: harness });
    expect(next.player.position).toBeCloseTo(105, 0);
    expect(next.player.positionNote).toBeNull();
  });

  test('does not hide a later position of another device', async () => {
    const next = await endsBeforeResponse(true);
    reportFromElsewhere(next, 724, instant(next.clock.now() + 60_000));
    await plays(next);
    expect(next.player.position).toBe(724);
  });
});

describe('a record that is older than the last report of this browser', () => {
  /** The report of 400 seconds arrives after the provider has read its record of 100 seconds, and before the response. */
  const resumesDuringReport = async (): Promise<Harness> => {
    const harness = await openHeard(100);
    await toggles(harness);
    harness.network.goOffline();
    await hearsMore(harness, 300);
    harness.crash();
    const next = page({ beside: harness });
    const { playback } = next.api;
    const read = playback.playbackRecord.bind(playback);
    vi.spyOn(playback, 'playbackRecord').mockImplementationOnce(async (id) => {
      const response = await read(id);
      await next.get(DeliverReports).deliver();
      return response;
    });
    await plays(next);
    return next;
  };

  const recorded = ({ api }: Harness): number | undefined => api.content.records.get(QUIET_MIND.id)?.position;

  test('is not used', async () => {
    const harness = await resumesDuringReport();
    expect(harness.player.position).toBeGreaterThanOrEqual(399);
    expect(harness.player.positionNote).toBeNull();
    expect(recorded(harness)).toBeGreaterThanOrEqual(399);
  });

  test('does not stop later reports', async () => {
    const harness = await resumesDuringReport();
    harness.network.goOffline();
    await harness.passes(3);
    await toggles(harness);
    harness.crash();
    const next = page({ beside: harness });
    await next.get(DeliverReports).deliver();
    expect(recorded(next)).toBeGreaterThanOrEqual(402);
  });
});

describe('two positions of which neither is newer', () => {
  const harnessWithQuestion = async (updatedAt: (now: Instant) => Instant | null): Promise<Harness> => {
    const harness = await openHeard(100);
    harness.crash();
    reportFromElsewhere(harness, 724, updatedAt(harness.clock.now()));
    const next = await openPlaying({ beside: harness });
    return next;
  };

  test.each([
    ['the times are almost the same', (now: Instant) => now],
    ['the provider sends no time', () => null],
  ])('lead to a question when %s, and nothing plays before the choice (PROG-19)', async (_, updatedAt) => {
    const harness = await harnessWithQuestion(updatedAt);
    expect(harness.player.positionNote).toMatchObject({
      kind: 'question',
      here: { index: 0 },
      elsewhere: { index: 0, position: 724 },
    });
    expect(harness.player.isPlaying).toBe(false);
    expect(harness.output.loadCount).toBe(0);
  });

  test.each([
    ['here', 100],
    ['elsewhere', 724],
  ] as const)(
    'the choice "%s" plays from that position, and the question does not appear again (PROG-19)',
    async (which, position) => {
      const harness = await harnessWithQuestion(() => null);
      await harness.get(PlayerControls).choosePosition(which);
      await harness.passes(0);
      expect(Math.floor(harness.player.position)).toBe(position);
      expect(harness.player.isPlaying).toBe(true);
      await harness.passes(10);
      await toggles(harness);
      await plays(harness);
      expect(harness.player.positionNote).toBeNull();
    },
  );

  test('Play without a choice resumes from this browser’s position (PROG-19)', async () => {
    const harness = await harnessWithQuestion(() => null);
    await toggles(harness);
    expect(Math.floor(harness.player.position)).toBe(100);
    expect(harness.player.isPlaying).toBe(true);
  });
});

describe('Play after a pause of more than a minute (PROG-73)', () => {
  /** A title that was paused here at 9 seconds, while another device went on to 300. */
  const pausedAt9 = async (pause = 61, changes: () => void = () => undefined): Promise<Harness> => {
    const harness = await openHeard(9);
    await toggles(harness);
    await harness.passes(pause - 1);
    changes();
    reportFromElsewhere(harness, 300, harness.clock.now());
    await harness.passes(1);
    return harness;
  };
  const reported = ({ api }: Harness): readonly number[] =>
    api.playback.reports.map((report) => ('lastPosition' in report ? report.lastPosition : -1));
  const resumes = (harness: Harness): void => void harness.get(TogglePlayback).toggle();

  test.each([61, 3_600, 100_000])(
    'goes on where another device is, with a note, after %i s',
    async (pause) => {
      const harness = await pausedAt9(pause);
      resumes(harness);
      await harness.passes(2);
      expect(harness.output.position()).toBeCloseTo(302, 0);
      expect(harness.player.positionNote).toMatchObject({ kind: 'from-elsewhere', position: 300 });
      await toggles(harness);
      expect(reported(harness)).toEqual([9_000, 302_000]);
      expect(harness.output.loadCount, 'the same sound goes on').toBe(1);
    },
  );

  test.each([-600_000, 600_000])('also if the clock was set by %i ms during the pause', async (by) => {
    const harness = await pausedAt9();
    harness.clock.set(by);
    resumes(harness);
    await harness.passes(1);
    expect(harness.player.position).toBeCloseTo(301, 0);
  });

  test('stays there when the speed is changed here during the pause (PROG-7)', async () => {
    const harness = await pausedAt9();
    await harness.get(PlaybackSettings).setSpeed(asSpeed(2) ?? DEFAULT_SPEED);
    expect(reported(harness)).toEqual([9_000]);
    resumes(harness);
    await harness.passes(2);
    expect(harness.output.position()).toBeCloseTo(304, 0);
  });

  test('goes on here within the gesture after a shorter pause', async () => {
    const harness = await pausedAt9(60);
    const calls = harness.api.faults.calls.length;
    resumes(harness);
    expect(harness.output.isPlaying).toBe(true);
    expect(harness.api.faults.calls.length).toBe(calls);
  });

  test('goes on here after a second without a response, and ignores a late one', async () => {
    const harness = await pausedAt9();
    harness.api.faults.delay = milliseconds(5_000);
    resumes(harness);
    expect(harness.player.isPlaying, 'the press is shown at once').toBe(true);
    await harness.passes(0.75);
    expect(harness.output.isPlaying).toBe(false);
    await harness.passes(0.5);
    expect(harness.output.isPlaying).toBe(true);
    await harness.passes(10);
    expect(harness.player.position).toBeCloseTo(19, 0);
    expect(harness.player.positionNote).toBeNull();
  });

  test('goes on here at once without a network, and if the provider fails', async () => {
    const offline = await pausedAt9();
    offline.network.goOffline();
    await toggles(offline);
    expect(offline.output.isPlaying).toBe(true);
    const failing = await pausedAt9();
    failing.api.faults.failNext('playback.playbackRecord', { kind: 'server' });
    await toggles(failing);
    expect(failing.output.isPlaying).toBe(true);
    expect(failing.player.position).toBeCloseTo(9, 0);
  });

  test('goes on here if the provider only has the position of this page', async () => {
    const harness = await openHeard(9);
    await hearsMore(harness, 3_600);
    await harness.passes(1);
    expect(harness.player.position).toBeCloseTo(10, 0);
    expect(harness.player.positionNote).toBeNull();
  });

  test('goes on at a position that the listener chose during the pause, or while the provider is asked', async () => {
    const before = await pausedAt9();
    before.get(Seek).seekTo(seconds(50));
    await toggles(before);
    expect(before.player.position).toBe(50);
    const during = await pausedAt9();
    during.api.faults.delay = milliseconds(500);
    resumes(during);
    during.get(Seek).seekTo(seconds(50));
    await during.passes(1);
    expect(during.player.position).toBeCloseTo(50.5, 0);
  });

  test('goes on here if the listener chooses the row of the track', async () => {
    const harness = await pausedAt9();
    await harness.get(PlayerControls).playOrPauseTrack(QUIET_MIND, trackId(QUIET_MIND.id));
    await harness.passes(1);
    expect(harness.player.position).toBeCloseTo(10, 0);
  });

  test('does not play if the listener pauses while the provider is asked', async () => {
    const harness = await pausedAt9();
    harness.api.faults.delay = milliseconds(500);
    resumes(harness);
    await harness.passes(0.25);
    await toggles(harness);
    await harness.passes(5);
    expect(harness.player.isPlaying).toBe(false);
    expect(harness.output.isPlaying).toBe(false);
  });

  test('asks which position counts if neither is newer for certain, and plays the chosen one', async () => {
    const harness = page();
    reportFromElsewhere(harness, 500, null);
    await plays(harness);
    await harness.passes(9);
    harness.api.faults.failNext('playback.reportPlayback', { kind: 'unreachable' });
    harness.network.goOffline();
    await toggles(harness);
    await harness.passes(100);
    harness.api.faults.failNext('playback.reportPlayback', { kind: 'server' });
    harness.network.goOnline();
    reportFromElsewhere(harness, 300, null);
    resumes(harness);
    await harness.passes(1);
    expect(harness.player.positionNote?.kind).toBe('question');
    expect(harness.output.isPlaying).toBe(false);
    await harness.get(PlayerControls).choosePosition('elsewhere');
    await harness.passes(1);
    expect(harness.output.position()).toBeCloseTo(301, 0);
  });

  test('another title that starts instead leaves the newer position of the other device', async () => {
    const harness = await pausedAt9();
    await plays(harness, PODCAST);
    expect(reported(harness)).toEqual([9_000]);
  });
});

describe('a podcast', () => {
  test('resumes the episode where the listener was (PROG-24)', async () => {
    const harness = page();
    await harness.get(PlayAudio).play(PODCAST, trackId('episode-2'));
    await harness.passes(60);
    await toggles(harness);
    harness.crash();
    const next = page({ beside: harness });
    await plays(next, PODCAST);
    expect(next.player.track?.id).toBe('episode-2');
    expect(next.player.position).toBe(60);
  });

  test('starts with its first episode for a listener who did not hear the later one', async () => {
    const harness = page();
    await harness.get(PlayAudio).play(PODCAST, trackId('episode-2'));
    await harness.passes(60);
    await toggles(harness);
    harness.crash();
    const next = page({ beside: harness });
    for (const saved of next.journal.positions())
      next.journal.savePosition({ ...saved, listener: userId('eve') });
    next.player.reset();
    await plays(next, PODCAST);
    expect(next.player.track?.id).toBe('episode-1');
    expect(next.player.position).toBe(0);
  });

  test('queries the record of the episode that will play (PROG-24)', async () => {
    const harness = page();
    reportFromElsewhere(harness, 5, null);
    harness.api.content.records.set(episodes(3)[2]?.id ?? QUIET_MIND.id, {
      isActive: true,
      type: ContentType.PODCAST_EPISODE,
      chapterIndex: null,
      position: seconds(300),
      speed: null,
      updatedAt: null,
    });
    await harness.get(PlayAudio).play(PODCAST, trackId('episode-3'));
    await harness.passes(0);
    expect(harness.player.track?.id).toBe('episode-3');
    expect(harness.player.position).toBe(300);
  });
});
