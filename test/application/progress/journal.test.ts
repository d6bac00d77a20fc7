import { describe, expect, test, vi } from 'vitest';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { StoredPlaybackJournal } from '../../../src/adapters/browser/stored-playback-journal.ts';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { DeliverReports } from '../../../src/application/progress/deliver-reports.ts';
import { WaitingReports } from '../../../src/application/progress/waiting-reports.ts';
import { ReportPlayback } from '../../../src/application/progress/report-playback.ts';
import { SavePosition } from '../../../src/application/progress/save-position.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { PlaybackSettings } from '../../../src/application/playback/playback-settings.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { contentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { failed, ok } from '../../../src/domain/result.ts';
import { pageId } from '../../../src/domain/progress/position.ts';
import { milliseconds, seconds } from '../../../src/domain/time.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { EMAIL, type Harness, PASSWORD } from '../../harness.ts';
import {
  hearsMore,
  openHeard,
  openPlaying,
  page,
  plays,
  recordedAt,
  royaltiesOf,
  savedAt,
  toggles,
} from '../listening.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

/** From now on, only so many writes of the journal take effect. */
const endBeforeWrite = ({ journal }: Harness, writes: number): void => {
  let left = writes;
  const names = ['savePosition', 'saveReport', 'saveDraft', 'deleteDraft', 'deleteReport'] as const;
  for (const name of names) {
    const write: (...given: readonly never[]) => unknown = journal[name].bind(journal);
    vi.spyOn(journal, name).mockImplementation((...given: readonly unknown[]) => {
      left -= 1;
      return (left >= 0 ? write(...(given as never[])) : ok(undefined)) as never;
    });
  }
};

describe('saving the position', () => {
  test('saves every second, whenever the page ends (PROG-9)', async () => {
    const harness = await openPlaying();
    for (let step = 0; step < 200; step += 1) {
      await harness.passes(0.13);
      expect(harness.output.position() - (savedAt(harness) ?? 0)).toBeLessThanOrEqual(1);
    }
  });

  test('saves at once after a pause, a seek, and when the page is hidden', async () => {
    const harness = await openHeard(10.1);
    harness.get(ReportPlayback).hide();
    expect(savedAt(harness)).toBe(harness.player.position);
    harness.get(Seek).seekTo(seconds(500));
    expect(savedAt(harness)).toBe(500);
    await harness.passes(0.5);
    void harness.get(PlaybackSettings).setSpeed(asSpeed(2) ?? DEFAULT_SPEED);
    expect(savedAt(harness)).toBe(harness.player.position);
    await harness.passes(0.3);
    await toggles(harness);
    expect(savedAt(harness)).toBe(harness.player.position);
    harness.get(Seek).seekTo(seconds(0));
    expect(savedAt(harness), 'a chosen position may be the start').toBe(0);
  });

  test('PROG-13: the newest choice wins, also if another page has made its choice with a fast clock', async () => {
    const silent = await openPlaying();
    await silent.passes(5);
    await toggles(silent);
    silent.clock.set(400_000);
    silent.get(Seek).seekTo(seconds(500));
    const playing = page({ beside: silent });
    playing.clock.set(-400_000);
    await plays(playing);
    playing.get(Seek).seekTo(seconds(0));
    expect(savedAt(playing), 'the start was chosen').toBe(0);
    await playing.passes(20);
    await toggles(playing);
    silent.clock.set(400_000);
    await silent.get(ReportPlayback).leave();
    expect(savedAt(playing)).toBe(20);
    expect(recordedAt(playing)).toBe(20);
  });

  test('a page that ends saves and reports the position of the sound, not of its last event', async () => {
    const harness = await openHeard(10.1);
    const last = harness.player.position;
    // The page is too busy for events of the sound.
    vi.spyOn(harness.output, 'position').mockReturnValue(seconds(last + 3));
    await harness.get(ReportPlayback).leave();
    expect(savedAt(harness)).toBe(last + 3);
    expect(recordedAt(harness)).toBe(last + 3);
  });

  test('does not save a position that the audio has not reached yet (PROG-11)', async () => {
    const harness = await openHeard(100);
    harness.crash();
    const next = page({ beside: harness });
    next.api.faults.delay = milliseconds(3_000);
    // Only the whole item has the address, so the sound is requested after it.
    void next.get(PlayAudio).play({ ...QUIET_MIND, url: null });
    await next.passes(4);
    await next.get(ChangeTrack).next();
    await next.get(ReportPlayback).leave();
    expect(next.api.playback.reports).toEqual([]);
    expect(Math.round(savedAt(next) ?? 0)).toBe(100);
  });

  test('saves a position that was chosen while the audio loaded once the audio has loaded', async () => {
    const harness = page();
    await plays(harness, LONG_BOOK);
    await harness.passes(5);
    harness.api.faults.delay = milliseconds(3_000);
    void harness.get(ChangeTrack).next();
    await harness.passes(1);
    harness.get(Seek).seekTo(seconds(40));
    await harness.passes(1.9);
    expect(harness.journal.position(LONG_BOOK.id)).toMatchObject({ chapterIndex: 1 });
    await harness.passes(0.1);
    expect(harness.journal.position(LONG_BOOK.id)).toMatchObject({ chapterIndex: 2, position: 40 });
  });

  test('keeps the position when the audio reports its start by itself', async () => {
    const harness = await openHeard(100);
    const before = savedAt(harness);
    const position = harness.journal.position(QUIET_MIND.id);
    harness.player.positionChanged(seconds(0));
    await harness.get(ReportPlayback).leave();
    expect(savedAt(harness)).toBe(before);
    expect(position?.listener).toBe(SUBSCRIBER.id);
  });

  test('the next page resumes at the saved position when the provider cannot be reached (PROG-21)', async () => {
    const harness = page();
    await plays(harness, LONG_BOOK);
    await harness.get(ChangeTrack).next();
    await harness.passes(90);
    harness.crash();
    const next = page({ beside: harness });
    next.api.faults.failNext('playback.playbackRecord', 'server');
    await plays(next, LONG_BOOK);
    expect(next.player.track?.chapterIndex).toBe(2);
    expect(next.player.position).toBeGreaterThanOrEqual(89);
  });

  test('a second of listening is kept at a pause that is too early for a position', async () => {
    const harness = page();
    await plays(harness, LONG_BOOK);
    await harness.passes(1.25);
    await harness.get(ChangeTrack).next();
    await harness.passes(0.25);
    await harness.get(ChangeTrack).next();
    await harness.passes(0.75);
    await plays(page({ beside: harness }));
    expect(harness.player.position).toBeLessThan(1);
    expect(harness.journal.drafts()).toMatchObject([{ playback: null, royalty: { duration: 1_000 } }]);
  });

  test('a page loses at most a second of a title that has just begun, also if its speed was changed (PROG-10)', async () => {
    const harness = page();
    await plays(harness, QUIET_MIND);
    await harness.passes(0.75);
    await harness.get(PlaybackSettings).setSpeed(asSpeed(0.6) ?? DEFAULT_SPEED);
    await harness.passes(0.5);
    expect(harness.player.position).toBeCloseTo(1.05);
    expect(harness.journal.drafts()).toMatchObject([{ royalty: { duration: 900 } }]);
  });

  test('another listener does not get the position', async () => {
    const harness = await openHeard(50);
    harness.network.goOffline();
    await toggles(harness);
    await toggles(harness);
    await harness.passes(5);
    harness.crash();
    const bob = { ...SUBSCRIBER, id: userId('bob') };
    const next = page({ beside: harness, user: bob });
    next.api.content.user = bob;
    await next.get(RefreshUser).refresh();
    await next.passes(60);
    expect(next.journal.positions()).toEqual([]);
    expect(next.journal.reports()).toEqual([]);
    expect(next.journal.drafts()).toEqual([]);
    expect(next.api.playback.reports).toEqual([]);
  });
});

describe('a source that cannot seek', () => {
  /** A listener who has heard 600 seconds plays the title again, from a source that cannot seek. */
  const playsUnseekable = async (): Promise<Harness> => {
    const harness = await openPlaying();
    harness.get(Seek).seekTo(seconds(600));
    await harness.passes(1);
    await toggles(harness);
    harness.crash();
    const next = page({ beside: harness });
    next.output.isSeekable = false;
    await plays(next);
    return next;
  };

  test('plays from its start, and the saved and the reported position stay', async () => {
    const harness = await playsUnseekable();
    const royalties = royaltiesOf(harness);
    await harness.passes(30);
    expect(harness.player.position).toBeCloseTo(30, 0);
    expect(savedAt(harness)).toBe(601);
    expect(harness.player.positionNote).toEqual({ kind: 'missed', position: 601 });
    harness.get(ReportPlayback).hide();
    await toggles(harness);
    await harness.get(ReportPlayback).leave();
    expect([savedAt(harness), recordedAt(harness)]).toEqual([601, 601]);
    // The listening counts.
    expect(royaltiesOf(harness) - royalties).toBeGreaterThanOrEqual(30_000);
  });

  test('a page that ends without an event leaves the position and reports the listening (PROG-44)', async () => {
    const harness = await playsUnseekable();
    const royalties = royaltiesOf(harness);
    await harness.passes(30);
    harness.crash();
    const next = page({ beside: harness });
    await next.passes(60);
    expect([savedAt(next), recordedAt(next)]).toEqual([601, 601]);
    expect(royaltiesOf(next) - royalties).toBeGreaterThanOrEqual(29_000);
  });

  test('a seek that fails does not replace the position either, and one that works does', async () => {
    const harness = await playsUnseekable();
    await harness.passes(5);
    for (const to of [20, 2, 900]) {
      harness.get(Seek).seekTo(seconds(to));
      await harness.passes(1);
      expect(savedAt(harness)).toBe(601);
    }
    // Another source of the same title can seek.
    harness.output.isSeekable = true;
    harness.output.failWith('network');
    await harness.passes(1);
    expect(savedAt(harness), 'it sounds at the start, as the listener hears it').toBe(601);
    harness.get(Seek).seekTo(seconds(300));
    await harness.passes(1);
    expect(savedAt(harness)).toBeGreaterThanOrEqual(300);
    expect(savedAt(harness)).toBeLessThan(310);
    expect(harness.player.positionNote).toBeNull();
  });

  test('the position is saved again once the sound has passed it', async () => {
    const harness = await playsUnseekable();
    await harness.passes(620);
    expect(savedAt(harness)).toBeGreaterThanOrEqual(618);
    await toggles(harness);
    expect(recordedAt(harness)).toBeGreaterThanOrEqual(619);
  });
});

/** Safari deletes what a site has stored if the listener does not visit it for a week. */
describe('a storage that the browser has cleared', () => {
  const clear = ({ journal, store }: Harness): void => {
    journal.deleteAllOf(SUBSCRIBER.id);
    for (const key of store.keys()) store.delete(key);
  };

  test('resumes at the position of the provider without a question, and reports nothing by itself (APP-64)', async () => {
    const harness = await openHeard(100);
    await toggles(harness);
    await harness.get(ReportPlayback).leave();
    const royalties = royaltiesOf(harness);
    harness.crash();
    clear(harness);
    await harness.passes(8 * 86_400);
    const next = page({ beside: harness });
    await next.passes(60);
    expect([recordedAt(next), royaltiesOf(next)]).toEqual([100, royalties]);
    await plays(next);
    expect(next.player.position).toBe(100);
    expect(next.player.positionNote).toEqual({ kind: 'from-account', position: 100 });
    await next.passes(10);
    await toggles(next);
    expect([savedAt(next), recordedAt(next)]).toEqual([110, 110]);
    expect(royaltiesOf(next) - royalties).toBe(10_000);
  });

  test('while the page is open, counts no listening twice, and saves the position again', async () => {
    const harness = await openHeard(100);
    clear(harness);
    await harness.passes(10);
    expect(savedAt(harness)).toBeGreaterThanOrEqual(109);
    await toggles(harness);
    expect(recordedAt(harness)).toBe(110);
    expect(royaltiesOf(harness)).toBeLessThanOrEqual(110_000);
    expect(harness.journal.reports()).toEqual([]);
  });
});

test('an hour of playing leaves one position and one draft with an hour of listening', async () => {
  const harness = await openHeard(3_600);
  expect(harness.journal.positions()).toHaveLength(1);
  expect(harness.journal.drafts()).toHaveLength(1);
  expect(harness.journal.reports()).toEqual([]);
  await toggles(harness);
  expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([3_600, 3_600_000]);
  expect(harness.api.faults.calls.length, 'the number of requests while playing').toBeLessThan(10);
});

test('a clock that is set while the sound plays changes no listening time', async () => {
  const harness = await openPlaying();
  for (const jump of [3_000, -3_000, 4_900, -600_000, 600_000]) {
    await harness.passes(10);
    harness.clock.set(jump);
  }
  await toggles(harness);
  expect(royaltiesOf(harness)).toBe(50_000);
});

test('listening counts at the old speed, also if the speed changes at the start of the title', async () => {
  const harness = await openHeard(60);
  harness.get(Seek).seekTo(seconds(0));
  await harness.passes(0.3);
  await harness.get(PlaybackSettings).setSpeed(asSpeed(2.5) ?? DEFAULT_SPEED);
  await harness.passes(10);
  await toggles(harness);
  expect(royaltiesOf(harness)).toBeGreaterThan(84_000);
  expect(royaltiesOf(harness)).toBeLessThanOrEqual(85_300);
});

describe('a page that ends without an event', () => {
  test('the next page reports its position and listening time once (PROG-44)', async () => {
    const harness = await openHeard(100);
    harness.crash();
    const next = page({ beside: harness });
    await next.passes(60);
    expect(recordedAt(next)).toBeGreaterThanOrEqual(99);
    expect(royaltiesOf(next)).toBeGreaterThanOrEqual(99_000);
    expect(royaltiesOf(next)).toBeLessThanOrEqual(100_000);
    expect(next.journal.drafts()).toEqual([]);
    expect(next.journal.reports()).toEqual([]);
  });

  test('keeps its draft until the browser has room for the report (PROG-44)', async () => {
    const harness = await openHeard(100);
    harness.crash();
    const next = page({ beside: harness });
    vi.spyOn(next.journal, 'saveReport').mockReturnValue(failed({ kind: 'full' }));
    await next.passes(60);
    expect(next.api.playback.royalties).toEqual([]);
    next.crash();
    vi.restoreAllMocks();
    const last = page({ beside: harness });
    await last.passes(60);
    expect(recordedAt(last)).toBeGreaterThanOrEqual(99);
    expect(royaltiesOf(last)).toBeGreaterThanOrEqual(99_000);
    expect(royaltiesOf(last)).toBeLessThanOrEqual(100_000);
    expect(last.journal.drafts()).toEqual([]);
  });

  test('loses nothing that was stored, before whichever write it ends', async () => {
    for (let writes = 0; writes < 8; writes += 1) {
      const harness = await openHeard(100);
      endBeforeWrite(harness, writes);
      void harness.get(TogglePlayback).toggle();
      harness.crash();
      const next = page({ beside: harness });
      vi.restoreAllMocks();
      await next.passes(60);
      expect(royaltiesOf(next), `after ${writes} writes`).toBeGreaterThanOrEqual(99_000);
      expect(royaltiesOf(next), `after ${writes} writes`).toBeLessThanOrEqual(100_000);
      expect(next.journal.drafts()).toEqual([]);
      expect(next.journal.reports()).toEqual([]);
    }
  });

  test('whose report was delivered before its draft was deleted is not reported again', async () => {
    const harness = await openHeard(100);
    const draft = harness.journal.draft(harness.tabs.page);
    if (draft === null) throw new Error('There is no draft');
    harness.journal.saveReport(draft);
    harness.crash();
    const next = page({ beside: harness });
    await next.get(DeliverReports).deliver();
    expect(next.journal.drafts()).toEqual([]);
    await next.passes(60);
    expect(royaltiesOf(next)).toBeLessThanOrEqual(100_000);
  });

  test('does not restore a position after the listener went back to the start (PROG-46)', async () => {
    const harness = await openHeard(100);
    harness.get(Seek).seekTo(seconds(0));
    await harness.passes(0.5);
    harness.crash();
    const next = page({ beside: harness });
    await next.passes(60);
    expect(recordedAt(next)).toBeUndefined();
    expect(royaltiesOf(next)).toBeGreaterThanOrEqual(100_000);
  });

  test('does not overwrite the later position of the next page (PROG-46)', async () => {
    const harness = await openHeard(100);
    harness.crash();
    const next = await openPlaying({ beside: harness });
    next.get(Seek).seekTo(seconds(40));
    await next.passes(5);
    await toggles(next);
    await next.passes(60);
    expect(recordedAt(next)).toBeCloseTo(45, 0);
    expect(royaltiesOf(next)).toBeGreaterThanOrEqual(104_000);
    expect(royaltiesOf(next)).toBeLessThanOrEqual(105_100);
  });

  test('reports its position, also if another listener has one in the same title', async () => {
    const harness = await openHeard(100);
    harness.crash();
    const saved = harness.journal.position(QUIET_MIND.id);
    if (saved === null) throw new Error('There is no position');
    harness.journal.savePosition({ ...saved, listener: userId('9'), page: pageId('other') });
    const next = page({ beside: harness });
    await next.passes(60);
    expect(recordedAt(next)).toBeGreaterThanOrEqual(99);
  });

  test('its report waits for its listener, and its position waits until they resume', async () => {
    const harness = await openHeard(100);
    harness.crash();
    const next = page({ beside: harness });
    next.user.reset();
    await next.passes(60);
    next.user.setUser(SUBSCRIBER);
    await plays(next);
    next.get(Seek).seekTo(seconds(40));
    await next.passes(30);
    expect(recordedAt(next), 'the older position must not replace one of another device').toBeUndefined();
    expect(royaltiesOf(next), 'the listening still counts').toBeGreaterThanOrEqual(99_000);
    await toggles(next);
    expect(recordedAt(next)).toBeCloseTo(70, 0);
  });

  test('does not send a royalty again that it may have sent (PROG-32)', async () => {
    const harness = await openHeard(30);
    harness.api.faults.delay = milliseconds(5_000);
    void harness.get(TogglePlayback).toggle();
    await harness.passes(7);
    expect(harness.journal.reports()).toMatchObject([{ playback: null, isRoyaltyTried: true }]);
    harness.crash();
    const next = page({ beside: harness });
    await next.passes(60);
    expect(next.api.faults.calls.filter((call) => call === 'playback.reportRoyalty')).toHaveLength(1);
    expect(royaltiesOf(next)).toBe(30_000);
    expect(next.journal.reports()).toEqual([]);
  });

  test('the next page sends a royalty that still waited for a session', async () => {
    const harness = await openHeard(30);
    harness.api.faults.sessionDelay = milliseconds(2_000);
    void harness.get(TogglePlayback).toggle();
    await harness.passes(3);
    expect(harness.api.faults.calls).not.toContain('playback.reportRoyalty');
    harness.crash();
    harness.api.faults.sessionDelay = milliseconds(0);
    const next = page({ beside: harness });
    await next.passes(60);
    expect([recordedAt(next), royaltiesOf(next)]).toEqual([30, 30_000]);
    expect(next.journal.reports()).toEqual([]);
  });

  test('a page that only seemed to have ended does not report the same listening twice (PROG-47)', async () => {
    const harness = await openHeard(30);
    // The code of this page does not run for a while, and another page makes its report.
    const draft = harness.journal.draft(harness.tabs.page);
    const beside = page({ beside: harness });
    harness.journal.deleteDraft(harness.tabs.page);
    if (draft !== null) harness.journal.saveReport(draft);
    await beside.passes(15);
    await toggles(harness);
    await harness.passes(1);
    expect(royaltiesOf(harness)).toBeGreaterThan(43_000);
    expect(royaltiesOf(harness)).toBeLessThanOrEqual(45_000);
  });
});

test('listening before the provider named the listener counts for that listener (PROG-36)', async () => {
  const free = title({ id: QUIET_MIND.id, hasListenFreeContent: true });
  const harness = page({ items: [free] });
  harness.user.reset();
  harness.api.faults.failNext('users.me', 'unreachable');
  await plays(harness, free);
  expect(harness.player.isPlaying).toBe(true);
  expect(harness.user.isSignedIn).toBe(false);
  await harness.passes(10);
  await toggles(harness);
  expect(harness.journal.reports()).toEqual([]);
  await harness.get(RefreshUser).refresh();
  await hearsMore(harness, 10);
  expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([20, 20_000]);
});

test('listening before the provider named the listener counts at its own speed (PROG-36)', async () => {
  const free = title({ id: QUIET_MIND.id, hasListenFreeContent: true });
  const harness = page({ items: [free] });
  harness.user.reset();
  harness.api.faults.failNext('users.me', 'unreachable');
  await plays(harness, free);
  await harness.passes(10);
  await harness.get(PlaybackSettings).setSpeed(asSpeed(2) ?? DEFAULT_SPEED);
  await harness.passes(10);
  await harness.get(RefreshUser).refresh();
  await toggles(harness);
  expect(royaltiesOf(harness)).toBe(10_000 + 20_000);
});

describe('reports that cannot be delivered', () => {
  test('wait for the network and are sent when it returns (PROG-27, PROG-30)', async () => {
    const harness = await openHeard(20);
    harness.network.goOffline();
    harness.api.faults.isUnreachable = true;
    await toggles(harness);
    await harness.passes(120);
    expect(harness.api.playback.royalties).toEqual([]);
    harness.api.faults.isUnreachable = false;
    harness.network.goOnline();
    await harness.passes(0);
    expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([20, 20_000]);
  });

  test('wait for the session and are sent when the listener signs in again', async () => {
    const harness = await openHeard(20);
    harness.api.faults.failNext('playback.reportPlayback', 'no-session');
    await toggles(harness);
    harness.user.reset();
    harness.player.reset();
    await harness.passes(60);
    expect(harness.api.playback.reports).toEqual([]);
    harness.user.setUser(SUBSCRIBER);
    await harness.passes(20);
    expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([20, 20_000]);
  });

  test('are sent in order, with only the last position of each title (PROG-28, PROG-29)', async () => {
    const harness = page();
    harness.network.goOffline();
    await plays(harness);
    for (const _ of [1, 2, 3]) {
      await harness.passes(10);
      await toggles(harness);
      await toggles(harness);
    }
    await plays(harness, LONG_BOOK);
    await harness.passes(10);
    await toggles(harness);
    harness.network.goOnline();
    await harness.passes(0);
    expect(harness.api.playback.reports.map(({ id }) => id)).toEqual([QUIET_MIND.id, LONG_BOOK.id]);
    expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([30, 40_000]);
  });

  test('do not overwrite a newer position from another device (PROG-43)', async () => {
    const harness = await openHeard(500);
    harness.network.goOffline();
    await toggles(harness);
    await harness.passes(300);
    await harness.api.playback.reportPlayback([
      {
        id: QUIET_MIND.id,
        contentType: QUIET_MIND.type,
        speed: DEFAULT_SPEED,
        lastPosition: milliseconds(90_000),
      },
    ]);
    await harness.passes(60);
    harness.network.goOnline();
    await harness.passes(0);
    expect(recordedAt(harness)).toBe(90);
    expect(royaltiesOf(harness), 'the listening still counts').toBe(500_000);
  });

  test.each(['server', 'rate-limited'] as const)(
    'a royalty is sent again after %s, because it was not counted (PROG-33)',
    async (kind) => {
      const harness = await openHeard(20);
      harness.api.faults.failNext('playback.reportRoyalty', kind);
      harness.api.faults.failNext('playback.reportPlayback', kind);
      await toggles(harness);
      expect(harness.journal.reports()).toHaveLength(1);
      await harness.passes(30);
      expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([20, 20_000]);
      expect(harness.journal.reports()).toEqual([]);
    },
  );

  test('after a gateway error the position is sent again, but not the royalty, which may have been counted (PROG-31, PROG-33)', async () => {
    const harness = await openHeard(20);
    const byGateway = { kind: 'server', mayHaveArrived: true } as const;
    harness.api.faults.failNext('playback.reportPlayback', byGateway, 2);
    harness.api.faults.failNext('playback.reportRoyalty', byGateway);
    await toggles(harness);
    await harness.passes(60);
    expect(harness.api.faults.calls.filter((call) => call === 'playback.reportRoyalty')).toHaveLength(1);
    expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([20, 0]);
    expect(harness.journal.reports()).toEqual([]);
  });

  test('a royalty that another page is sending is not sent, whatever the result there (PROG-32)', async () => {
    const harness = await openHeard(20);
    const beside = page({ beside: harness });
    harness.api.faults.failNext('playback.reportRoyalty', 'server');
    harness.api.faults.delay = milliseconds(2_000);
    void harness.get(TogglePlayback).toggle();
    await harness.passes(3);
    await beside.get(ReportPlayback).leave();
    beside.crash();
    await harness.passes(60);
    expect(royaltiesOf(harness)).toBe(20_000);
  });

  test.each(['unreachable', 'timeout', 'malformed'] as const)(
    'a royalty without a response (%s) is not sent again (PROG-33)',
    async (kind) => {
      const harness = await openHeard(20);
      harness.api.faults.failNext('playback.reportRoyalty', kind);
      await toggles(harness);
      await harness.passes(60);
      expect(harness.api.playback.royalties).toEqual([]);
      expect(harness.journal.reports()).toEqual([]);
      expect(recordedAt(harness)).toBe(20);
    },
  );

  test('a report that is refused for good does not hold back the others (PROG-34)', async () => {
    const harness = page();
    harness.network.goOffline();
    await plays(harness);
    await harness.passes(10);
    await plays(harness, LONG_BOOK);
    await harness.passes(10);
    await toggles(harness);
    // The batch is refused, then the first report alone.
    harness.api.faults.failNext('playback.reportPlayback', 'rejected', 2);
    harness.network.goOnline();
    await harness.passes(1);
    expect(harness.api.playback.reports.map(({ id }) => id)).toEqual([LONG_BOOK.id]);
    expect(harness.journal.reports()).toEqual([]);
  });

  test('wait, royalties too, while somebody else responds instead of the provider (PROG-30)', async () => {
    const harness = await openHeard(20);
    harness.api.faults.failNext('playback.reportPlayback', 'malformed', 2);
    await toggles(harness);
    await harness.passes(20);
    expect(harness.api.faults.calls).not.toContain('playback.reportRoyalty');
    await harness.passes(60);
    expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([20, 20_000]);
    expect(harness.journal.reports()).toEqual([]);
  });

  test('that found no room are stored as soon as there is room (PROG-27)', async () => {
    const harness = page();
    harness.network.goOffline();
    harness.journal.isFull = true;
    await plays(harness);
    await harness.passes(20);
    await toggles(harness);
    expect(harness.journal.reports()).toEqual([]);
    harness.journal.isFull = false;
    await harness.passes(20);
    expect(harness.journal.reports()).toHaveLength(1);
    harness.crash();
    harness.network.goOnline();
    const next = page({ beside: harness });
    await next.passes(60);
    expect(royaltiesOf(next)).toBe(20_000);
  });

  test('are counted once by two tabs, also if the browser has no room for notes about them', async () => {
    const store = new MemoryKeyValueStore();
    const harness = await openHeard(20, { ports: { journal: new StoredPlaybackJournal(store) } });
    harness.network.goOffline();
    await toggles(harness);
    const otherStore = store.inAnotherTab();
    store.isFull = true;
    otherStore.isFull = true;
    harness.api.faults.failNext('playback.reportPlayback', 'unauthorized');
    harness.network.goOnline();
    await harness.passes(1);
    const next = page({ beside: harness, ports: { journal: new StoredPlaybackJournal(otherStore) } });
    next.get(WaitingReports).check();
    await next.passes(60);
    await harness.passes(60);
    expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([20, 20_000]);
  });

  test('are counted once by two tabs, also if the browser cannot store a report that an earlier report has changed', async () => {
    const store = new MemoryKeyValueStore();
    const harness = await openHeard(20, { ports: { journal: new StoredPlaybackJournal(store) } });
    harness.api.faults.failNext('playback.reportPlayback', 'timeout');
    await toggles(harness);
    // The second attempt of the first report is on its way while the second report is made.
    harness.api.faults.delay = milliseconds(5000);
    harness.network.goOffline();
    harness.network.goOnline();
    await hearsMore(harness, 3);
    const otherStore = store.inAnotherTab();
    store.isFull = true;
    otherStore.isFull = true;
    // The first report arrives, which changes the second one. The second one has to wait for the other tab.
    harness.api.faults.failNext('playback.reportPlayback', 'unauthorized', 2);
    await harness.passes(11);
    harness.api.faults.delay = milliseconds(0);
    await harness.passes(1);
    const next = page({ beside: harness, ports: { journal: new StoredPlaybackJournal(otherStore) } });
    next.get(WaitingReports).check();
    await next.passes(60);
    await harness.passes(60);
    expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([23, 23_000]);
  });

  test('are delivered without storage too, while the page lives', async () => {
    const harness = page();
    harness.journal.isFull = true;
    await plays(harness);
    await harness.passes(20);
    harness.network.goOffline();
    await toggles(harness);
    harness.network.goOnline();
    await harness.passes(0);
    expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([20, 20_000]);
  });

  test('keep their order when only the first one could not be stored', async () => {
    const harness = page();
    harness.network.goOffline();
    harness.journal.isFull = true;
    await plays(harness);
    await harness.passes(10);
    await toggles(harness);
    harness.journal.isFull = false;
    await hearsMore(harness, 10);
    harness.network.goOnline();
    await harness.passes(0);
    expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([20, 20_000]);
  });
});

describe('a page that ends', () => {
  test('sends its report and the waiting reports in parallel (PROG-37)', async () => {
    const harness = await openHeard(10);
    harness.network.goOffline();
    await harness.get(PlaybackSettings).setSpeed(asSpeed(2) ?? DEFAULT_SPEED);
    await harness.passes(10);
    harness.api.faults.delay = milliseconds(1_000);
    harness.network.goOnline();
    void harness.get(ReportPlayback).leave();
    // A page that ends still runs its pending microtasks.
    await harness.passes(0);
    harness.crash();
    await harness.passes(1);
    expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([30, 30_000]);
  });

  test('leaves royalties to a tab that sends them in that moment, because it cannot see what that tab has marked (PROG-37)', async () => {
    const harness = page();
    const beside = page({ beside: harness });
    await plays(harness);
    await harness.passes(20);
    harness.api.faults.delay = milliseconds(2_000);
    void harness.get(TogglePlayback).toggle();
    await harness.passes(1);
    // The position is on its way, and the royalty follows.
    void beside.get(ReportPlayback).leave();
    await harness.passes(0);
    expect(harness.api.faults.calls).not.toContain('playback.reportRoyalty');
    beside.crash();
    await harness.passes(10);
    expect(royaltiesOf(harness)).toBe(20_000);
  });

  test('sends royalties of its own reports only, because another tab may end in the same moment (PROG-37)', async () => {
    const harness = page();
    const beside = page({ beside: harness });
    await plays(harness);
    await harness.passes(20);
    harness.network.goOffline();
    await toggles(harness);
    await beside.get(ReportPlayback).leave();
    expect(royaltiesOf(harness)).toBe(0);
    harness.network.goOnline();
    await harness.get(ReportPlayback).leave();
    expect(royaltiesOf(harness)).toBe(20_000);
  });

  test('sends what the storage had no room for, even if another tab sends', async () => {
    const harness = page();
    const beside = page({ beside: harness });
    await plays(harness);
    await harness.passes(20);
    harness.network.goOffline();
    vi.spyOn(harness.journal, 'saveReport').mockReturnValue(failed({ kind: 'full' }));
    await toggles(harness);
    void beside.tabs.exclusively('reports', async () => new Promise<void>(() => undefined));
    await harness.passes(0);
    harness.network.goOnline();
    void harness.get(ReportPlayback).leave();
    await harness.passes(0);
    expect(royaltiesOf(harness)).toBe(20_000);
  });

  test('reports a position that was chosen while the browser had no room', async () => {
    const harness = await openHeard(10);
    await toggles(harness);
    harness.journal.isFull = true;
    harness.get(Seek).seekTo(seconds(600));
    await harness.passes(60);
    expect(recordedAt(harness)).toBe(10);
    harness.journal.isFull = false;
    await harness.get(ReportPlayback).leave();
    expect(recordedAt(harness)).toBe(600);
    expect(savedAt(harness)).toBe(600);
    const count = harness.api.playback.reports.length;
    await harness.get(ReportPlayback).leave();
    expect(harness.api.playback.reports).toHaveLength(count);
  });

  test('reports such a position when it is hidden, before another tab is used', async () => {
    const harness = await openHeard(10);
    await toggles(harness);
    harness.get(ReportPlayback).hide();
    await harness.passes(1);
    const count = harness.api.playback.reports.length;
    harness.journal.isFull = true;
    harness.get(Seek).seekTo(seconds(600));
    harness.get(ReportPlayback).hide();
    await harness.passes(1);
    harness.get(ReportPlayback).hide();
    await harness.passes(1);
    expect(recordedAt(harness)).toBe(600);
    expect(harness.api.playback.reports).toHaveLength(count + 1);
  });

  test('does not report a position that was chosen without room before the start was chosen', async () => {
    const harness = await openHeard(10);
    await toggles(harness);
    harness.journal.isFull = true;
    harness.get(Seek).seekTo(seconds(600));
    harness.get(Seek).seekTo(seconds(0));
    expect(harness.get(SavePosition).hasUnsavedDraft).toBe(false);
    harness.journal.isFull = false;
    const count = harness.api.playback.reports.length;
    await plays(harness, LONG_BOOK);
    expect(harness.api.playback.reports.slice(count).map(({ id }) => id)).not.toContain(QUIET_MIND.id);
    expect(recordedAt(harness)).toBe(10);
  });

  test('reports nothing after a pause that was reported', async () => {
    const harness = await openHeard(10);
    await toggles(harness);
    const count = harness.api.playback.reports.length;
    await harness.get(ReportPlayback).leave();
    expect(harness.api.playback.reports).toHaveLength(count);
  });

  test('reports a pause of the same instant, although the audio element has not reported it yet', async () => {
    const harness = await openHeard(10);
    // The audio element was paused, but its event will not come any more.
    harness.player.soundStopped();
    await harness.get(ReportPlayback).leave();
    harness.crash();
    expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([10, 10_000]);
  });
});

describe('listening before the listener went back to the start', () => {
  const FIRST = title({ id: contentId('episode-1'), type: ContentType.PODCAST_EPISODE });
  const SECOND = title({ id: contentId('episode-2'), type: ContentType.PODCAST_EPISODE });

  test.each([
    ['another title', async (harness: Harness) => harness.get(PlayAudio).play(SECOND)],
    ['a sign-out', async (harness: Harness) => Promise.resolve(harness.get(SignOut).signOut())],
  ])('is reported even if %s follows at once (PROG-8)', async (_, follows) => {
    const harness = page({ items: [FIRST, SECOND] });
    await plays(harness, FIRST);
    await harness.passes(60);
    harness.get(Seek).seekTo(seconds(0));
    await harness.passes(0.5);
    await follows(harness);
    await harness.passes(1);
    expect(royaltiesOf(harness)).toBe(60_500);
    expect(harness.api.playback.reports).toEqual([]);
  });
});

describe('the last report of a sound that goes on until then (PROG-64)', () => {
  const OTHER = title({ id: contentId('other') });
  const BOOK = title({ id: contentId('heard') });

  test.each([
    ['another title', async (harness: Harness) => harness.get(PlayAudio).play(OTHER)],
    ['a sign-out', async (harness: Harness) => Promise.resolve(harness.get(SignOut).signOut())],
    ['the end of the session', async (harness: Harness) => harness.get(ReportPlayback).store()],
  ])('has its position at the moment of %s, not that of its last event', async (_, follows) => {
    const harness = page({ items: [BOOK, OTHER] });
    await plays(harness, BOOK);
    await harness.get(PlaybackSettings).setSpeed(asSpeed(2.5) ?? DEFAULT_SPEED);
    await harness.passes(10.1);
    expect(harness.player.position, 'the last event').toBeLessThan(25.1);
    await follows(harness);
    const stored = harness.journal.reports().flatMap(({ playback }) => playback ?? []);
    expect([...stored, ...harness.api.playback.reports][0]).toMatchObject({ lastPosition: 25_250 });
  });
});

describe('a session that ends while its listener plays', () => {
  const revoked = { message: 'Access Token has been revoked' };

  const endings = [
    [
      'by the service',
      (harness: Harness) => {
        // The tokens are deleted before the event.
        void harness.auth.signOut();
        harness.auth.ended.emit(revoked);
      },
    ],
    [
      'by a sign-out in another tab',
      (harness: Harness) => {
        const beside = page({ beside: harness, asPage: true });
        beside.get(SignOut).signOut();
        beside.crash();
      },
    ],
  ] as const;

  const signedIn = async (): Promise<Harness> => {
    const harness = page({ asPage: true });
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    await plays(harness);
    await harness.passes(100);
    return harness;
  };

  test.each(endings)('%s stores the listening until that listener signs in again', async (_, ends) => {
    const harness = await signedIn();
    ends(harness);
    await harness.passes(60);
    expect(harness.user.isSignedIn).toBe(false);
    expect(harness.api.playback.reports).toEqual([]);
    expect(harness.api.playback.royalties).toEqual([]);
    expect(harness.journal.drafts()).toEqual([]);
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    await harness.passes(20);
    expect([recordedAt(harness), royaltiesOf(harness)]).toEqual([100, 100_000]);
    expect(harness.journal.reports()).toEqual([]);
  });

  test.each(endings)('%s reports nothing for another listener', async (_, ends) => {
    const harness = await signedIn();
    ends(harness);
    harness.api.content.user = { ...SUBSCRIBER, id: userId('bob') };
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    await plays(harness, LONG_BOOK);
    await harness.passes(60);
    await toggles(harness);
    expect(harness.api.playback.reports.map(({ id }) => id)).toEqual([LONG_BOOK.id]);
    expect(harness.api.playback.royalties).toEqual([{ contentId: LONG_BOOK.id, duration: 60_000 }]);
  });

  test('leaves a report that still waits to its listener', async () => {
    const harness = await signedIn();
    harness.network.goOffline();
    await toggles(harness);
    await harness.passes(60);
    // The position is queried first, and its response is slow.
    harness.api.faults.delay = milliseconds(3_000);
    harness.network.goOnline();
    await harness.passes(1);
    harness.auth.ended.emit(revoked);
    harness.user.setUser({ ...SUBSCRIBER, id: userId('bob') });
    await harness.passes(30);
    expect(harness.api.playback.reports).toEqual([]);
    expect(harness.api.playback.royalties).toEqual([]);
  });
});
