import { sql } from 'kysely';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';
import { searchVector, tolerantQuery } from '../../catalogue/search.ts';
import * as wire from '../../api/response-schemas.ts';

const provider = useProvider();
let listener: ApiClient;

beforeAll(async () => {
  listener = await signedIn(provider().origin, 'monthly@listener.test');
});

async function search(parameters: Readonly<Record<string, string>>): Promise<readonly wire.WireItem[]> {
  const query = new URLSearchParams({ limit: '1000', ...parameters });
  const response = await listener.get(`/search?${query.toString()}`);
  expect(response.status).toBe(200);
  return v.parse(wire.itemPage, response.body).results;
}

const titles = async (term: string): Promise<readonly string[]> =>
  (await search({ term })).map(({ title }) => title);

describe('a search ignores', () => {
  test.each([
    ['word order', 'ferry timetable', 'timetable ferry'],
    ['case', 'THE FERRY TIMETABLE', 'the ferry timetable'],
    ['apostrophes', "siobhan o'dwyer", 'siobhan odwyer'],
    ['the kind of an apostrophe', 'siobhan o’dwyer', "siobhan o'dwyer"],
    ['accents in the term', 'siobhán', 'siobhan'],
    ['punctuation and space', '  ferry, -- timetable! ', 'ferry timetable'],
  ])('%s', async (_what, term, same) => {
    const found = await titles(term);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(await titles(same));
  });

  test('a part of a name with an apostrophe is a word of its own', async () => {
    expect(await titles('dwyer')).toEqual(await titles("o'dwyer"));
  });
});

describe('a search finds a word with one wrong letter (CAT-321)', () => {
  test.each([
    ['missing', 'tide libary'],
    ['additional', 'tiide library'],
    ['wrong', 'tide librery'],
    ['swapped', 'itde library'],
  ])('%s', async (_what, term) => {
    expect(await titles(term)).toContain('The Tide Library');
    expect(await search({ term, skip: '1000' })).toEqual([]);
  });

  test('only if nothing is found as it is typed, and not for two wrong words', async () => {
    expect(await titles('tide library')).toEqual(['The Tide Library']);
    expect(await titles('tiide libary')).toEqual([]);
  });
});

describe('one wrong letter, in several words and in many scripts (CAT-321)', () => {
  const finds = async (title: string, term: string): Promise<boolean> => {
    const { matching } = tolerantQuery(term, null) ?? {};
    if (matching === undefined) return false;
    const vector = searchVector({ title, texts: [], categoryIds: [] });
    const { rows } = await sql<{ fits: boolean }>`
      select cast(${vector} as tsvector) @@ cast(${matching} as tsquery) as fits`.execute(provider().db);
    return rows[0]?.fits === true;
  };

  test.each([
    ['The Tide Library', 'tide libary'],
    ['The Tide Library', 'tied library'],
    ['The Keeper of the Long Green Quiet Tide Library', 'keeper long green quiet tide libary'],
    ['Märchen aus der Stadt', 'Märchen Statd'],
    ['Тихий Дон', 'тихй дон'],
    ['Мастер и Маргарита', 'мастер маргорита'],
    ['Тіні забутих предків', 'тіні забутіх предків'],
    ['Η Οδύσσεια', 'οδισσεια'],
    ['שיר השירים הגדול', 'השירימ'],
    ['ألف ليلة وليلة', 'ألف ولبلة'],
    ['पुस्तकालय की रात', 'पुसतकालत'],
    ['ვეფხისტყაოსანი', 'ვეფხისტყაოსინი'],
    ['도서관의 밤', '도서관이 밤'],
    ['図書館の夜', '図書舘の夜'],
    ['บ้านริมทะเลสาบ', 'บ้านริมทะเรสาบ'],
  ])('%s is found by %s', async (title, term) => {
    expect(await finds(title, term)).toBe(true);
  });

  test.each([
    ['The Tide Library', 'tiide libary'],
    ['The Cat', 'bat'],
    ['図書館の夜', '図書舘の朝'],
    ['夜', '朝'],
    ['บ้านริมทะเลสาบ', 'โรงเรียนอนุบาล'],
  ])('%s is not found by %s', async (title, term) => {
    expect(await finds(title, term)).toBe(false);
  });

  test('has a bounded query, however long it is', () => {
    const words = ['wonderful', 'lighthouse', 'библиотека', '도서관의고양이'].join(' ');
    const query = tolerantQuery(`${words} `.repeat(9), null);
    expect(query?.matching.split('|').length).toBeLessThan(14_000);
  });
});

describe('a search considers', () => {
  test('every word is required', async () => {
    expect(await titles('ferry timetable')).toContain('The Ferry Timetable');
    expect(await titles('ferry timetable zebra')).toEqual([]);
  });

  test('the last word may be incomplete, the others may not', async () => {
    expect(await titles('ferry timet')).toContain('The Ferry Timetable');
    expect(await titles('timet ferry')).not.toContain('The Ferry Timetable');
  });

  test('titles come first', async () => {
    const results = await search({ term: 'sea' });
    const inTitle = results.map(({ title }) => /\bsea/i.test(title));
    expect(inTitle).toContain(true);
    expect(inTitle).toContain(false);
    expect(inTitle.lastIndexOf(true)).toBeLessThan(inTitle.indexOf(false));
  });

  test('authors, topics and descriptions are searched, too', async () => {
    const byAuthor = await search({ term: 'amara okonkwo' });
    expect(byAuthor.length).toBeGreaterThan(0);
    expect(byAuthor.some(({ author_info }) => author_info.some(({ name }) => name.startsWith('Amara')))).toBe(
      true,
    );
  });

  test.each(['', '   ', '!?', "'"])('a term without a word (%j) finds nothing', async (term) => {
    expect(await search({ term })).toEqual([]);
  });

  test('a number is a word like any other', async () => {
    expect(await search({ term: '123' })).toEqual([]);
  });
});

describe('a category, by its name', () => {
  test('limits the search, in any spelling of the name', async () => {
    const all = await search({ term: 'the' });
    const fiction = all.filter(({ category_info }) => category_info.some(({ name }) => name === 'Fiction'));
    expect(fiction.length).toBeGreaterThan(0);
    expect(fiction.length).toBeLessThan(all.length);
    for (const category of ['Fiction', 'fiction']) {
      expect(await search({ term: 'the', category })).toEqual(fiction);
    }
  });

  test('that does not exist finds nothing', async () => {
    expect(await search({ term: 'the', category: 'Cookery for Astronauts' })).toEqual([]);
  });
});

test('an item in several collections is found once, as itself', async () => {
  const results = await search({ term: 'the' });
  expect(results.some(({ content_type }) => content_type === 6)).toBe(false);
});

test('what is said is found with its second, in twelve titles of the demonstration', async () => {
  const results = await search({ term: 'jar of marmalade' });
  expect(results).toHaveLength(12);
  expect(
    results.filter(
      ({ matches }) => matches?.[0]?.text === 'There was a jar of marmalade on the step, with no note.',
    ),
  ).toHaveLength(12);
  // The page of a podcast would start another episode.
  const episodes = results.filter(({ content_type }) => content_type === 4);
  expect(episodes.map(({ matches }) => matches?.[0]?.track_id)).toEqual(episodes.map(({ id }) => id));
  expect(episodes).toHaveLength(1);
  expect(results.filter(({ matches }) => typeof matches?.[0]?.track_id === 'string')).toHaveLength(1);
  expect(typeof results.find(({ id }) => id === 'quiet-mind')?.matches?.[0]?.start).toBe('number');
  const { transcripts } = v.parse(
    wire.item,
    (await listener.get('/content/eleven-minutes-in-the-life-of-a-bee')).body,
  );
  expect(transcripts?.map(({ label }) => label)).toEqual(['Deutsch', 'English']);
});
