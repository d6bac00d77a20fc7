import { expect, test } from 'vitest';
import { DatabaseCounts, type RequestCountTables } from '../../../server/http/request-counts.ts';
import { useProvider } from '../support/provider.ts';

const provider = useProvider({ collectors: false });
const LIMIT = { most: 100, windowMs: 5_000 };

function counts() {
  const clock = { time: 1_000_000, now: () => clock.time };
  const db = provider().db.withTables<RequestCountTables>();
  return { clock, db, shared: new DatabaseCounts(db, clock) };
}

test('processes that take requests at the same time never get more than the limit (SES-96)', async () => {
  const { clock, shared } = counts();
  const endsAt = clock.time + 5_000;
  const answers = await Promise.all(Array.from({ length: 30 }, () => shared.take('api a', 7, LIMIT, endsAt)));
  expect(answers.reduce((sum, { taken }) => sum + taken, 0)).toBe(100);
  expect(new Set(answers.map((answer) => answer.endsAt))).toEqual(new Set([endsAt]));
  clock.time += 1_000;
  // The window is the one of the first request.
  expect(await shared.take('api a', 7, LIMIT, clock.time + 5_000)).toEqual({ taken: 0, endsAt });
  expect(await shared.take('api b', 7, LIMIT, clock.time + 5_000)).toMatchObject({ taken: 7 });
});

test('a new window starts if the old one has ended, or if a wrong clock has made it', async () => {
  const { clock, shared } = counts();
  await shared.take('api c', 100, LIMIT, clock.time + 5_000);
  clock.time += 5_000;
  const endsAt = clock.time + 5_000;
  expect(await shared.take('api c', 100, LIMIT, endsAt)).toEqual({ taken: 100, endsAt });
  clock.time -= 86_400_000;
  expect(await shared.take('api c', 100, LIMIT, clock.time + 5_000)).toMatchObject({ taken: 100 });
});

test('rows of windows that have ended are deleted', async () => {
  const { clock, db, shared } = counts();
  clock.time += 1_000_000;
  for (let at = 0; at < 50; at += 1) await shared.take(`api d-${at}`, 1, LIMIT, clock.time + 5_000);
  clock.time += 20_000;
  await shared.take('api last', 1, LIMIT, clock.time + 5_000);
  const keys = async (): Promise<readonly string[]> =>
    (await db.selectFrom('request_counts').select('key').execute()).map(({ key }) => key);
  await expect.poll(keys).toEqual(['api last']);
});
