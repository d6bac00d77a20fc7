import { describe, expect, test } from 'vitest';
import { HttpContentApi } from '../../../src/adapters/http/http-content-api.ts';
import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { DeliverReports } from '../../../src/application/progress/deliver-reports.ts';
import { FinishedState } from '../../../src/application/progress/finished-state.ts';
import { ReportPlayback } from '../../../src/application/progress/report-playback.ts';
import { draftHolder } from '../../../src/application/progress/save-position.ts';
import { MarkFinished } from '../../../src/application/progress/mark-finished.ts';
import { WaitingReports } from '../../../src/application/progress/waiting-reports.ts';
import { contentId, type ContentItem, ContentType } from '../../../src/domain/catalogue/content.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { formatTracks } from '../../../src/domain/playback/track.ts';
import { ok } from '../../../src/domain/result.ts';
import { instant, milliseconds, seconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { episodes, LONG_BOOK, PODCAST, SUBSCRIBER, title } from '../titles.ts';

/** The largest number of reports in a call. */
const MOST_ITEMS = 100;

/** The limit of a browser for the bodies of all pending keepalive requests together, in bytes. */
const MOST_BYTES = 64 * 1024;

type Sent = { readonly path: string; readonly items: readonly unknown[]; readonly bytes: number };

/** A page with many waiting reports, each of a title with a long id, and the bodies that it sends. */
const pageWith = (count: number, respond = () => Response.json({})) => {
  const sent: Sent[] = [];
  const receive: typeof fetch = async (input, { body } = {}) => {
    const bytes = body instanceof Uint8Array ? body : new Uint8Array();
    const items = JSON.parse(new TextDecoder().decode(bytes)) as readonly unknown[];
    sent.push({ path: new URL(new Request(input).url).pathname, items, bytes: bytes.byteLength });
    return respond();
  };
  const session = async () => ok({ accessToken: 'a', expiresAt: instant(Number.MAX_SAFE_INTEGER) });
  const contentApi = new HttpContentApi(
    {
      apiUrl: 'https://api.invalid',
      auth: { session, renew: session },
      clock: new MemoryClock(),
      random: () => 0,
      fetch: receive,
    },
    new ResponseCache(new MemoryKeyValueStore(), new MemoryClock(), (work) => work()),
    new MemoryLog(),
  );
  const harness = new Harness({ items: [], user: SUBSCRIBER, ports: { contentApi } });
  harness.user.setUser(SUBSCRIBER);
  for (let index = 0; index < count; index += 1) {
    const id = contentId(`5f0c2e9a-7d41-4b8e-9c63-${String(index).padStart(12, '0')}`);
    harness.journal.saveReport({
      id: String(index).padStart(6, '0'),
      listener: SUBSCRIBER.id,
      page: harness.tabs.page,
      at: harness.clock.now(),
      base: 'unknown',
      unconfirmed: [],
      unanswered: 0,
      playback: {
        id,
        contentType: ContentType.AUDIOBOOK_WITH_CHAPTERS,
        speed: DEFAULT_SPEED,
        chapterIndex: 12,
        chapterPosition: milliseconds(35_999_999),
      },
      royalty: { contentId: id, duration: milliseconds(35_999_999) },
      isRoyaltyTried: false,
    });
  }
  return { harness, sent };
};

/** The number of items of each call to a path, in order. */
const sizes = (sent: readonly Sent[], path: string): readonly number[] =>
  sent.filter((call) => call.path === `/api/v2${path}`).map(({ items }) => items.length);

describe('sending many waiting reports', () => {
  test('sends batches, each far below the size limit of keepalive requests (PROG-28)', async () => {
    const { harness, sent } = pageWith(250);
    await harness.get(DeliverReports).deliver();
    const expected = [...Array.from({ length: 2 }, () => MOST_ITEMS), 50];
    expect(sizes(sent, '/user/content')).toEqual(expected);
    expect(sizes(sent, '/audio/reporting')).toEqual(expected);
    expect(Math.max(...sent.map(({ bytes }) => bytes))).toBeLessThan(MOST_BYTES);
    expect(harness.journal.reports()).toEqual([]);
    const reported = sent.flatMap(({ items }) => items.map((item) => JSON.stringify(item)));
    expect(new Set(reported).size, 'each once').toBe(2 * 250);
  });

  describe('after a long wait for its turn, however often it was asked to, sends one batch', () => {
    /** A page with one waiting report, while another tab holds the turn until `release` is called. */
    const waitingFor = (turn: string) => {
      const { harness, sent } = pageWith(1, () => new Response('', { status: 503 }));
      let release = (): void => undefined;
      const busy = new Promise<void>((resolve) => {
        release = resolve;
      });
      void harness.tabs.another().exclusively(turn, async () => busy);
      return { harness, sent, release };
    };

    test('if another tab sends reports (PROG-28)', async () => {
      const { harness, sent, release } = waitingFor('reports');
      const deliverReports = harness.get(DeliverReports);
      const asked = Array.from({ length: 5 }, async () => deliverReports.deliver());
      release();
      await Promise.all(asked);
      expect(sizes(sent, '/user/content')).toEqual([1]);
      await deliverReports.deliver();
      expect(sizes(sent, '/user/content')).toEqual([1, 1]);
    });

    test('if another tab looks at the drafts of ended pages', async () => {
      const { harness, sent, release } = waitingFor('drafts');
      const stalled = harness.tabs.another();
      const [report] = harness.journal.reports();
      if (report === undefined) throw new Error('No report waits');
      const at = instant(report.at - 20_000);
      harness.journal.saveDraft({ ...report, id: 'draft', page: stalled.page, at });
      stalled.hold(draftHolder(stalled.page));
      const recoverReports = harness.get(WaitingReports);
      const asked = Array.from({ length: 5 }, async () => recoverReports.recover());
      release();
      await Promise.all(asked);
      expect(sizes(sent, '/user/content')).toEqual([1]);
    });
  });

  test('sends the newest batch when the page ends, and the rest waits (PROG-37)', async () => {
    const { harness, sent } = pageWith(850);
    await harness.get(ReportPlayback).leave();
    expect(sizes(sent, '/user/content')).toEqual([MOST_ITEMS]);
    expect(sizes(sent, '/audio/reporting')).toEqual([MOST_ITEMS]);
    expect(sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MOST_BYTES);
    expect(harness.journal.reports()).toHaveLength(850 - MOST_ITEMS);
    expect(harness.journal.reports().at(-1)?.id).toBe('000749');
  });
});

const BEGUN_BOOK: ContentItem = { ...LONG_BOOK, progress: { position: seconds(42), chapterIndex: 2 } };
const BEGUN_STORY = title({
  id: contentId('begun-story'),
  runTime: seconds(600),
  progress: { position: seconds(60), chapterIndex: null },
});

const open = (...items: readonly ContentItem[]) => {
  const harness = new Harness({ items });
  return { harness, mark: harness.get(MarkFinished), finished: harness.get(FinishedState) };
};

describe('marking episodes as heard (PROG-89)', () => {
  const LISTED = formatTracks(
    PODCAST,
    episodes(120).map((each, at) => ({ ...each, runTime: at === 3 ? null : seconds(600) })),
  );

  test('takes few calls, and names how many could not be marked', async () => {
    const { harness, mark, finished } = open(PODCAST);
    await mark.markHeard(LISTED);
    expect(harness.api.playback.reports).toHaveLength(119);
    expect(harness.api.faults.calls.filter((call) => call === 'playback.reportPlayback')).toHaveLength(3);
    expect(LISTED.filter((each) => !finished.isHeard(each)).map(({ id }) => id)).toEqual(['episode-4']);
    expect(harness.notices).toEqual(['119 episodes are marked as heard. 1 could not be marked.']);
    expect(harness.api.playback.royalties).toEqual([]);
    expect(harness.cache.clears, 'cached lists have the earlier progress').toBe(1);
  });

  test('ends at the first call that fails', async () => {
    const { harness, mark } = open(PODCAST);
    harness.api.faults.failNext('playback.reportPlayback', 'server');
    await mark.markHeard(LISTED.slice(0, 2));
    expect(harness.notices).toEqual(['0 episodes are marked as heard. 2 could not be marked.']);
  });
});

describe('marking a title as finished', () => {
  test('reports the end as the position, and shows the mark once it is saved (PROG-51)', async () => {
    const { harness, mark, finished } = open(BEGUN_STORY);
    const marking = mark.setFinished(BEGUN_STORY);
    expect(finished.isSaving(BEGUN_STORY.id)).toBe(true);
    expect(finished.isMarked(BEGUN_STORY)).toBe(false);
    await marking;
    expect(finished.isSaving(BEGUN_STORY.id)).toBe(false);
    expect(finished.isMarked(BEGUN_STORY)).toBe(true);
    expect(harness.api.playback.reports).toEqual([
      { id: BEGUN_STORY.id, contentType: BEGUN_STORY.type, speed: 1, lastPosition: 600_000 },
    ]);
    expect(harness.api.playback.royalties).toEqual([]);
    expect(harness.analytics.events).toEqual([]);
  });

  test('reports the last chapter of a book', async () => {
    const { harness, mark } = open(BEGUN_BOOK);
    await mark.setFinished(BEGUN_BOOK);
    expect(harness.api.playback.reports).toMatchObject([{ chapterIndex: 3, chapterPosition: 300_000 }]);
  });

  test('keeps the speed of the title (PROG-51)', async () => {
    const { harness, mark } = open(BEGUN_STORY);
    const { id, type } = BEGUN_STORY;
    const speed = asSpeed(1.5) ?? DEFAULT_SPEED;
    await harness.api.playback.reportPlayback([
      { id, contentType: type, speed, lastPosition: milliseconds(60_000) },
    ]);
    await mark.setFinished(BEGUN_STORY);
    expect(harness.api.playback.reports.at(-1)?.speed).toBe(1.5);
  });

  test('restores the earlier position when marked again (PROG-52)', async () => {
    const { harness, mark, finished } = open(BEGUN_BOOK);
    await mark.setFinished(BEGUN_BOOK);
    await mark.setFinished(BEGUN_BOOK);
    expect(finished.isMarked(BEGUN_BOOK)).toBe(false);
    expect(harness.api.playback.reports.at(-1)).toMatchObject({ chapterIndex: 2, chapterPosition: 42_000 });
  });

  test('changes nothing when it could not be saved, and shows a notice (PROG-53)', async () => {
    const { harness, mark, finished } = open(BEGUN_STORY);
    harness.api.faults.failNext('playback.reportPlayback', 'server');
    await mark.setFinished(BEGUN_STORY);
    expect(finished.isMarked(BEGUN_STORY)).toBe(false);
    expect(harness.notices).toEqual([MESSAGES.saveFailed]);
  });

  test('ends when the title is listened to again, and for another listener (PROG-53)', async () => {
    const { mark, finished } = open(BEGUN_STORY);
    await mark.setFinished(BEGUN_STORY);
    const since = { ...BEGUN_STORY, progress: { position: seconds(5), chapterIndex: null } };
    expect(finished.isMarked(since)).toBe(false);
    finished.reset();
    expect(finished.isMarked(BEGUN_STORY)).toBe(false);
  });

  test('does nothing for a title that was not started, or whose end is unknown', async () => {
    const { harness, mark } = open();
    await mark.setFinished({ ...BEGUN_STORY, progress: null });
    await mark.setFinished({ ...BEGUN_STORY, runTime: null });
    expect(harness.api.playback.reports).toEqual([]);
  });
});
