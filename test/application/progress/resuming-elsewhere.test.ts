import { describe, expect, test, vi } from 'vitest';
import { ChoosePosition } from '../../../src/application/progress/choose-position.ts';
import { DeliverReports } from '../../../src/application/progress/deliver-reports.ts';
import { Seek } from '../../../src/application/playback/seek/seek.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { ContentType, type ContentItem } from '../../../src/domain/catalogue/content.ts';
import { instant, seconds, type Instant } from '../../../src/domain/time.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { episodes, PODCAST, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const page = (options: Partial<HarnessOptions> = {}): Harness => {
  const harness = new Harness({
    items: [QUIET_MIND, PODCAST],
    episodes: new Map([[PODCAST.id, episodes(3)]]),
    durationOf: () => seconds(36_000),
    ...options,
    user: SUBSCRIBER,
  });
  harness.user.setUser(SUBSCRIBER);
  return harness;
};

const plays = async (harness: Harness, item: ContentItem = QUIET_MIND): Promise<void> => {
  await harness.get(PlayAudio).play(item);
  await harness.passes(0);
};

const toggles = async (harness: Harness): Promise<void> => {
  await harness.get(TogglePlayback).toggle();
  await harness.passes(0);
};

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
  test('is used by a browser without a position, with a note', async () => {
    const harness = page();
    reportFromElsewhere(harness, 724, harness.clock.now());
    await plays(harness);
    expect(harness.player.position).toBe(724);
    expect(harness.player.positionNote).toEqual({ kind: 'from-account', position: 724 });
    expect(harness.player.isPlaying).toBe(true);
  });

  test('is used if the position of this browser is older', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(100);
    await toggles(harness);
    await harness.passes(3_600);
    reportFromElsewhere(harness, 724, harness.clock.now());
    const next = page({ beside: harness });
    await plays(next);
    expect(next.player.position).toBe(724);
    expect(next.player.positionNote?.kind).toBe('from-elsewhere');
  });

  test('is not used if the listener has rewound since', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(1_000);
    reportFromElsewhere(harness, 1_500, harness.clock.now());
    await harness.passes(60);
    harness.network.goOffline();
    harness.get(Seek).seekTo(seconds(30));
    await toggles(harness);
    harness.crash();
    const next = page({ beside: harness });
    await plays(next);
    expect(next.player.position).toBe(30);
    expect(next.player.positionNote).toBeNull();
  });

  test('needs no note if this browser reported it', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(100);
    await toggles(harness);
    await toggles(harness);
    await harness.passes(60);
    harness.crash();
    const record = harness.api.content.records.get(QUIET_MIND.id);
    if (record !== undefined) reportFromElsewhere(harness, record.position, null);
    const next = page({ beside: harness });
    await plays(next);
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
    await toggles(harness);
    await harness.passes(60);
    await toggles(harness);
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
    const harness = page();
    await plays(harness);
    await harness.passes(100);
    harness.api.faults.failNext('playback.reportPlayback', 'unreachable');
    await toggles(harness);
    await toggles(harness);
    await harness.passes(5);
    await toggles(harness);
    expect(harness.journal.reports()).toEqual([]);
    harness.crash();
    reportFromElsewhere(harness, 100, instant(harness.clock.now() + 60_000));
    const next = page({ beside: harness });
    await plays(next);
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
    const harness = page();
    await plays(harness);
    await harness.passes(100);
    await toggles(harness);
    harness.network.goOffline();
    await toggles(harness);
    await harness.passes(300);
    await toggles(harness);
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
    const harness = page();
    await plays(harness);
    await harness.passes(100);
    harness.crash();
    reportFromElsewhere(harness, 724, updatedAt(harness.clock.now()));
    const next = page({ beside: harness });
    await plays(next);
    return next;
  };

  test.each([
    ['the times are almost the same', (now: Instant) => now],
    ['the provider sends no time', () => null],
  ])('lead to a question when %s, and nothing plays before the choice', async (_, updatedAt) => {
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
    'the choice "%s" plays from that position, and the question does not appear again',
    async (which, position) => {
      const harness = await harnessWithQuestion(() => null);
      await harness.get(ChoosePosition).choose(which);
      await harness.passes(0);
      expect(Math.floor(harness.player.position)).toBe(position);
      expect(harness.player.isPlaying).toBe(true);
      await harness.passes(10);
      await toggles(harness);
      await plays(harness);
      expect(harness.player.positionNote).toBeNull();
    },
  );

  test('Play without a choice resumes from this browser’s position', async () => {
    const harness = await harnessWithQuestion(() => null);
    await toggles(harness);
    expect(Math.floor(harness.player.position)).toBe(100);
    expect(harness.player.isPlaying).toBe(true);
  });
});

describe('a podcast', () => {
  test('resumes the episode where the listener was', async () => {
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

  test('queries the record of the episode that will play', async () => {
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
