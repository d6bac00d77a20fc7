import { titleShelves } from '../../../../src/domain/catalogue/content.ts';
import { describe, expect, test } from 'vitest';

import { decodeCatalogue } from '../../../../src/adapters/http/http-catalogue.ts';
import { decodePlayingData, decodeTokenized } from '../../../../src/adapters/http/http-playback.ts';
import { decodeUser } from '../../../../src/adapters/http/http-users.ts';
import { MemoryLog } from '../../../../src/adapters/memory/memory-platform.ts';
import type { Result } from '../../../../src/domain/result.ts';
import { PLAIN_ITEM } from '../../../arbitraries/content.ts';

type Decode<Value> = (body: unknown, log: MemoryLog) => Result<Value, unknown>;

const MALFORMED = { ok: false, error: { kind: 'malformed' } };
const ITEM = { id: '7', title: 'Tide' };

const read = <Value>(decode: Decode<Value>, body: unknown) => {
  const log = new MemoryLog();
  const decoded = decode(body, log);
  if (!decoded.ok) throw new Error('the response cannot be read');
  return { value: decoded.value, log: log.entries };
};

describe('the home page', () => {
  const EMPTY = { ...titleShelves(() => []), categories: [], authors: [] };
  const SHELVES = Object.keys(EMPTY).map((name) => name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`));

  test.each(['new_releases', 'quick_listens'])('has empty shelves if only %s is sent (CAT-59)', (name) => {
    expect(read(decodeCatalogue.browse, { [name]: [] })).toEqual({ value: EMPTY, log: [] });
  });

  test.each([null, 5, 'x', [], {}, { results: [] }, { trending: {} }, { trending: null }])(
    'is malformed in %j (CAT-59)',
    (body) => {
      expect(decodeCatalogue.browse(body, new MemoryLog())).toEqual(MALFORMED);
    },
  );

  test('reads only the start of a very long shelf (CAT-58)', () => {
    const endless = Array.from({ length: 100_000 }, (_, id) => ({ id, title: 'Tide', name: 'Tide' }));
    const { value } = read(
      decodeCatalogue.browse,
      Object.fromEntries(SHELVES.map((name) => [name, endless])),
    );
    expect(Object.values(value).map(({ length }) => length)).toEqual(SHELVES.map(() => 200));
    expect(value.newReleases.at(-1)).toMatchObject({ id: '199' });
  });

  test('leaves out unreadable entries, and logs their shelf (CAT-49)', () => {
    const { value, log } = read(
      decodeCatalogue.browse,
      Object.fromEntries(SHELVES.map((name) => [name, [null]])),
    );
    expect(value).toEqual(EMPTY);
    expect(log.map(({ message }) => message)).toEqual(
      SHELVES.map(() => 'Entries of a response could not be read and were left out'),
    );
    expect(new Set(log.map(({ details }) => details['list']))).toEqual(new Set(SHELVES));
  });
});

describe('groups and authors', () => {
  test('have their content, and log unreadable entries', () => {
    const group = { id: 1, name: 'Sleep' };
    const { value, log } = read(decodeCatalogue.groups, {
      results: [{ ...group, content: [ITEM, null] }, group, { name: 'Nobody' }],
    });
    expect(value).toEqual([
      { id: '1', name: 'Sleep', items: [expect.objectContaining({ id: '7' })] },
      { id: '1', name: 'Sleep', items: [] },
    ]);
    expect(log.map(({ details }) => details)).toEqual([
      { list: 'content', dropped: 1 },
      { list: 'groups', dropped: 1 },
    ]);
  });

  test('an author may have no content, but needs a name', () => {
    const author = { id: 3, name: 'Ines Odum' };
    expect(read(decodeCatalogue.author, author).value).toMatchObject({ id: '3', items: [] });
    const { value, log } = read(decodeCatalogue.author, { ...author, content: [ITEM, {}] });
    expect(value.items).toHaveLength(1);
    expect(log.map(({ details }) => details)).toEqual([{ list: 'content', dropped: 1 }]);
    for (const body of [{ id: 3 }, null, [], 'x', { name: 'Ines Odum', content: [ITEM] }]) {
      expect(decodeCatalogue.author(body, new MemoryLog())).toEqual(MALFORMED);
    }
  });
});

describe('an item', () => {
  test('has empty fields for missing ones, and logs nothing', () => {
    const { value, log } = read(decodeCatalogue.item, ITEM);
    expect(value).toEqual({ ...PLAIN_ITEM, ...ITEM, type: 0, url: null });
    expect(log).toEqual([]);
  });

  test.each(['is_purchased', 'is_favorite', 'listen_free', 'has_listen_free_content'])(
    'gives no access for an unknown value of %s (CAT-57)',
    (field) => {
      expect(read(decodeCatalogue.item, { ...ITEM, [field]: 'perhaps' }).value).toEqual(
        read(decodeCatalogue.item, ITEM).value,
      );
    },
  );

  test('has the one category, topic or author that was sent instead of a list', () => {
    const { value, log } = read(decodeCatalogue.item, {
      ...ITEM,
      author_info: { id: 3, name: 'Ines Odum' },
      category_info: { name: 'Rest' },
      topic_info: 'Sleep',
    });
    expect([value.authors, value.categories, value.topics, log]).toEqual([
      [{ id: '3', name: 'Ines Odum' }],
      ['Rest'],
      ['Sleep'],
      [],
    ]);
  });

  test('logs which lists and dates could not be read', () => {
    const { log } = read(decodeCatalogue.item, {
      ...ITEM,
      category_info: [true],
      topic_info: [{}],
      discount_end: 'soon',
    });
    expect(log).toEqual([
      {
        level: 'warn',
        message: 'A date of a content item cannot be read',
        details: { id: '7', fields: ['discount_end'] },
      },
      ...['category_info', 'topic_info'].map((list) => ({
        level: 'warn',
        message: 'Entries of a response could not be read and were left out',
        details: { list, dropped: 1 },
      })),
    ]);
  });

  test.each([
    ['run_time', { seconds: 1 }],
    ['run_time', 'long'],
    ['is_purchased', 'maybe'],
    ['url', 5],
    ['index', 'first'],
    ['description', ['text']],
    ['progress', 'half'],
  ])('logs the name of a field that cannot be read, and not its value: %s %j (CAT-145)', (field, sent) => {
    const { log } = read(decodeCatalogue.item, { ...ITEM, [field]: sent });
    expect(log).toEqual([
      {
        level: 'warn',
        message: 'Fields of a response cannot be read',
        details: { what: 'content item 7', fields: [field] },
      },
    ]);
  });

  test.each(['', null, false, [], {}])(
    'takes %j for nothing in every field, without a log (CAT-145)',
    (sent) => {
      const fields = `run_time url img_url pdf_url description index day_number is_purchased progress chapter_info
      tracks author_info category_info topic_info content_id`;
      const nothing = Object.fromEntries(fields.split(/\s+/u).map((field) => [field, sent]));
      const { value, log } = read(decodeCatalogue.item, { ...ITEM, ...nothing });
      expect(log).toEqual([]);
      expect([value.runTime, value.url, value.description, value.isPurchased]).toEqual([
        null,
        null,
        '',
        false,
      ]);
    },
  );

  test.each(['chapter_info', 'tracks'])('logs that %s is no list (CAT-145)', (list) => {
    const { log } = read(decodeCatalogue.item, { ...ITEM, [list]: 'none' });
    expect(log.map(({ details }) => details)).toEqual([{ list, dropped: 1 }]);
  });

  test('has tracks that have no tracks of their own (CAT-58)', () => {
    const track = { ...ITEM, id: 't', tracks: [ITEM] };
    const { value } = read(decodeCatalogue.item, { ...ITEM, tracks: [track] });
    expect(value.tracks.map(({ id, tracks }) => [id, tracks])).toEqual([['t', []]]);
  });
});

describe('what is optional in the product API', () => {
  const SEQUENCES = [' 2 ', 2, null, {}, undefined];

  test('a broken series or narrator is left out, and the title stays (CAT-233)', () => {
    const { value, log } = read(decodeCatalogue.item, {
      ...ITEM,
      series: [...SEQUENCES.map((sequence, id) => ({ id, name: 'Tides', sequence })), { id: 9 }, null],
      narrators: [{ id: 1, name: 'Rolf Berg' }, { name: 'Nobody' }, 'Ines'],
      language: 'pt-BR',
    });
    expect(value.series.map(({ sequence }) => sequence)).toEqual(['2', '2', null, null, null]);
    expect(value).toMatchObject({ narrators: [{ id: '1', name: 'Rolf Berg' }], language: 'pt-BR' });
    expect(log.map(({ details }) => details)).toEqual([
      { list: 'narrators', dropped: 2 },
      { list: 'series', dropped: 2 },
    ]);
  });

  test.each([
    ['1998', '1998'],
    [1998, '1998'],
    ['1998-05', '1998-05'],
    ['1998-05-31T22:00:00Z', '1998-05-31'],
    ['1998-13', null],
    ['31.05.1998', null],
    [894_000_000, null],
    ['soon', null],
    [{}, null],
  ])('the date of publication %j is %j', (published, day) => {
    expect(read(decodeCatalogue.item, { ...ITEM, published }).value.published).toBe(day);
  });

  test.each([
    [{ sorts: ['title', 'title', 7, null, ''] }, { sorts: ['title', '7'], filters: {} }],
    [
      { sorts: 'title', filters: { language: ['en', {}], narrator: [], mood: 5 } },
      { sorts: [], filters: { language: ['en'] } },
    ],
    [{ sorts: [], filters: {} }, undefined],
    [{ sorts: {}, filters: [] }, undefined],
    [{ filters: null }, undefined],
  ])('%j offers %j (CAT-233)', (sent, offered) => {
    expect(read(decodeCatalogue.items, { results: [ITEM], ...sent }).value.offered).toEqual(offered);
    expect(read(decodeCatalogue.narrator, { id: 1, name: 'A', ...sent }).value.offered).toEqual(offered);
  });
});

describe('a playback record', () => {
  test('has its date', () => {
    const sent = { is_active: 1, content_type: 2, playback_speed: '1.5', updated_at: '2026-01-01' };
    expect(read(decodePlayingData, sent).value).toEqual({
      isActive: true,
      type: 2,
      chapterIndex: null,
      position: 0,
      speed: 1.5,
      updatedAt: Date.UTC(2026, 0, 1),
    });
  });

  test.each([{ updated_at: 'soon' }, { updated_at: null }, { is_active: 'perhaps' }])(
    'has no date, and is not active, in %j',
    (sent) => {
      expect(read(decodePlayingData, { last_position: 0, ...sent }).value).toMatchObject({
        isActive: false,
        updatedAt: null,
      });
    },
  );

  test('of a single title uses the position in a chapter if there is no other', () => {
    expect(read(decodePlayingData, { chapter_position: 1500 }).value).toMatchObject({
      chapterIndex: null,
      position: 1.5,
    });
  });

  test('a missing address is malformed', () => {
    for (const body of [null, {}, { tokenized_url: '' }, { tokenized_url: 5 }]) {
      expect(decodeTokenized(body, new MemoryLog())).toEqual(MALFORMED);
    }
  });
});

describe('a listener', () => {
  test.each(['monthly', 'yearly'])('pays %s', (duration) => {
    const { value } = read(decodeUser, { id: 3, payment_details: { duration } });
    expect(value.paymentDetails).toEqual({
      isExpired: false,
      isCanceled: false,
      isTrialing: false,
      duration,
    });
  });

  test.each([null, [], 'x', 5, {}])('is malformed in %j', (body) => {
    expect(decodeUser(body, new MemoryLog())).toEqual(MALFORMED);
  });
});
