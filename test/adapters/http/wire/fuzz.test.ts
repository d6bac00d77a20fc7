import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCatalogue } from '../../../../src/adapters/http/http-catalogue.ts';
import type { Decoder } from '../../../../src/adapters/http/wire/lists.ts';
import { decodePlayingData, decodeTokenized } from '../../../../src/adapters/http/http-playback.ts';
import { decodeUser } from '../../../../src/adapters/http/http-users.ts';
import { MemoryLog } from '../../../../src/adapters/memory/memory-platform.ts';

const KEYS = [
  'id',
  'content_id',
  'title',
  'name',
  'description',
  'img_url',
  'content_type',
  'run_time',
  'chapter_info',
  'chapter_title',
  'chapter_url',
  'chapter_index',
  'chapter_run_time',
  'tracks',
  'author_info',
  'category_info',
  'topic_info',
  'valid_from',
  'valid_till',
  'listen_free',
  'listen_free_start',
  'is_purchased',
  'is_favorite',
  'discount_price',
  'discount_start',
  'progress',
  'position',
  'url',
  'results',
  'next_page_key',
  'recommended',
  'content',
  'browse',
  'trending',
  'new_releases',
  'categories',
  'authors',
  'full_name',
  'email',
  'payment_details',
  'is_expired',
  'duration',
  'is_active',
  'chapter_position',
  'last_position',
  'playback_speed',
  'updated_at',
  'tokenized_url',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'length',
  'then',
];

const LEAVES = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1,
    2,
    6,
    7,
    1e308,
    -0,
    '',
    '0',
    '1',
    'true',
    'null',
    '1:30',
    '99:99',
    '2026-01-01',
    '2026-02-30T25:00:00Z',
    '1767225600',
    1_767_225_600_000,
    '<html><body>502 Bad Gateway</body></html>',
    'javascript:alert(1)',
    '__proto__',
    '\u0000',
    '\u202E',
    '\uD800',
  ),
  fc.string(),
  fc.double(),
  fc.integer(),
);

/** JSON of any shape, mostly with known names. */
const aNode = (): fc.Arbitrary<unknown> =>
  fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthSize: 'xsmall' },
      LEAVES,
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...KEYS), tie('node'), { maxKeys: 8, noNullPrototype: true }),
    ),
  })).node;

/** Similar to a response: known names and lists with any contents. */
const anAlmostResponse = (): fc.Arbitrary<unknown> => {
  const item = fc
    .dictionary(fc.constantFrom(...KEYS), aNode(), { maxKeys: 8, noNullPrototype: true })
    .map((fields) => ({ ...fields, id: 'almost', title: 'Tide', name: 'Tide' }));
  const list = fc.array(fc.oneof(item, aNode()), { maxLength: 3 });
  return fc.tuple(item, list).map(([fields, entries]) => ({
    ...fields,
    results: entries,
    recommended: entries,
    content: entries,
    trending: entries,
    authors: entries,
    tokenized_url: 'https://media.invalid/a.mp3',
  }));
};

/** Any body of a response. It is written as text and parsed again, so `__proto__` is an ordinary property. */
const aHostileBody = (): fc.Arbitrary<unknown> =>
  fc.oneof(aNode(), anAlmostResponse()).map((body): unknown => JSON.parse(JSON.stringify(body) ?? 'null'));

/** A readable item, to stand beside unreadable ones. */
const GOOD_ITEM = { id: 'good', title: 'Tide', content_type: 1, url: '/m/good.mp3' };

const PAYLOADS = 5000;

const DECODERS: readonly [name: string, decode: Decoder<unknown>][] = [
  ...Object.entries(decodeCatalogue),
  ['user', decodeUser],
  ['playing data', decodePlayingData],
  ['tokenized address', decodeTokenized],
];

/** The properties of every object. Decoding must not change them. */
const birthmarks = () =>
  [Object.prototype, Array.prototype, Function.prototype].map((prototype) =>
    Object.getOwnPropertyNames(prototype).join(),
  );

/** A decoded value has no own prototype, and no unexpected properties. */
const isClean = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype) return false;
  return (
    !['__proto__', 'constructor', 'prototype'].some((key) => Object.hasOwn(value, key)) &&
    Object.values(value).every(isClean)
  );
};

/** Every decoder decodes each payload. */
const BODIES = fc.sample(aHostileBody(), PAYLOADS);

/** The first payload that fails; undefined if none does. */
const counterexample = (passes: (body: unknown, at: number) => boolean): unknown =>
  BODIES.find((body, at) => !passes(body, at));

describe('no response can do harm', () => {
  test.each(DECODERS)(
    `%s: ${PAYLOADS} hostile payloads neither throw nor touch a prototype`,
    (_name, decode) => {
      const before = birthmarks();
      let readable = 0;
      const found = counterexample((body) => {
        const decoded = decode(body, new MemoryLog());
        if (decoded.ok) readable += 1;
        return decoded.ok ? isClean(decoded.value) : decoded.error.kind === 'malformed';
      });
      expect(found).toBeUndefined();
      expect(birthmarks()).toEqual(before);
      expect({}).not.toHaveProperty('title');
      // If no payload or every payload could be read, the test would prove little.
      expect(readable).toBeGreaterThan(PAYLOADS / 10);
      expect(readable).toBeLessThan(PAYLOADS);
    },
  );

  test('one bad item does not lose its page', () => {
    const found = counterexample((body, at) => {
      const results = [body, body, body].toSpliced(at % 4, 0, GOOD_ITEM);
      const decoded = decodeCatalogue.items({ results, next_page_key: 2 }, new MemoryLog());
      return decoded.ok && decoded.value.next === 2 && decoded.value.items.some(({ id }) => id === 'good');
    });
    expect(found).toBeUndefined();
  });

  test('one bad shelf does not lose another one', () => {
    const found = counterexample((other) => {
      const body = { trending: [GOOD_ITEM], new_releases: other, categories: other, authors: [other] };
      const decoded = decodeCatalogue.browse(body, new MemoryLog());
      return decoded.ok && decoded.value.trending.length === 1;
    });
    expect(found).toBeUndefined();
  });

  test('bad optional fields do not lose an item', () => {
    const found = counterexample((body) => {
      const fields = typeof body === 'object' && !Array.isArray(body) ? body : { description: body };
      const decoded = decodeCatalogue.item({ ...fields, id: 1, title: 'Tide' }, new MemoryLog());
      return decoded.ok && decoded.value.id === '1' && decoded.value.title === 'Tide';
    });
    expect(found).toBeUndefined();
  });

  test('very large items, deeply nested tracks, and a million entries', () => {
    const log = new MemoryLog();
    const large = { ...GOOD_ITEM, description: 'x'.repeat(1_000_000) };
    const twenty = decodeCatalogue.items({ results: Array.from({ length: 20 }, () => large) }, log);
    expect(twenty.ok && twenty.value.items).toHaveLength(20);

    const nesting = `${'{"id":"a","title":"a","tracks":['.repeat(20_000)}${']}'.repeat(20_000)}`;
    expect(decodeCatalogue.item(JSON.parse(nesting), log)).toMatchObject({ ok: true, value: { id: 'a' } });

    const many = decodeCatalogue.items({ results: Array.from({ length: 1_000_000 }, () => null) }, log);
    expect(many).toEqual({ ok: true, value: { items: [], next: null } });
    // One line for a list, however many entries are bad.
    expect(log.entries).toHaveLength(1);
  });

  test("the log contains nothing of a response's contents", () => {
    const log = new MemoryLog();
    decodeCatalogue.items(
      { results: [{ title: 'secret' }, { id: 'a', title: 'b', valid_from: 'secret' }] },
      log,
    );
    expect(log.entries).toHaveLength(2);
    expect(JSON.stringify(log.entries)).not.toContain('secret');
  });
});
