import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { renewWords } from '../../catalogue/renew-words.ts';
import { languageMark, sortText, wordsOf, wordsOfTerm } from '../../catalogue/search.ts';
import { WORDS_VERSION } from '../../catalogue/write-catalogue.ts';
import { readSetting, takeLease, writeSetting } from '../../db/settings.ts';
import { useProvider } from '../support/provider.ts';

const provider = useProvider();
const GOES_ON = new AbortController().signal;

/** What the rules make of a text, with letters of many scripts. */
const SAMPLE =
  "The Ferry Timetable: Siobhán O'Dwyer, Łódź Straße Æther, J. R. R. & Spider-Man ١٢٣ كتابٌ ـ مكتبة الأميرة یک علی Ёлка ΟΔΥΣΣΕΥΣ 東京の夜 บ้านริมทะเล 도서관 पुस्तक שלום ½ ① Ⅷ";

test('who changes the rules of the words raises their version, so that stored titles get the new ones (CAT-334)', () => {
  const made = JSON.stringify([
    wordsOf(SAMPLE),
    wordsOfTerm(SAMPLE),
    sortText(SAMPLE),
    ['de-AT', 'zh-TW', 'sr', 'und', null].map(languageMark),
  ]);
  expect([WORDS_VERSION, createHash('sha256').update(made).digest('hex').slice(0, 12)]).toEqual([
    2,
    '6dbe291c45c7',
  ]);
});

const READ = {
  items: sql`select id, words::text, sort_title, sort_author from items order by id`,
  titles: sql`select id, search, sort_title, sort_author from titles order by id`,
  categories: sql`select id, search_name, sort_name from categories order by id`,
};

async function read() {
  const rowsOf = async (query: RawBuilder<unknown>) => (await query.execute(provider().db)).rows;
  return {
    items: await rowsOf(READ.items),
    titles: await rowsOf(READ.titles),
    categories: await rowsOf(READ.categories),
  };
}

/** What an earlier release has stored. */
async function age(): Promise<void> {
  const { db } = provider();
  await sql`update items set words = 'old', sort_title = 'old', sort_author = 'old'`.execute(db);
  await sql`update titles set search = 'old', sort_title = 'old', sort_author = 'old'`.execute(db);
  await sql`update categories set search_name = 'old'`.execute(db);
  await sql`delete from provider_settings where name = 'catalogue/words'`.execute(db);
}

test('the words of titles that an earlier release has stored are made again once (CAT-334)', async () => {
  const { db } = provider();
  await sql`insert into titles (id, kind, content_type, title, authors, img_url, added_at, state, is_edited,
      has_window, sort_title, sort_author, search)
    values ('one', 'file', 0, 'مكتبة Straße 2', '["Ann Žižek"]', '', 0, 'published', false, false, '', '', '')`.execute(
    db,
  );
  // The first call also makes what the demonstration does not have.
  await renewWords(db, GOES_ON);
  const whole = await read();
  expect(whole.items.length).toBeGreaterThan(100);
  expect(whole.titles).toEqual([
    {
      id: 'one',
      search: expect.stringContaining('مكتبه strasse 2 ann zizek') as unknown,
      sort_title: 'مكتبه strasse 000000002',
      sort_author: 'ann zizek مكتبه strasse 000000002',
    },
  ]);
  await age();
  await renewWords(db, GOES_ON);
  expect(await read()).toEqual(whole);
  expect(await readSetting(db, 'catalogue/words')).toBe(String(WORDS_VERSION));

  await sql`update items set words = 'kept'`.execute(db);
  await renewWords(db, GOES_ON);
  await writeSetting(db, 'catalogue/words', String(WORDS_VERSION + 1));
  await renewWords(db, GOES_ON);
  const { rows } = await sql`select distinct words::text from items`.execute(db);
  expect(rows).toEqual([{ words: `'kept'` }]);
});

test('what was ended, or is left to another process, is made by a later call (CAT-334)', async () => {
  const { db } = provider();
  await age();
  await renewWords(db, AbortSignal.abort());
  await takeLease(db, 'catalogue/words-lease', { owner: 'another', milliseconds: 60_000 });
  await renewWords(db, GOES_ON);
  expect(await readSetting(db, 'catalogue/words')).toBeUndefined();
  await sql`delete from provider_settings where name = 'catalogue/words-lease'`.execute(db);
  await renewWords(db, GOES_ON);
  expect(await readSetting(db, 'catalogue/words')).toBe(String(WORDS_VERSION));
  const { rows } =
    await sql`select id from items where words @@ 'old'::tsquery and sort_title = 'old'`.execute(db);
  expect(rows).toEqual([]);
});
