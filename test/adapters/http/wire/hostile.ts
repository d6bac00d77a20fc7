import * as fc from 'fast-check';

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
const anAlmostAnswer = (): fc.Arbitrary<unknown> => {
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
export const aHostileBody = (): fc.Arbitrary<unknown> =>
  fc.oneof(aNode(), anAlmostAnswer()).map((body): unknown => JSON.parse(JSON.stringify(body) ?? 'null'));

/** A readable item, to stand beside unreadable ones. */
export const GOOD_ITEM = { id: 'good', title: 'Tide', content_type: 1, url: '/m/good.mp3' };
