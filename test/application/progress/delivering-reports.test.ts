import { describe, expect, test } from 'vitest';
import { HttpContentApi } from '../../../src/adapters/http/http-content-api.ts';
import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-log.ts';
import { DeliverReports } from '../../../src/application/progress/deliver-reports.ts';
import { LeavePage } from '../../../src/application/progress/leave-page.ts';
import { contentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import { failed } from '../../../src/domain/result.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/speed.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { SUBSCRIBER } from '../titles.ts';

/** So many reports a call, by the journal's decision record. */
const MOST_ITEMS = 100;

/** What a browser lets outlive its page, all bodies that are under way taken together. */
const MOST_BYTES = 64 * 1024;

type Sent = { readonly path: string; readonly items: readonly unknown[]; readonly bytes: number };

/** A page whose journal holds so many reports, each of a title with a long id, and what it puts on the wire. */
const pageWith = (count: number) => {
  const sent: Sent[] = [];
  const receive: typeof fetch = async (input, { body } = {}) => {
    const bytes = body instanceof Uint8Array ? body : new Uint8Array();
    const items = JSON.parse(new TextDecoder().decode(bytes)) as readonly unknown[];
    sent.push({ path: new URL(new Request(input).url).pathname, items, bytes: bytes.byteLength });
    return Response.json({});
  };
  const nobody = async () => failed({ kind: 'none' } as const);
  const contentApi = new HttpContentApi(
    {
      apiUrl: 'https://api.invalid',
      auth: { session: nobody, renew: nobody },
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

/** How many items each call to a path had, in order. */
const sizes = (sent: readonly Sent[], path: string): readonly number[] =>
  sent.filter((call) => call.path === `/api/v2${path}`).map(({ items }) => items.length);

describe('a journal that has grown long', () => {
  test('leaves in bodies that each stay far below what a browser lets outlive its page', async () => {
    const { harness, sent } = pageWith(850);
    await harness.get(DeliverReports).deliver();
    const expected = [...Array.from({ length: 8 }, () => MOST_ITEMS), 50];
    expect(sizes(sent, '/user/content')).toEqual(expected);
    expect(sizes(sent, '/audio/reporting')).toEqual(expected);
    expect(Math.max(...sent.map(({ bytes }) => bytes))).toBeLessThan(MOST_BYTES);
    expect(harness.journal.reports()).toEqual([]);
    const told = sent.flatMap(({ items }) => items.map((item) => JSON.stringify(item)));
    expect(new Set(told).size, 'each once').toBe(2 * 850);
  });

  test('gives a page that is left the newest of it, in what may outlive the page; the rest waits', async () => {
    const { harness, sent } = pageWith(850);
    await harness.get(LeavePage).leave();
    expect(sizes(sent, '/user/content')).toEqual([MOST_ITEMS]);
    expect(sizes(sent, '/audio/reporting')).toEqual([MOST_ITEMS]);
    expect(sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MOST_BYTES);
    expect(harness.journal.reports()).toHaveLength(850 - MOST_ITEMS);
    expect(harness.journal.reports().at(-1)?.id).toBe('000749');
  });
});
