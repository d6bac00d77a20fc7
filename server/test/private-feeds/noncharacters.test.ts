import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { Feeds } from '../../feeds/feeds.ts';
import { OPERATOR } from '../../members/audit.ts';
import { addMember } from '../../members/manage-members.ts';
import { podcast, podcastHost } from '../feeds/feed-host.ts';
import { mp3, tone } from '../library/support/make-audio.ts';
import { ownLibrary } from '../library/support/own-library.ts';
import { wire } from '../pool/client.ts';
import { StudioClient } from '../studio/studio-client.ts';

const host = await podcastHost();
const library = await ownLibrary({ feedNetworks: ['127.0.0.1'] });
const { db, pool, clock, origin } = library.provider;

const ODD = 'Od\ufffed\uffff\ufdd0\u{1fffe}';
const PLAIN = 'Odd';

/** Every text of a table, as one. */
const textsOf = async (table: string): Promise<string> => {
  const { rows } = await sql<{ all: string }>`
    select coalesce(string_agg(to_jsonb(each)::text, ''), '') as all from ${sql.table(table)} as each`.execute(
    db,
  );
  return rows[0]?.all ?? '';
};

const NONCHARACTER = /\p{Noncharacter_Code_Point}/u;

test('no text that enters has a noncharacter: of feeds, files, the studio and members (FEED-15)', async () => {
  host.set(
    '/feed',
    podcast(
      ODD,
      [{ guid: 'a', title: `${ODD} &#xFFFE; one`, notes: ODD }],
      `<description>${ODD}</description>`,
    ),
  );
  await new Feeds(db, clock, ['127.0.0.1']).add(`${host.origin}/feed`);
  library.write('Book/book.mp3', await mp3(tone(1, 300), { tag: { title: `${ODD} book`, artist: ODD } }));
  await library.import();
  const studio = new StudioClient(origin, library.client.token);
  const { rows } = await sql<{ id: string }>`select id from items where content_type in (0, 1, 2)`.execute(
    db,
  );
  const id = rows[0]?.id ?? '';
  await studio.edit(id, { description: `${ODD} edited`, authors: [ODD] });
  await studio.call('POST', '/collections', { title: `${ODD} collection`, members: [id] });
  await library.client.put('/user', { full_name: `${ODD} owner` });
  await library.client.post('/user/feeds', { kind: 'item', id, name: `${ODD} feed` });
  const person = { email: 'odd@listener.test', role: 'listener', plan: null, until: null } as const;
  const added = { ...person, name: `${ODD} member`, password: 'correct horse battery' };
  await addMember({ db, pool, clock, by: OPERATOR }, added);
  const changed = await wire(`${origin}/pool`, 'UpdateUserAttributes', {
    AccessToken: library.client.token,
    UserAttributes: [{ Name: 'name', Value: `${ODD} user` }],
  });
  expect(changed.status).toBe(200);

  const texts: string[] = [];
  for (const table of [
    'items',
    'titles',
    'authors',
    'collections',
    'listeners',
    'private_feeds',
    'pool_users',
  ])
    texts.push(await textsOf(table));
  const all = texts.join('\n');
  expect(all).not.toMatch(NONCHARACTER);
  for (const text of [' one', ' book', ' edited', ' collection', ' owner', ' feed', ' member', ' user'])
    expect(all, text).toContain(PLAIN + text);
});
