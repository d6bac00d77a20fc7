import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import * as wire from '../../api/response-schemas.ts';
import { tone, wav } from './support/make-audio.ts';
import { ownLibrary, type OwnLibrary } from './support/own-library.ts';

let library: OwnLibrary;
const ids = new Map<string, string>();
let sounds = 0;

/** Writes a title with a description beside its sound. */
function write(folder: string, fields: Readonly<Record<string, unknown>>): void {
  sounds += 1;
  library.write(`${folder}/01.wav`, wav(tone(0.2, 200 + sounds)));
  library.write(`${folder}/metadata.json`, JSON.stringify(fields));
}

beforeAll(async () => {
  library = await ownLibrary();
  for (const name of ['Range 10', 'Range 2', 'Zorn', 'Äther', 'Ofen', 'the Lamp', 'Range 1', 'Range 11']) {
    const title = `One of ${name}`;
    write(`Di Ebb/${name}/${title}`, {
      title,
      authors: ['Di Ebb'],
      series: [`${name} #1`],
      narrators: [name],
    });
  }
  for (const part of ['First', 'Second', 'Third'])
    write(`Ada Brook/Tides/${part}`, {
      title: `The Hero: ${part}`,
      authors: ['Ada Brook'],
      series: ['Tides #1'],
    });
  write('Ada Brook/Tides/Other', { title: 'The Hero: Second', authors: ['Ada Brook'], series: ['Tides #1'] });
  write('Ada Brook/Tides/Last', { title: 'The Return', authors: ['Ada Brook'], series: ['Tides #2'] });
  write('Ben Cole/Lanterns/Companion', { title: 'A Companion', authors: ['Ben Cole'], series: ['Lanterns'] });
  for (const number of [1, 2, 3, 4])
    write(`Ben Cole/Lanterns/${number}`, {
      title: `Lantern ${number}`,
      authors: ['Ben Cole'],
      series: [`Lanterns #${number}`],
    });
  write('Ben Cole/Lanterns/All', { title: 'All Lanterns', authors: ['Ben Cole'], series: ['Lanterns #1-3'] });
  write('Cy Day/Year', { title: 'Year', authors: ['Cy Day'], publishedYear: '1999', description: 'Words.' });
  write('Cy Day/Month', { title: 'Month', authors: ['Cy Day'], publishedDate: '1999-05' });
  write('Cy Day/Day', { title: 'Day', authors: ['Cy Day'], publishedDate: '1999-05-31' });
  library.write('Cy Day/1987 - Folder/01.wav', wav(tone(0.2, 190)));
  for (const { id, title, location } of (await library.import()).added)
    ids.set(location.endsWith('Other') ? 'Other' : title, id);
}, 60_000);

const ORDER = ['Äther', 'the Lamp', 'Ofen', 'Range 1', 'Range 2', 'Range 10', 'Range 11', 'Zorn'];

describe('series are sorted as people read (CAT-266)', () => {
  test('on the page of their author', async () => {
    const { body } = await library.client.get(`/content/${ids.get('One of Zorn') ?? ''}`);
    const author = v.parse(wire.item, body).author_info[0]?.id ?? '';
    const page = v.parse(wire.author, (await library.client.get(`/authors/${author}`)).body);
    expect(page.content.map(({ title }) => title)).toEqual(ORDER.map((name) => `One of ${name}`));
  });

  test.each(['/series', '/series/'])('in the list of all series: GET %s (CAT-331)', async (path) => {
    const names: string[] = [];
    for (let next: number | null = 1; next !== null;) {
      const { body } = await library.client.get(`${path}?limit=3&next_page=${next}`);
      const page = v.parse(wire.subjectPage, body);
      names.push(...page.results.map(({ name }) => name));
      next = page.next_page_key;
    }
    expect(names.filter((name) => ORDER.includes(name))).toEqual(ORDER);
    expect(new Set(names).size).toBe(names.length);
  });

  test('in the filters of lists, as narrators are', async () => {
    const { body } = await library.client.get('/new-releases');
    const { filters } = v.parse(v.object({ filters: v.record(v.string(), v.array(v.string())) }), body);
    expect(filters['series']?.filter((name) => ORDER.includes(name))).toEqual(ORDER);
    // A narrator keeps the article.
    const [, article = ''] = ORDER;
    expect(filters['narrator']).toEqual(
      [...ORDER.filter((name) => name !== article), article].toSorted(
        (one, other) => Number(one === 'Zorn') - Number(other === 'Zorn'),
      ),
    );
  });
});

describe('the next volume', () => {
  const finish = async (title: string): Promise<void> => {
    const report = [{ id: ids.get(title), content_type: 1, playback_speed: 1, last_position: 1000 }];
    expect((await library.client.post('/user/content', report)).status).toBe(200);
    library.provider.clock.setOffset((offset += 60_000));
  };
  let offset = 0;
  const first = async () =>
    v.parse(wire.recommended, (await library.client.get('/for-you')).body).recommended[0]?.title;

  test('has the same number as the one before, and no other edition of it (CAT-194)', async () => {
    await finish('The Hero: First');
    expect(await first()).toBe('The Hero: Second');
    await finish('The Hero: Second');
    expect(await first()).toBe('The Hero: Third');
    await finish('The Hero: Third');
    expect(await first()).toBe('The Return');
  });

  test('follows also after a companion without a number, and after a range (CAT-194)', async () => {
    await finish('Lantern 1');
    await finish('A Companion');
    expect(await first()).toBe('Lantern 2');
    await finish('All Lanterns');
    expect(await first()).toBe('Lantern 4');
  });
});

test('a day of publication is as exact as the source, and no words of the description (CAT-265)', async () => {
  const item = async (title: string) =>
    v.parse(wire.item, (await library.client.get(`/content/${ids.get(title) ?? ''}`)).body);
  expect(await item('Year')).toMatchObject({ published: '1999', description: 'Words.' });
  expect(await item('Month')).toMatchObject({ published: '1999-05', description: '' });
  expect(await item('Day')).toMatchObject({ published: '1999-05-31' });
  expect(await item('Folder')).toMatchObject({ published: '1987' });
});
