import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';
import * as wire from '../../../server/api/answers.ts';

const provider = useProvider();
let listener: ApiClient;

beforeAll(async () => {
  listener = await signedIn(provider().origin, 'annual@listener.test');
});

async function ids(path: string): Promise<readonly string[]> {
  const page = v.parse(wire.pageOf(v.object({ id: v.string() })), (await listener.get(path)).body);
  return page.results.map(({ id }) => id);
}

const save = (content_id: string, is_favorite: boolean) =>
  listener.post('/favorites/content', { content_id, is_favorite });

test('saving twice has the effect of saving once, and removing leaves nothing', async () => {
  await save('the-ferry-timetable', true);
  await save('the-ferry-timetable', true);
  expect(await ids('/favorites/content?podcast=0')).toContain('the-ferry-timetable');
  await save('the-ferry-timetable', false);
  const again = await save('the-ferry-timetable', false);
  expect(again.status).toBe(200);
  expect(await ids('/favorites/content?podcast=0')).not.toContain('the-ferry-timetable');
  expect(await ids('/library')).not.toContain('the-ferry-timetable');
});

test('an own track of a collection can be saved, and shows it inside the collection', async () => {
  await save('learn-to-sleep-again-t2', true);
  const item = v.parse(wire.item, (await listener.get('/content/learn-to-sleep-again')).body);
  expect(item.tracks.filter((track) => track.is_favorite).map(({ id }) => id)).toEqual([
    'learn-to-sleep-again-t2',
  ]);
});

test('an unknown item or author cannot be saved', async () => {
  expect((await save('nothing-by-this-name', true)).status).toBe(404);
  const follow = { author_id: 'nobody-by-this-name', is_favorite: true };
  expect((await listener.post('/favorites/authors', follow)).status).toBe(404);
});
