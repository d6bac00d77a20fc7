import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';

const provider = useProvider();
let listener: ApiClient;
let unknown: string;

const listing = v.object({
  results: v.array(v.object({ id: v.string(), run_time: v.nullable(v.number()) })),
});
const idsOf = async (path: string) =>
  v.parse(listing, (await listener.get(path)).body).results.map(({ id }) => id);

beforeAll(async () => {
  listener = await signedIn(provider().origin, 'monthly@listener.test');
  const [first = ''] = await idsOf('/quick-listens?limit=1');
  unknown = first;
  await provider().db.updateTable('items').set({ run_time: null }).where('id', '=', unknown).execute();
}, 60_000);

test('a title without a length is no quick listen', async () => {
  const ids = await idsOf('/quick-listens?limit=1000');
  expect(ids.length).toBeGreaterThan(0);
  expect(ids).not.toContain(unknown);
});

test.each(['length', '-length'])('a title without a length comes last, sorted by %s', async (sort) => {
  expect((await idsOf(`/trending?limit=1000&sort=${sort}`)).at(-1)).toBe(unknown);
});

test('a position in it is no end', async () => {
  await listener.post('/user/content', [
    { id: unknown, content_type: 0, playback_speed: 1, last_position: 4_000_000 },
  ]);
  const record = await listener.get(`/user/playing-data/${unknown}`);
  expect(record.body).toMatchObject({ is_active: true, last_position: 4_000_000 });
});
