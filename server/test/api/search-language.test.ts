import { beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import * as wire from '../../api/response-schemas.ts';
import type { CatalogueItem } from '../../catalogue/types.ts';
import { writeItems } from '../../catalogue/write-catalogue.ts';
import { buildCatalogue } from '../../demo/catalogue/index.ts';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';

const provider = useProvider();
let listener: ApiClient;

const catalogue = buildCatalogue({ now: 0 });

function named(id: string): CatalogueItem {
  const item = catalogue.items.find((each) => each.id === id);
  if (item === undefined) throw new Error(`There is no ${id}.`);
  return { ...item, series: [], narrators: [], description: '' };
}

/** A title like another one, without its language. */
function titled(id: string, fields: Partial<CatalogueItem>): CatalogueItem {
  const { language: _, ...item } = named('the-ferry-timetable');
  return { ...item, id, title: id, ...fields };
}

const write = (...batch: readonly CatalogueItem[]): Promise<void> =>
  provider()
    .db.transaction()
    .execute((transaction) => writeItems(transaction, batch, 0));

interface Asked {
  readonly accepted?: string;
  readonly more?: string;
}

async function found(term: string, { accepted = '', more = 'limit=50' }: Asked = {}) {
  const { body } = await listener.get(`/search?term=${term}&${more}`, { 'accept-language': accepted });
  return v.parse(wire.itemPage, body);
}

const idsOf = async (term: string, asked?: Asked): Promise<readonly string[]> =>
  (await found(term, asked)).results.map(({ id }) => id);

beforeAll(async () => {
  listener = await signedIn(provider().origin, 'monthly@listener.test');
  await write(
    titled('quokka-en', { language: 'en', popularity: 900 }),
    titled('quokka-none', { popularity: 800 }),
    titled('quokka-de', { language: 'de', popularity: 100 }),
    titled('quokka-at', { language: 'de-AT', popularity: 50 }),
    titled('told-en', { language: 'en-GB', popularity: 700, description: 'A quokka.' }),
    titled('told-de', { language: 'de', popularity: 10, description: 'Ein Quokka.' }),
    titled('wombat-hant', { language: 'zh-TW', popularity: 1 }),
    titled('wombat-hans', { language: 'zh', popularity: 2 }),
    titled('wombat-wrong', { language: 'no tag at all', popularity: 3 }),
  );
});

describe('a search shows titles in the language of the listener first (LANG-19)', () => {
  const GERMAN = ['quokka-de', 'quokka-at', 'quokka-en', 'quokka-none', 'told-de', 'told-en'];

  test.each(['de', 'de-CH', 'DE', 'de-AT,de;q=0.9,en;q=0.8', 'en;q=0.5, de'])(
    'among those that have the words in the title, and among the others: %s',
    async (accepted) => {
      expect(await idsOf('quokka', { accepted })).toEqual(GERMAN);
    },
  );

  test.each([
    ['no language', ''],
    ['any', '*'],
    ['one that no title has', 'fr'],
    ['what cannot be read', 'a tag that nobody can read'],
    ['an unknown one', 'und'],
    ['a very long tag', 'x'.repeat(3000)],
  ])('by popularity alone, if the request names %s', async (_what, accepted) => {
    expect(await idsOf('quokka', { accepted })).toEqual([
      'quokka-en',
      'quokka-none',
      'quokka-de',
      'quokka-at',
      'told-en',
      'told-de',
    ]);
  });

  test('in the script of the listener', async () => {
    const first = async (accepted: string) => (await idsOf('wombat', { accepted }))[0];
    expect(await first('zh-Hant')).toBe('wombat-hant');
    expect(await first('zh-HK')).toBe('wombat-hant');
    expect(await first('zh-CN')).toBe('wombat-hans');
    expect(await first('zh')).toBe('wombat-hans');
  });

  test('page by page, as on one page', async () => {
    const pages: string[] = [];
    for (let hasNext = true; hasNext;) {
      const page = await found('quokka', { accepted: 'de', more: `limit=1&skip=${pages.length}` });
      pages.push(...page.results.map(({ id }) => id));
      hasNext = page.next_page_key !== null;
    }
    expect(pages).toEqual(GERMAN);
  });

  test('also in a category, and with a filter', async () => {
    const name = encodeURIComponent(named('the-ferry-timetable').category_info[0]?.name ?? '');
    expect(await idsOf('quokka', { accepted: 'de', more: `limit=50&category=${name}` })).toEqual(GERMAN);
    expect(await idsOf('quokka', { accepted: 'de', more: 'limit=50&filter.progress=not_started' })).toEqual(
      GERMAN,
    );
  });

  test('also if one letter is wrong', async () => {
    expect(await idsOf('quoka', { accepted: 'de' })).toEqual(GERMAN);
  });

  test('but an order that the listener chose stays', async () => {
    const sorted = await idsOf('quokka', { accepted: 'de', more: 'limit=50&sort=title' });
    expect(sorted).toEqual(sorted.toSorted());
  });

  test('an episode has the language of its podcast, also after the language of the podcast has changed', async () => {
    const { language: _, ...show } = titled('numbats', { content_type: 3 });
    const episode = (id: string, popularity: number) =>
      titled(id, { content_type: 4, parent_id: show.id, content_id: show.id, popularity });
    await write(
      { ...show, language: 'de' },
      episode('numbat-one', 1),
      titled('numbat-en', { language: 'en', popularity: 5 }),
    );
    await write(episode('numbat-two', 2));
    expect(await idsOf('numbat', { accepted: 'de' })).toEqual([
      ...['numbats', 'numbat-two', 'numbat-one'].toSorted((one) => (one === 'numbats' ? -1 : 0)),
      'numbat-en',
    ]);
    await write({ ...show, language: 'en' });
    expect((await idsOf('numbat', { accepted: 'de' })).slice(-2)).toEqual(['numbat-two', 'numbat-one']);
    await write(show);
    expect((await idsOf('numbat', { accepted: 'en' }))[0]).toBe('numbat-en');
  });
});
