// Proves PROG-56, PROG-57.
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/demo/listeners.ts';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';
import * as wire from '../../../server/api/answers.ts';

const provider = useProvider();
const CHAPTERED = 'the-clockmakers-apprentice-learns-to-wait';
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
let listener: ApiClient;
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
  test('are stored one by one, as they were reported', async () => {
    await open(SINGLE);
    await open(CHAPTERED);
    passes(60 * SECOND);
    await report([SINGLE, 15_000], [CHAPTERED, 1]);
    await report([SINGLE, 5000]);
    expect(await counted()).toEqual([
      [SINGLE, 15_000],
      [CHAPTERED, 1],
      [SINGLE, 5000],
    ]);
  });

  test('of a track of a collection are stored under its own id', async () => {
    const { body } = await listener.get(`/curated-collection-tracks/?limit=1000&cid=${COLLECTION}`);
    const [track] = v.parse(wire.itemPage, body).results;
    await open(track?.id ?? '');
    passes(60 * SECOND);
    await report([track?.id ?? '', 15_000]);
    expect(await counted()).toEqual([[track?.id, 15_000]]);
  });

  test('of an unknown title, or one that was never opened, are ignored, and others count', async () => {
    await open(SINGLE);
    passes(60 * SECOND);
    await report(['never-published', 1000], [CHAPTERED, 1000], [SINGLE, 1000]);
    expect(await counted()).toEqual([[SINGLE, 1000]]);
  });

  test('are limited by the time since the title was opened, at the highest speed', async () => {
    await open(SINGLE);
    passes(60 * SECOND);
    await report([SINGLE, LONGEST]);
    await report([SINGLE, LONGEST]);
    expect(total(await counted())).toBeGreaterThanOrEqual((60 * SECOND + GRACE) * FASTEST);
    expect(total(await counted())).toBeLessThanOrEqual(most());
  });

  test('have the same limit for all titles together', async () => {
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
