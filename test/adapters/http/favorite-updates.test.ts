import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { mayMention, withFavorite } from '../../../src/adapters/http/favorite-updates.ts';
import { requiredText, text } from '../../../src/adapters/http/wire/scalars.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';

const ID = contentId('7');
const item = (id: unknown, more: object = {}) => ({ id, title: 'Tide', ...more });

describe('a response that may mention a title', () => {
  test.each(['{"id":"7"}', '{"id":7}', '{ "id" : "7" }', '{"id": 7 ,"title":""}', '[{"x":1,"id":"7"}]'])(
    'contains its id: %s',
    (text) => {
      expect(mayMention(text, ID)).toBe(true);
    },
  );

  test.each(['{}', '{"id":"77"}', '{"id":17}', '{"content_id":"7"}', '{"title":"7"}', '7', '{"id":"seven"}'])(
    'does not contain its id: %s',
    (text) => {
      expect(mayMention(text, ID)).toBe(false);
    },
  );

  test.each(['set-7', 'A_1', '12'])('is found by an id of plain characters: %s', (id) => {
    expect(mayMention(`{"id":"${id}"}`, contentId(id))).toBe(true);
    expect(mayMention('{"id":"another"}', contentId(id))).toBe(false);
  });

  test.each(['é', 'a/b', '"', 'a.b', '7 '])(
    'may be any response if JSON can write the id in several ways: %s',
    (id) => {
      expect(mayMention('{}', contentId(id))).toBe(true);
    },
  );
});

describe('a response with a saved favourite', () => {
  test.each([null, 'text', 7, true])('is unchanged if it is not an object: %j', (body) => {
    expect(withFavorite(body, ID, true)).toBe(body);
  });

  test('is the same object if nothing changes', () => {
    for (const body of [
      item('8'),
      item('7', { is_favorite: true }),
      { id: '7', name: 'An author' },
      { title: 'Without an id' },
      { results: [item('8'), { tracks: [item('9')] }], next_page_key: null },
      [null, 1, 'x'],
    ]) {
      expect(withFavorite(body, ID, true), JSON.stringify(body)).toBe(body);
    }
  });

  test('keeps other parts as the same objects', () => {
    const other = item('8');
    const body = { results: [other, item(7, { is_favorite: false })], next_page_key: 2 };
    const mended = withFavorite(body, ID, true) as typeof body;
    expect(mended).toEqual({ results: [other, item(7, { is_favorite: true })], next_page_key: 2 });
    expect(mended.results[0]).toBe(other);
    expect(body.results[1]).toEqual(item(7, { is_favorite: false }));
  });

  test('marks an item inside an item of the same id', () => {
    const body = item('7', { is_favorite: true, tracks: [item('7', { is_favorite: false })] });
    expect(withFavorite(body, ID, true)).toEqual(
      item('7', { is_favorite: true, tracks: [item('7', { is_favorite: true })] }),
    );
  });

  test('updates twelve levels, and leaves out deeper ones', () => {
    const nested = (levels: number, core: unknown): unknown =>
      levels === 0 ? core : { a: nested(levels - 1, core) };
    expect(withFavorite(nested(12, item('7')), ID, true)).toEqual(
      nested(12, item('7', { is_favorite: true })),
    );
    expect(withFavorite(nested(13, item('7')), ID, true)).toEqual(nested(13, null));
    const lists = (levels: number, core: unknown): unknown =>
      levels === 0 ? core : [lists(levels - 1, core)];
    expect(withFavorite(lists(13, item('7')), ID, true)).toEqual(lists(13, null));
  });
});

test('text that is too long is cut, and other text is unchanged', () => {
  const long = 'x'.repeat(1_000_000);
  expect(v.parse(text, long)).toHaveLength(10_000);
  expect(v.parse(requiredText, long)).toHaveLength(10_000);
  const title = 'The Lantern Road, as Told by Its Keepers';
  expect([v.parse(text, title), v.parse(requiredText, title), v.parse(text, undefined)]).toEqual([
    title,
    title,
    '',
  ]);
});
