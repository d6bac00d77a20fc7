import { describe, expect, test } from 'vitest';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { LeavePage } from '../../../src/application/progress/leave-page.ts';
import { Seek } from '../../../src/application/playback/seek/seek.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { SetSpeed } from '../../../src/application/playback/set-speed.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import {
  contentId,
  ContentType,
  type ContentId,
  type ContentItem,
} from '../../../src/domain/catalogue/content.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/speed.ts';
import { milliseconds, seconds } from '../../../src/domain/time.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { EMAIL, Harness, PASSWORD, type HarnessOptions } from '../../harness.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

const page = (options: Partial<HarnessOptions> = {}): Harness => {
  const user = options.user ?? SUBSCRIBER;
  const harness = new Harness({
    items: [QUIET_MIND, LONG_BOOK],
    durationOf: () => seconds(36_000),
    ...options,
    user,
  });
  harness.user.setUser(user);
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

const keptAt = (harness: Harness, content: ContentId = QUIET_MIND.id): number | undefined =>
  harness.journal.position(content)?.position;

const royaltiesOf = (harness: Harness): number =>
  harness.api.playback.royalties.reduce((sum, { duration }) => sum + duration, 0);

/** Where the provider would let the listener go on. */
const recordedAt = (harness: Harness, content: ContentId = QUIET_MIND.id): number | undefined =>
  harness.api.content.records.get(content)?.position;

describe('the journal', () => {
  test('is never more than a second behind, whenever the page ends', async () => {
    const harness = page();
    await plays(harness);
    for (let step = 0; step < 200; step += 1) {
      await harness.passes(0.13);
      expect(harness.output.position() - (keptAt(harness) ?? 0)).toBeLessThanOrEqual(1);
    }
  });

  test('knows the place at once after a pause, a seek, and when the page is out of sight', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(10.1);
    harness.get(LeavePage).hide();
    expect(keptAt(harness)).toBe(harness.player.position);
    harness.get(Seek).seekTo(seconds(500));
    expect(keptAt(harness)).toBe(500);
    await harness.passes(0.5);
    void harness.get(SetSpeed).setSpeed(asSpeed(2) ?? DEFAULT_SPEED);
    expect(keptAt(harness)).toBe(harness.player.position);
    await harness.passes(0.3);
    await toggles(harness);
    expect(keptAt(harness)).toBe(harness.player.position);
    harness.get(Seek).seekTo(seconds(0));
    expect(keptAt(harness), 'a place that was chosen may be the beginning').toBe(0);
  });

  test('is not told a place that has not been reached yet', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(100);
    harness.crash();
    const next = page({ beside: harness });
    next.api.faults.delay = milliseconds(3_000);
    void next.get(PlayAudio).play(QUIET_MIND);
    await next.passes(4);
    await next.get(ChangeTrack).next();
    await next.get(LeavePage).leave();
    expect(next.api.playback.reports).toEqual([]);
    expect(Math.round(keptAt(next) ?? 0)).toBe(100);
  });

  test('knows a place that was chosen while the sound was on its way as soon as that is there', async () => {
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

  test('keeps a place when a sound tells of its start all by itself', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(100);
    const kept = keptAt(harness);
    const place = harness.journal.position(QUIET_MIND.id);
    harness.player.positionChanged(seconds(0));
    await harness.get(LeavePage).leave();
    expect(keptAt(harness)).toBe(kept);
    expect(place?.listener).toBe(SUBSCRIBER.id);
  });

  test('leads the next page to where the last one was, when the provider cannot be asked', async () => {
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

  test('another listener finds nothing of it', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(50);
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

test('an hour of playing leaves one place, one draft, and an hour to be told', async () => {
  const harness = page();
  await plays(harness);
  await harness.passes(3_600);
  expect(harness.journal.positions()).toHaveLength(1);
  expect(harness.journal.drafts()).toHaveLength(1);
  expect(harness.journal.reports()).toEqual([]);
  await toggles(harness);
  expect(recordedAt(harness)).toBe(3_600);
  expect(royaltiesOf(harness)).toBe(3_600_000);
  expect(harness.api.faults.calls.length, 'playing asks nothing of the provider').toBeLessThan(10);
});

describe('a page that ends without a word', () => {
  test('has its report made by the next one: place and listening, once', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(100);
    harness.crash();
    const next = page({ beside: harness });
    await next.passes(60);
    expect(recordedAt(next)).toBeGreaterThanOrEqual(99);
    expect(royaltiesOf(next)).toBeGreaterThanOrEqual(99_000);
    expect(royaltiesOf(next)).toBeLessThanOrEqual(100_000);
    expect(next.journal.drafts()).toEqual([]);
    expect(next.journal.reports()).toEqual([]);
  });

  test('does not bring back a place from which the listener had gone to the start', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(100);
    harness.get(Seek).seekTo(seconds(0));
    await harness.passes(0.5);
    harness.crash();
    const next = page({ beside: harness });
    await next.passes(60);
    expect(recordedAt(next)).toBeUndefined();
    expect(royaltiesOf(next)).toBeGreaterThanOrEqual(100_000);
  });

  test('does not overwrite what the next one has heard since', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(100);
    harness.crash();
    const next = page({ beside: harness });
    await plays(next);
    next.get(Seek).seekTo(seconds(40));
    await next.passes(5);
    await toggles(next);
    await next.passes(60);
    expect(recordedAt(next)).toBeCloseTo(45, 0);
    expect(royaltiesOf(next)).toBeGreaterThanOrEqual(104_000);
    expect(royaltiesOf(next)).toBeLessThanOrEqual(105_100);
  });

  test('waits with its report for its listener, and with its place for where they go on when they are back', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(100);
    harness.crash();
    const next = page({ beside: harness });
    next.user.reset();
    await next.passes(60);
    next.user.setUser(SUBSCRIBER);
    await plays(next);
    next.get(Seek).seekTo(seconds(40));
    await next.passes(30);
    expect(recordedAt(next), 'another device must not be led back').toBeUndefined();
    expect(royaltiesOf(next), 'what was heard was heard').toBeGreaterThanOrEqual(99_000);
    await toggles(next);
    expect(recordedAt(next)).toBeCloseTo(70, 0);
  });

  test('may have sent its royalty: it is not sent again', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(30);
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

  test('while its royalty waits for a session has not sent it: the next one does', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(30);
    harness.api.faults.sessionDelay = milliseconds(2_000);
    void harness.get(TogglePlayback).toggle();
    await harness.passes(3);
    expect(harness.api.faults.calls).not.toContain('playback.reportRoyalty');
    harness.crash();
    harness.api.faults.sessionDelay = milliseconds(0);
    const next = page({ beside: harness });
    await next.passes(60);
    expect(royaltiesOf(next)).toBe(30_000);
    expect(recordedAt(next)).toBe(30);
    expect(next.journal.reports()).toEqual([]);
  });

  test('that only seemed to be gone does not tell the same listening twice', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(30);
    // Nothing of this page runs for a while, and another makes its report.
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

test('what was heard before the provider named the listener is theirs', async () => {
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
  await toggles(harness);
  await harness.passes(10);
  await toggles(harness);
  expect(recordedAt(harness)).toBe(20);
  expect(royaltiesOf(harness)).toBe(20_000);
});

describe('reports that do not get through', () => {
  test('wait for the network, and arrive when it is back', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(20);
    harness.network.goOffline();
    harness.api.faults.isUnreachable = true;
    await toggles(harness);
    await harness.passes(120);
    expect(harness.api.playback.royalties).toEqual([]);
    harness.api.faults.isUnreachable = false;
    harness.network.goOnline();
    await harness.passes(0);
    expect(recordedAt(harness)).toBe(20);
    expect(royaltiesOf(harness)).toBe(20_000);
  });

  test('wait for the session: what was heard before it ended arrives when the listener is back', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(20);
    harness.api.faults.failNext('playback.reportPlayback', 'no-session');
    await toggles(harness);
    harness.user.reset();
    harness.player.reset();
    await harness.passes(60);
    expect(harness.api.playback.reports).toEqual([]);
    harness.user.setUser(SUBSCRIBER);
    await harness.passes(20);
    expect(recordedAt(harness)).toBe(20);
    expect(royaltiesOf(harness)).toBe(20_000);
  });

  test('come in the order in which they were made, and of one title the last place', async () => {
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
    expect(recordedAt(harness)).toBe(30);
    expect(royaltiesOf(harness)).toBe(40_000);
  });

  test('give way to a newer place that the provider has heard of from another device', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(500);
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
    expect(royaltiesOf(harness), 'it was heard all the same').toBe(500_000);
  });

  test.each(['server', 'rate-limited'] as const)(
    'are repeated after %s: it was not counted',
    async (kind) => {
      const harness = page();
      await plays(harness);
      await harness.passes(20);
      harness.api.faults.failNext('playback.reportRoyalty', kind);
      harness.api.faults.failNext('playback.reportPlayback', kind);
      await toggles(harness);
      expect(harness.journal.reports()).toHaveLength(1);
      await harness.passes(30);
      expect(recordedAt(harness)).toBe(20);
      expect(royaltiesOf(harness)).toBe(20_000);
      expect(harness.journal.reports()).toEqual([]);
    },
  );

  test('a royalty that a gateway answered may have been counted: it is not repeated, and the position is', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(20);
    const byGateway = { kind: 'server', mayHaveArrived: true } as const;
    harness.api.faults.failNext('playback.reportPlayback', byGateway, 2);
    harness.api.faults.failNext('playback.reportRoyalty', byGateway);
    await toggles(harness);
    await harness.passes(60);
    expect(harness.api.faults.calls.filter((call) => call === 'playback.reportRoyalty')).toHaveLength(1);
    expect(royaltiesOf(harness)).toBe(0);
    expect(recordedAt(harness)).toBe(20);
    expect(harness.journal.reports()).toEqual([]);
  });

  test('a royalty that another page is sending is left to it, whatever comes of that', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(20);
    const beside = page({ beside: harness });
    harness.api.faults.failNext('playback.reportRoyalty', 'server');
    harness.api.faults.delay = milliseconds(2_000);
    void harness.get(TogglePlayback).toggle();
    await harness.passes(3);
    await beside.get(LeavePage).leave();
    beside.crash();
    await harness.passes(60);
    expect(royaltiesOf(harness)).toBe(20_000);
  });

  test.each(['unreachable', 'timeout', 'malformed'] as const)(
    'a royalty without an answer (%s) is not repeated',
    async (kind) => {
      const harness = page();
      await plays(harness);
      await harness.passes(20);
      harness.api.faults.failNext('playback.reportRoyalty', kind);
      await toggles(harness);
      await harness.passes(60);
      expect(harness.api.playback.royalties).toEqual([]);
      expect(harness.journal.reports()).toEqual([]);
      expect(recordedAt(harness)).toBe(20);
    },
  );

  test('one that will never be taken does not hold back the others', async () => {
    const harness = page();
    harness.network.goOffline();
    await plays(harness);
    await harness.passes(10);
    await plays(harness, LONG_BOOK);
    await harness.passes(10);
    await toggles(harness);
    // All of them are refused together, then the first of them alone.
    harness.api.faults.failNext('playback.reportPlayback', 'rejected', 2);
    harness.network.goOnline();
    await harness.passes(1);
    expect(harness.api.playback.reports.map(({ id }) => id)).toEqual([LONG_BOOK.id]);
    expect(harness.journal.reports()).toEqual([]);
  });

  test('are delivered without a journal too, as long as the page is there', async () => {
    const harness = page();
    harness.journal.isFull = true;
    await plays(harness);
    await harness.passes(20);
    harness.network.goOffline();
    await toggles(harness);
    harness.network.goOnline();
    await harness.passes(0);
    expect(recordedAt(harness)).toBe(20);
    expect(royaltiesOf(harness)).toBe(20_000);
  });
});

describe('a page that is left', () => {
  test('sends its report and what waited, side by side', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(10);
    harness.network.goOffline();
    await harness.get(SetSpeed).setSpeed(asSpeed(2) ?? DEFAULT_SPEED);
    await harness.passes(10);
    harness.api.faults.delay = milliseconds(1_000);
    harness.network.goOnline();
    void harness.get(LeavePage).leave();
    // A page that goes still runs what follows at once.
    await harness.passes(0);
    harness.crash();
    await harness.passes(1);
    expect(recordedAt(harness)).toBe(30);
    expect(royaltiesOf(harness)).toBe(30_000);
  });

  test('tells nothing of what was only paused', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(10);
    await toggles(harness);
    const told = harness.api.playback.reports.length;
    await harness.get(LeavePage).leave();
    expect(harness.api.playback.reports).toHaveLength(told);
  });

  test('by signing out has told everything while the session held', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(10);
    harness.get(SignOut).signOut();
    await harness.passes(0);
    expect(recordedAt(harness)).toBe(10);
    expect(royaltiesOf(harness)).toBe(10_000);
    expect(harness.journal.reports()).toEqual([]);
  });

  test('in the instant after a pause has told of it, although the pause itself was not noticed any more', async () => {
    const harness = page();
    await plays(harness);
    await harness.passes(10);
    // The sound has been told to pause, and will not come to say that it has.
    harness.player.soundStopped();
    await harness.get(LeavePage).leave();
    harness.crash();
    expect(recordedAt(harness)).toBe(10);
    expect(royaltiesOf(harness)).toBe(10_000);
  });
});

describe('what was heard before the listener went back to the start', () => {
  const FIRST = title({ id: contentId('episode-1'), type: ContentType.PODCAST_EPISODE });
  const SECOND = title({ id: contentId('episode-2'), type: ContentType.PODCAST_EPISODE });

  test.each([
    ['another title', async (harness: Harness) => harness.get(PlayAudio).play(SECOND)],
    ['a sign-out', async (harness: Harness) => Promise.resolve(harness.get(SignOut).signOut())],
  ])('is told all the same when %s follows at once', async (_, follows) => {
    const harness = page({ items: [FIRST, SECOND] });
    await plays(harness, FIRST);
    await harness.passes(1_800);
    harness.get(Seek).seekTo(seconds(0));
    await harness.passes(0.5);
    await follows(harness);
    await harness.passes(1);
    expect(royaltiesOf(harness)).toBe(1_800_500);
    expect(harness.api.playback.reports).toEqual([]);
  });
});

describe('a session that ends while its listener plays', () => {
  const revoked = { message: 'Access Token has been revoked' };

  const endings = [
    [
      'by the service',
      (harness: Harness) => {
        // The tokens are gone before it is told.
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

  test.each(endings)('%s keeps what was heard until that listener is back', async (_, ends) => {
    const harness = await signedIn();
    ends(harness);
    await harness.passes(60);
    expect(harness.user.isSignedIn).toBe(false);
    expect(harness.api.playback.reports).toEqual([]);
    expect(harness.api.playback.royalties).toEqual([]);
    expect(harness.journal.drafts()).toEqual([]);
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    await harness.passes(20);
    expect(recordedAt(harness)).toBe(100);
    expect(royaltiesOf(harness)).toBe(100_000);
    expect(harness.journal.reports()).toEqual([]);
  });

  test.each(endings)('%s tells nothing of it in the name of another listener', async (_, ends) => {
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

  test('while a report waits for its turn leaves the report to that listener', async () => {
    const harness = await signedIn();
    harness.network.goOffline();
    await toggles(harness);
    await harness.passes(60);
    // The provider is asked about the position first; the answer takes its time.
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
