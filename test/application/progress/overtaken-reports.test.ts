import { describe, expect, test } from 'vitest';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { ReportPlayback } from '../../../src/application/progress/report-playback.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { PlaybackSettings } from '../../../src/application/playback/playback-settings.ts';
import type { ContentItem, PlaybackRecord } from '../../../src/domain/catalogue/content.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { LATEST_ARRIVAL } from '../../../src/domain/progress/position.ts';
import { instant, milliseconds, seconds } from '../../../src/domain/time.ts';
import type { Harness } from '../../harness.ts';
import {
  hearsMore,
  openHeard,
  openPlaying,
  page,
  plays,
  recordedAt,
  royaltiesOf,
  toggles,
} from '../listening.ts';
import { LONG_BOOK, QUIET_MIND } from '../titles.ts';

/** Sets the provider's record, which has no time. */
const setRecord = (
  harness: Harness,
  item: ContentItem,
  position: Partial<PlaybackRecord> & Pick<PlaybackRecord, 'position'>,
): void => {
  harness.api.content.records.set(item.id, {
    isActive: true,
    type: item.type,
    chapterIndex: null,
    speed: null,
    updatedAt: null,
    ...position,
  });
};

/** The page is closed. Its last report is sent, and nobody reads the response. */
const closes = async (harness: Harness): Promise<void> => {
  harness.api.faults.failNext('playback.reportPlayback', 'unreachable');
  await harness.get(ReportPlayback).leave();
  harness.crash();
};

/** The listener pauses at 30 seconds. The report has no response. */
const pausedWithoutResponse = async (): Promise<Harness> => {
  const harness = await openHeard(30);
  harness.api.faults.failNext('playback.reportPlayback', 'unreachable');
  await toggles(harness);
  return harness;
};

/** The app is opened again, without playing. */
const opensAgain = async (harness: Harness): Promise<Harness> => {
  const next = page({ beside: harness });
  await next.passes(60);
  return next;
};

describe('a report without a response, with a provider that sends no times', () => {
  test('does not overwrite the later position of another device', async () => {
    const harness = await openHeard(3.5);
    await closes(harness);
    setRecord(harness, QUIET_MIND, { position: seconds(9_000) });
    const next = await opensAgain(harness);
    expect(recordedAt(next)).toBe(9_000);
    expect(next.api.playback.reports).toEqual([]);
    expect(next.journal.reports()).toEqual([]);
    expect(royaltiesOf(next)).toBeLessThanOrEqual(3_500);
  });

  test('is not sent again if it has arrived', async () => {
    const harness = await openHeard(30);
    await closes(harness);
    setRecord(harness, QUIET_MIND, { position: seconds(30), speed: DEFAULT_SPEED });
    const next = await opensAgain(harness);
    expect(next.api.playback.reports).toEqual([]);
    expect(next.journal.reports()).toEqual([]);
    expect(next.journal.position(QUIET_MIND.id)?.base).toMatchObject({ position: 30 });
  });

  test('is sent again if this browser never knew the record', async () => {
    const harness = page();
    setRecord(harness, QUIET_MIND, { position: seconds(600) });
    harness.api.faults.failNext('playback.playbackRecord', 'server');
    await plays(harness);
    await harness.passes(30);
    await closes(harness);
    expect(recordedAt(await opensAgain(harness))).toBe(30);
  });

  test('is sent if the earlier report has arrived without a response', async () => {
    const harness = await pausedWithoutResponse();
    setRecord(harness, QUIET_MIND, { position: seconds(30) });
    harness.network.goOffline();
    await hearsMore(harness, 20);
    harness.crash();
    expect(recordedAt(await opensAgain(harness))).toBe(50);
  });

  test('is sent if the earlier report has arrived late, also if this browser never knew the record', async () => {
    const harness = page();
    harness.api.faults.failNext('playback.playbackRecord', 'server');
    await plays(harness);
    await harness.passes(30);
    harness.api.faults.failNext('playback.reportPlayback', 'unreachable');
    await toggles(harness);
    harness.network.goOffline();
    await hearsMore(harness, 20);
    harness.crash();
    setRecord(harness, QUIET_MIND, {
      position: seconds(30),
      updatedAt: instant(harness.clock.now() + 60_000),
    });
    expect(recordedAt(await opensAgain(harness))).toBe(50);
  });

  test('is sent if the earlier report has arrived and was replaced by this one', async () => {
    const harness = await openHeard(30);
    harness.api.faults.failNext('playback.reportPlayback', 'unreachable', 2);
    await toggles(harness);
    await hearsMore(harness, 5);
    expect(harness.journal.reports().filter(({ playback }) => playback !== null)).toHaveLength(1);
    harness.network.goOffline();
    harness.crash();
    setRecord(harness, QUIET_MIND, { position: seconds(30) });
    expect(recordedAt(await opensAgain(harness))).toBe(35);
  });

  /** Listens for some more seconds without a network. The page then ends, and its report waits. */
  const listensOffline = async (harness: Harness, time: number): Promise<void> => {
    harness.network.goOffline();
    await hearsMore(harness, time);
    harness.crash();
  };

  /** An earlier report of this browser reaches the provider only now. */
  const arrivesLate = (harness: Harness, position: number): void => {
    const updatedAt = instant(harness.clock.now() + 60_000);
    setRecord(harness, QUIET_MIND, { position: seconds(position), updatedAt });
  };

  test('is sent if an earlier report arrives after the one that replaced it', async () => {
    const harness = await pausedWithoutResponse();
    await hearsMore(harness, 5);
    expect(recordedAt(harness)).toBe(35);
    expect(harness.journal.reports()).toEqual([]);
    await listensOffline(harness, 20);
    arrivesLate(harness, 30);
    expect(recordedAt(await opensAgain(harness))).toBe(55);
  });

  test('is sent if the first attempt of an earlier report arrives after the second', async () => {
    const harness = await pausedWithoutResponse();
    await harness.passes(60);
    expect(harness.journal.reports()).toEqual([]);
    await hearsMore(harness, 20);
    expect(recordedAt(harness)).toBe(50);
    await listensOffline(harness, 20);
    arrivesLate(harness, 30);
    expect(recordedAt(await opensAgain(harness))).toBe(70);
  });

  test('is sent if a report arrives that was given up for another device', async () => {
    const harness = await pausedWithoutResponse();
    harness.network.goOffline();
    await harness.passes(40);
    setRecord(harness, QUIET_MIND, { position: seconds(9_000) });
    harness.network.goOnline();
    await harness.passes(60);
    expect(harness.journal.reports()).toEqual([]);
    expect(recordedAt(harness)).toBe(9_000);
    await listensOffline(harness, 20);
    arrivesLate(harness, 30);
    expect(recordedAt(await opensAgain(harness))).toBe(50);
  });

  test('is sent if one of two reports of the same position arrives late', async () => {
    const harness = await pausedWithoutResponse();
    harness.network.goOffline();
    await harness.get(PlaybackSettings).setSpeed(asSpeed(2) ?? DEFAULT_SPEED);
    await hearsMore(harness, 20);
    harness.api.faults.failNext('playback.reportPlayback', 'unreachable', 9);
    harness.network.goOnline();
    await harness.passes(1);
    harness.network.goOffline();
    harness.crash();
    arrivesLate(harness, 30);
    const next = page({ beside: harness });
    await next.passes(200);
    expect(recordedAt(next)).toBe(70);
  });

  test('is not sent over another device for an earlier report that never left', async () => {
    const harness = await openPlaying();
    harness.network.goOffline();
    await harness.passes(30);
    await toggles(harness);
    await hearsMore(harness, 20);
    harness.network.goOnline();
    await harness.passes(30);
    expect(recordedAt(harness)).toBe(50);
    expect(harness.journal.position(QUIET_MIND.id)?.unconfirmed).toEqual([]);
    await listensOffline(harness, 20);
    arrivesLate(harness, 30);
    expect(recordedAt(await opensAgain(harness))).toBe(30);
  });

  test('is sent if the response to an earlier report comes after the one to a later report', async () => {
    const harness = await openHeard(30);
    harness.api.faults.delay = milliseconds(20_000);
    await toggles(harness);
    harness.api.faults.delay = milliseconds(0);
    await toggles(harness);
    await harness.passes(5);
    // The page is left, and comes back.
    await harness.get(ReportPlayback).leave();
    await harness.passes(5);
    expect(recordedAt(harness)).toBe(35);
    harness.api.faults.failNext('playback.reportPlayback', 'unreachable', 2);
    await toggles(harness);
    await harness.passes(11);
    harness.network.goOffline();
    harness.crash();
    setRecord(harness, QUIET_MIND, { position: seconds(35) });
    const next = page({ beside: harness });
    next.network.goOnline();
    await next.passes(60);
    expect(recordedAt(next)).toBe(40);
  });

  test('is not sent over another device that is at the end of the title a day after an unanswered report', async () => {
    const harness = await pausedWithoutResponse();
    await hearsMore(harness, 5);
    expect(harness.journal.position(QUIET_MIND.id)?.unconfirmed).toHaveLength(1);
    await listensOffline(harness, 20);
    const updatedAt = instant(harness.clock.now() + LATEST_ARRIVAL);
    setRecord(harness, QUIET_MIND, { position: seconds(30), updatedAt });
    expect(recordedAt(await opensAgain(harness))).toBe(30);
  });

  test('is not sent over another device for an earlier report that had its response', async () => {
    const harness = await openHeard(30);
    await toggles(harness);
    await hearsMore(harness, 20);
    expect(harness.journal.position(QUIET_MIND.id)?.unconfirmed).toEqual([]);
    await listensOffline(harness, 20);
    arrivesLate(harness, 30);
    expect(recordedAt(await opensAgain(harness))).toBe(30);
  });

  test('is dropped if the listener continued from the other device’s position', async () => {
    const harness = await openHeard(30);
    await closes(harness);
    setRecord(harness, QUIET_MIND, { position: seconds(9_000) });
    const next = page({ beside: harness });
    next.network.goOffline();
    await plays(next);
    await next.get(PlayerControls).choosePosition('elsewhere');
    await next.passes(10);
    next.network.goOnline();
    await next.passes(10);
    expect(next.player.isPlaying).toBe(true);
    expect(recordedAt(next)).toBe(9_000);
    expect(next.journal.reports()).toEqual([]);
    await toggles(next);
    await next.passes(60);
    expect(recordedAt(next)).toBe(9_020);
  });
});

describe('a record with a chapter for a title without chapters', () => {
  test('is read as the position in the whole title', async () => {
    const harness = page();
    setRecord(harness, QUIET_MIND, { position: seconds(0), chapterIndex: 1, lastPosition: seconds(12) });
    await plays(harness);
    expect(harness.player.position).toBe(12);
    await harness.passes(30);
    expect(harness.journal.position(QUIET_MIND.id)?.base).toEqual({ chapterIndex: null, position: 12 });
    harness.network.goOffline();
    await toggles(harness);
    harness.crash();
    expect(recordedAt(await opensAgain(harness))).toBe(42);
  });
});

test('a report of another tab since the opening is known to come from this browser', async () => {
  const first = await openPlaying();
  await first.passes(10);
  // The opening reads the provider's record. Then the other tab pauses, and reports a newer position.
  const second = await openPlaying({ beside: first });
  await second.passes(3);
  second.network.goOffline();
  await toggles(second);
  expect(recordedAt(second)).toBe(10);
  second.crash();
  first.crash();
  const third = page({ beside: second });
  third.network.goOnline();
  await third.passes(2);
  expect(recordedAt(third)).toBe(13);
});

test('a report that waited too long for its session is compared with the record before it is sent', async () => {
  const harness = await openHeard(30);
  harness.api.faults.sessionDelay = milliseconds(40_000);
  await toggles(harness);
  harness.api.faults.sessionDelay = milliseconds(0);
  await harness.passes(1);
  setRecord(harness, QUIET_MIND, { position: seconds(9_000) });
  await harness.passes(120);
  expect(recordedAt(harness)).toBe(9_000);
  expect(harness.journal.reports()).toEqual([]);
});

describe('a report made before the record was known, after the report before it has its response', () => {
  const endsWithSecondReport = async (): Promise<Harness> => {
    const harness = page();
    setRecord(harness, QUIET_MIND, { position: seconds(600) });
    harness.api.faults.failNext('playback.playbackRecord', 'server');
    await plays(harness);
    await harness.passes(30);
    // The first report is on its way for a long time, and its page makes a second one meanwhile.
    harness.api.faults.sessionDelay = milliseconds(20_000);
    await toggles(harness);
    harness.api.faults.sessionDelay = milliseconds(0);
    harness.api.faults.delay = milliseconds(5_000);
    await hearsMore(harness, 10);
    await harness.passes(12);
    harness.api.faults.delay = milliseconds(0);
    harness.api.faults.failNext('playback.reportPlayback', 'unreachable', 2);
    await harness.passes(4);
    harness.crash();
    return harness;
  };

  test('is sent if the report before it has arrived late', async () => {
    const harness = await endsWithSecondReport();
    const [waiting] = harness.journal.reports();
    const updatedAt = instant((waiting?.at ?? Number.NaN) + 60_000);
    setRecord(harness, QUIET_MIND, { position: seconds(30), updatedAt });
    expect(recordedAt(await opensAgain(harness))).toBe(40);
  });

  test('is not sent over the position of another device', async () => {
    const harness = await endsWithSecondReport();
    setRecord(harness, QUIET_MIND, { position: seconds(9_000) });
    expect(recordedAt(await opensAgain(harness))).toBe(9_000);
  });
});

test.each([
  ['sent again', null],
  ['given up', 9_000],
])(
  'a report that leaves at once while its record is read, and is then %s, may still arrive',
  async (_, other) => {
    const harness = await openHeard(30);
    harness.network.goOffline();
    await toggles(harness);
    await harness.passes(40);
    if (other !== null) setRecord(harness, QUIET_MIND, { position: seconds(other) });
    harness.api.faults.delay = milliseconds(5_000);
    harness.network.goOnline();
    await harness.passes(1);
    harness.api.faults.delay = milliseconds(0);
    harness.api.faults.failNext('playback.reportPlayback', 'unreachable');
    await harness.get(ReportPlayback).leave();
    await harness.passes(10);
    expect(harness.journal.reports()).toEqual([]);
    expect(harness.journal.position(QUIET_MIND.id)?.unconfirmed).toMatchObject([{ position: 30 }]);
  },
);

test.each(['server', 'rate-limited'] as const)('a report cannot arrive late after %s', async (kind) => {
  const harness = await openHeard(30);
  harness.api.faults.failNext('playback.reportPlayback', kind);
  await toggles(harness);
  await harness.passes(60);
  expect(recordedAt(harness)).toBe(30);
  expect(harness.journal.position(QUIET_MIND.id)?.unconfirmed).toEqual([]);
});

test('a report of a refused call cannot arrive late, after it was sent alone', async () => {
  const harness = page();
  harness.network.goOffline();
  await plays(harness);
  await harness.passes(30);
  await toggles(harness);
  await plays(harness, LONG_BOOK);
  await harness.passes(30);
  await toggles(harness);
  harness.api.faults.failNext('playback.reportPlayback', 'rejected');
  harness.network.goOnline();
  await harness.passes(60);
  expect(harness.journal.reports()).toEqual([]);
  expect(recordedAt(harness)).toBe(30);
  expect(harness.journal.position(QUIET_MIND.id)?.unconfirmed).toEqual([]);
});

test('PROG-14: a response does not change the position of another listener, who has signed in meanwhile', async () => {
  const harness = await openHeard(30);
  harness.api.faults.delay = milliseconds(5_000);
  await toggles(harness);
  const saved = harness.journal.position(QUIET_MIND.id);
  const ofBen = saved === null ? null : { ...saved, listener: userId('ben'), base: 'nothing' as const };
  if (ofBen !== null) harness.journal.savePosition(ofBen);
  await harness.passes(10);
  expect(recordedAt(harness)).toBe(30);
  expect(harness.journal.position(QUIET_MIND.id)).toEqual(ofBen);
});

test('PROG-38: a position that waited is compared first, also if the clock was set back meanwhile', async () => {
  const harness = await openHeard(10);
  harness.network.goOffline();
  await toggles(harness);
  harness.clock.set(-150_000);
  setRecord(harness, QUIET_MIND, { position: seconds(9_000) });
  harness.network.goOnline();
  await harness.passes(60);
  expect(recordedAt(harness)).toBe(9_000);
});

test('PROG-70: the newest position is sent, also if the clock was set back while there was no network', async () => {
  const harness = await openHeard(1);
  harness.network.goOffline();
  await harness.passes(5);
  await harness.get(PlaybackSettings).setSpeed(asSpeed(2) ?? DEFAULT_SPEED);
  harness.clock.set(-150_000);
  await harness.passes(1);
  harness.get(Seek).seekTo(seconds(100));
  await toggles(harness);
  harness.network.goOnline();
  await harness.passes(60);
  expect(recordedAt(harness)).toBe(100);
});

describe('PROG-70: a page that was loaded offline, and whose clock is slow', () => {
  /** The second page, which plays on from second 20 to 30. The report of the first page waits. */
  const playsOn = async (): Promise<Harness> => {
    const harness = await openHeard(20);
    harness.network.goOffline();
    await harness.get(ReportPlayback).leave();
    harness.crash();
    const next = page({ beside: harness });
    next.network.goOffline();
    next.clock.set(-150_000);
    await plays(next);
    await next.passes(10);
    return next;
  };

  test('sends its report after the report of an earlier page', async () => {
    const next = await playsOn();
    await next.get(ReportPlayback).leave();
    next.crash();
    await opensAgain(next);
    expect(recordedAt(next)).toBe(30);
  });

  test('leaves a draft, which is sent after the report of an earlier page', async () => {
    const next = await playsOn();
    next.crash();
    await opensAgain(next);
    expect(recordedAt(next)).toBe(30);
  });
});
