import { once } from 'node:events';
import { request } from 'node:http';
import * as v from 'valibot';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as wire from '../../api/response-schemas.ts';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import { addRoyalties } from '../../members/royalties.ts';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';

const provider = useProvider();
const CHAPTERED = 'the-clockmakers-apprentice-learns-to-wait';
const SINGLE = 'the-ferry-timetable';
/** A title that is inside its window. */
const PLAYABLE = 'a-short-book-about-long-distances';
let listener: ApiClient;
let other: ApiClient;

beforeAll(async () => {
  listener = await signedIn(provider().origin, 'annual@listener.test');
  other = await signedIn(provider().origin, 'trial@listener.test');
});

async function itemOf(id: string): Promise<wire.WireItem> {
  return v.parse(wire.item, (await listener.get(`/content/${id}`)).body);
}

async function activeIds(client: ApiClient): Promise<readonly string[]> {
  const { body } = await client.get('/user/content/?active=1&limit=15&next_page=1');
  return v.parse(wire.itemPage, body).results.map(({ id }) => id);
}

describe('a playback report', () => {
  test('of a chaptered item is saved, and returned as the playback record', async () => {
    const report = {
      id: CHAPTERED,
      playback_speed: 1.3,
      content_type: 2,
      chapter_index: 2,
      chapter_position: 61_000,
    };
    const response = await listener.post('/user/content', [report]);
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { ok: true } });
    const { body } = await listener.get(`/user/playing-data/${CHAPTERED}`);
    expect(v.parse(wire.playbackRecord, body)).toMatchObject({
      is_active: true,
      content_type: 2,
      chapter_index: 2,
      chapter_position: 61_000,
      last_position: null,
      playback_speed: 1.3,
    });
    expect((await itemOf(CHAPTERED)).progress).toEqual({ position: 61_000, chapter_index: 2 });
  });

  test('replaces the previous one, and repeating it changes nothing (PROG-31)', async () => {
    const report = { id: SINGLE, playback_speed: 1, content_type: 1, last_position: 30_000 };
    for (const last_position of [10_000, 30_000, 30_000]) {
      expect((await listener.post('/user/content/', [{ ...report, last_position }])).status).toBe(200);
    }
    const { body } = await listener.get(`/user/playing-data/${SINGLE}`);
    expect(v.parse(wire.playbackRecord, body).last_position).toBe(30_000);
    expect(await activeIds(listener)).toEqual([SINGLE, CHAPTERED]);
  });

  /** Sends the headers of a report. The body follows later. */
  function beginReport(client: ApiClient) {
    const report = { id: SINGLE, playback_speed: 1, content_type: 1 };
    const sent = request(`${client.origin}/api/v2/user/content`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token ?? ''}`, 'content-type': 'application/json' },
    });
    sent.write(' ');
    return async (last_position: number): Promise<void> => {
      sent.end(JSON.stringify([{ ...report, last_position }]));
      expect((await once(sent, 'response'))[0]).toMatchObject({ statusCode: 200 });
    };
  }

  async function positionOf(client: ApiClient): Promise<number | null> {
    const { body } = await client.get(`/user/playing-data/${SINGLE}`);
    return v.parse(wire.playbackRecord, body).last_position;
  }

  test('that arrived earlier and is handled later does not replace a newer one (PROG-58)', async () => {
    const finishOlder = beginReport(listener);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await beginReport(listener)(40_000);
    await finishOlder(20_000);
    expect(await positionOf(listener)).toBe(40_000);
  });

  test('counts from the moment that its age names (PROG-58)', async () => {
    const report = { id: SINGLE, playback_speed: 1, content_type: 1 };
    const send = (last_position: number, age: number) =>
      listener.post('/user/content', [{ ...report, last_position, age }]);
    expect((await send(50_000, 0)).status).toBe(200);
    expect((await send(10_000, 60_000)).status).toBe(200);
    expect(await positionOf(listener)).toBe(50_000);
    const both = [
      { ...report, last_position: 60_000, age: 0 },
      { ...report, last_position: 10_000, age: 5_000 },
    ];
    expect((await listener.post('/user/content', both)).status).toBe(200);
    expect(await positionOf(listener)).toBe(60_000);
    expect((await send(70_000, -1)).status).toBe(400);
  });

  test('replaces one that was stored while the clock was ahead (PROG-58)', async () => {
    const report = { id: SINGLE, playback_speed: 1, content_type: 1 };
    const send = (last_position: number) => listener.post('/user/content', [{ ...report, last_position }]);
    provider().clock.setOffset(30 * 60_000);
    expect((await send(80_000)).status).toBe(200);
    provider().clock.setOffset(0);
    expect((await send(30_000)).status).toBe(200);
    expect(await positionOf(listener)).toBe(30_000);
  });

  test('of several items saves the last position of each, and ignores unknown items', async () => {
    const report = { playback_speed: 1, content_type: 1 };
    const response = await listener.post('/user/content', [
      { ...report, id: SINGLE, last_position: 1000 },
      { ...report, id: 'withdrawn-last-year', last_position: 1000 },
      { ...report, id: SINGLE, last_position: 2000 },
    ]);
    expect(response.status).toBe(200);
    const { body } = await listener.get(`/user/playing-data/${SINGLE}`);
    expect(v.parse(wire.playbackRecord, body).last_position).toBe(2000);
    expect((await listener.get('/user/playing-data/withdrawn-last-year')).body).toEqual({});
  });

  test('is not visible to other listeners', async () => {
    const response = await other.get(`/user/playing-data/${SINGLE}`);
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: {} });
    expect(await activeIds(other)).toEqual([]);
  });

  test('at the end of an item removes it from the items in progress (PROG-55)', async () => {
    const item = await itemOf(SINGLE);
    const last_position = (item.run_time ?? 0) * 1000 - 1000;
    await listener.post('/user/content', [{ id: SINGLE, playback_speed: 1, content_type: 1, last_position }]);
    expect(await activeIds(listener)).toEqual([CHAPTERED]);

    const chapters = (await itemOf(CHAPTERED)).chapter_info;
    const last = chapters.at(-1);
    const at = (chapter_index: number, seconds: number) => ({
      id: CHAPTERED,
      playback_speed: 1,
      content_type: 2,
      chapter_index,
      chapter_position: seconds * 1000,
    });
    await listener.post('/user/content', [at(1, chapters[0]?.chapter_run_time ?? 0)]);
    expect(await activeIds(listener)).toEqual([CHAPTERED]);
    await listener.post('/user/content', [at(chapters.length, last?.chapter_run_time ?? 0)]);
    expect(await activeIds(listener)).toEqual([]);
    const { body } = await listener.get(`/user/playing-data/${CHAPTERED}`);
    expect(v.parse(wire.playbackRecord, body).is_active).toBe(false);
  });
});

describe('a playback report beyond the end', () => {
  const report = { id: SINGLE, playback_speed: 1, content_type: 1 };

  // More than five seconds behind the end, the sound is longer than its run time (PROG-80).
  test.each([
    [5, 0, false],
    [5.001, 5.001, true],
    [3_000_000, 3_000_000, true],
  ])('by %d seconds is stored %d seconds behind it (PROG-54, PROG-80)', async (behind, kept, is_active) => {
    const run_time = (await itemOf(SINGLE)).run_time ?? 0;
    const record = async (id: string) =>
      v.parse(wire.playbackRecord, (await listener.get(`/user/playing-data/${id}`)).body);
    await listener.post('/user/content', [{ ...report, last_position: (run_time + behind) * 1000 }]);
    expect(await record(SINGLE)).toMatchObject({ last_position: (run_time + kept) * 1000, is_active });

    const chapter_index = (await itemOf(CHAPTERED)).chapter_info.length;
    const end = (await itemOf(CHAPTERED)).chapter_info.at(-1)?.chapter_run_time ?? 0;
    const of = { id: CHAPTERED, playback_speed: 1, content_type: 2, chapter_index };
    await listener.post('/user/content', [{ ...of, chapter_position: (end + behind) * 1000 }]);
    expect(await record(CHAPTERED)).toMatchObject({
      chapter_index,
      chapter_position: (end + kept) * 1000,
      is_active,
    });
  });

  test('in an unknown chapter is ignored (PROG-54)', async () => {
    const of = { id: CHAPTERED, playback_speed: 1, content_type: 2 };
    await listener.post('/user/content', [{ ...of, chapter_index: 2, chapter_position: 5000 }]);
    const reports = [
      { ...of, chapter_index: 99, chapter_position: 6000 },
      { ...of, id: SINGLE, chapter_index: 1, chapter_position: 6000 },
    ];
    expect((await listener.post('/user/content', reports)).status).toBe(200);
    const { body } = await listener.get(`/user/playing-data/${CHAPTERED}`);
    expect(v.parse(wire.playbackRecord, body)).toMatchObject({ chapter_index: 2, chapter_position: 5000 });
    expect(
      v.parse(wire.playbackRecord, (await listener.get(`/user/playing-data/${SINGLE}`)).body),
    ).toMatchObject({
      chapter_index: null,
    });
  });
});

test('parallel reports lose nothing', async () => {
  const rounds = Array.from({ length: 30 }, (_, at) => at + 1);
  for (const client of [listener, other]) {
    const { url } = await itemOf(PLAYABLE);
    expect((await client.get(`/audio/tokenize?url=${url ?? ''}`)).status).toBe(200);
  }
  const responses = await Promise.all(
    rounds.flatMap((round) =>
      [listener, other].flatMap((client) => [
        client.post('/audio/reporting', [{ content_id: PLAYABLE, duration: round }]),
        client.post('/user/content', [
          { id: PLAYABLE, playback_speed: 1, content_type: 1, last_position: round * 1000 },
          { id: 'fog-horn', playback_speed: 1, content_type: 1, last_position: 1 },
        ]),
        client.post('/favorites/content', { content_id: PLAYABLE, is_favorite: true }),
      ]),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const royalties = await provider()
    .db.selectFrom('royalty_reports')
    .select('duration')
    .where('content_id', '=', PLAYABLE)
    .execute();
  expect(royalties.reduce((sum, { duration }) => sum + duration, 0)).toBe(
    2 * rounds.reduce((sum, round) => sum + round, 0),
  );
  for (const client of [listener, other]) {
    const favorites = v.parse(wire.itemPage, (await client.get('/favorites/content?podcast=0')).body);
    expect(favorites.results.filter(({ id }) => id === PLAYABLE)).toHaveLength(1);
  }
});

describe('royalties', () => {
  const SINGLE = 'a-short-book-about-long-distances';
  const COLLECTION = 'learn-to-sleep-again';
  const SECOND = 1000;
  const DAY = 86_400_000;
  const FASTEST = 2.5;
  /** Milliseconds that count in addition, because a tally may be a little ahead. */
  const GRACE = 5 * SECOND;
  /** A time that is longer than any title, in milliseconds. */
  const LONGEST = 3_600_000_000;

  let listeners = 0;
  let email = '';
  let sub = '';

  /** When the listener opened the first title, by the provider's clock. */
  let since = 0;

  /** Each test has a new listener, who has opened nothing. */
  beforeEach(async () => {
    listeners += 1;
    email = `royalties-${listeners}@listener.test`;
    ({ sub } = await provider().pool.ensureUser({ email, name: 'Rosa', password: DEMO_PASSWORD }));
    await provider()
      .db.insertInto('listeners')
      .values({
        sub,
        email,
        full_name: 'Rosa',
        plan: 'monthly',
        is_trialing: false,
        is_canceled: false,
        paid_until: null,
        created_at: provider().clock.now(),
      })
      .execute();
    listener = await signedIn(provider().origin, email);
    since = provider().clock.now();
  });

  afterEach(() => provider().clock.setOffset(0));

  async function open(id: string): Promise<void> {
    const item = v.parse(wire.item, (await listener.get(`/content/${id}`)).body);
    const url = item.url ?? item.chapter_info[0]?.chapter_url ?? '';
    expect((await listener.get(`/audio/tokenize?url=${url}`)).status).toBe(200);
  }

  async function report(...reports: readonly (readonly [id: string, duration: number])[]): Promise<void> {
    const body = reports.map(([content_id, duration]) => ({ content_id, duration }));
    const response = await listener.post('/audio/reporting', body);
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { ok: true } });
  }

  async function counted(): Promise<readonly (readonly [string, number])[]> {
    const rows = await provider()
      .db.selectFrom('royalty_reports')
      .select(['content_id', 'duration'])
      .where('sub', '=', sub)
      .orderBy('id')
      .execute();
    return rows.map(({ content_id, duration }) => [content_id, duration]);
  }

  /** The most that can have been heard by now. */
  const most = (): number => (provider().clock.now() - since + GRACE) * FASTEST;

  const total = (rows: readonly (readonly [string, number])[]): number =>
    rows.reduce((sum, [, duration]) => sum + duration, 0);

  /** Moves the provider's clock. The access token is valid for an hour. */
  const passes = (span: number): void => provider().clock.setOffset(span);

  describe('royalties', () => {
    test('of one title within a quarter of an hour are stored as one, without a loss (PROG-92)', async () => {
      await open(SINGLE);
      await open(CHAPTERED);
      passes(60 * SECOND);
      await report([SINGLE, 15_000], [CHAPTERED, 1]);
      await report([SINGLE, 5000]);
      await report(...Array.from({ length: 300 }, () => [SINGLE, 1] as const));
      const rows = await counted();
      expect(total(rows.filter(([id]) => id === SINGLE))).toBe(20_300);
      expect(total(rows)).toBe(20_301);
      // One for each title, or two if a quarter ended meanwhile.
      expect(rows.length).toBeLessThanOrEqual(4);
    });

    test('of many moments fill no table: beyond 1,000 a day they join, without a loss (PROG-94)', async () => {
      await open(SINGLE);
      await open(CHAPTERED);
      passes(60 * SECOND);
      const quarters = Array.from({ length: 600 }, (_, at) => at * 15 * 60 * SECOND);
      const reports = [SINGLE, CHAPTERED].flatMap((content_id) =>
        quarters.map((age) => ({ content_id, duration: 10, age })),
      );
      const { db, clock } = provider();
      await addRoyalties(db, sub, reports, clock.now());
      await addRoyalties(db, sub, reports.toReversed(), clock.now());
      const rows = await counted();
      expect(total(rows)).toBe(2 * 2 * 600 * 10);
      expect(rows.length).toBeLessThanOrEqual(1_002);
      // The next day has its own count.
      await addRoyalties(db, sub, [{ content_id: SINGLE, duration: 10, age: 0 }], clock.now() + DAY + SECOND);
      expect((await counted()).at(-1)).toEqual([SINGLE, 10]);
    });

    test('of a track of a collection are stored under its own id', async () => {
      const { body } = await listener.get(`/curated-collection-tracks/?limit=1000&cid=${COLLECTION}`);
      const [track] = v.parse(wire.itemPage, body).results;
      await open(track?.id ?? '');
      passes(60 * SECOND);
      await report([track?.id ?? '', 15_000]);
      expect(await counted()).toEqual([[track?.id, 15_000]]);
    });

    test('of an unknown title, or one that was never opened, are ignored, and others count (PROG-57)', async () => {
      await open(SINGLE);
      passes(60 * SECOND);
      await report(['never-published', 1000], [CHAPTERED, 1000], [SINGLE, 1000]);
      expect(await counted()).toEqual([[SINGLE, 1000]]);
    });

    test('are limited by the time since the title was opened, at the highest speed (PROG-56)', async () => {
      await open(SINGLE);
      passes(60 * SECOND);
      await report([SINGLE, LONGEST]);
      await report([SINGLE, LONGEST]);
      expect(total(await counted())).toBeGreaterThanOrEqual((60 * SECOND + GRACE) * FASTEST);
      expect(total(await counted())).toBeLessThanOrEqual(most());
    });

    test('have the same limit for all titles together (PROG-56)', async () => {
      await open(SINGLE);
      await open(CHAPTERED);
      passes(60 * SECOND);
      await report([SINGLE, 140_000], [CHAPTERED, LONGEST], [SINGLE, LONGEST]);
      const rows = await counted();
      expect(rows[0]).toEqual([SINGLE, 140_000]);
      expect(total(rows)).toBeLessThanOrEqual(most());
    });

    test('have the same limit for parallel reports', async () => {
      await open(SINGLE);
      passes(60 * SECOND);
      await Promise.all(Array.from({ length: 20 }, () => report([SINGLE, LONGEST])));
      expect(total(await counted())).toBeLessThanOrEqual(most());
    });

    test('that arrive after days without a network count in full', async () => {
      await open(SINGLE);
      passes(5 * DAY);
      listener = await signedIn(provider().origin, email);
      await report([SINGLE, 40 * 3_600_000]);
      expect(await counted()).toEqual([[SINGLE, 40 * 3_600_000]]);
    });

    test('count for a listener who opened the title while it was free', async () => {
      await open(CHAPTERED);
      await provider().db.updateTable('listeners').set({ plan: null }).where('sub', '=', sub).execute();
      passes(60 * SECOND);
      await report([CHAPTERED, 20_000]);
      expect(await counted()).toEqual([[CHAPTERED, 20_000]]);
    });
  });
});
