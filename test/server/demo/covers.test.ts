import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCatalogue } from '../../../server/demo/catalogue/index.ts';
import { drawCover } from '../../../server/demo/covers/cover.ts';
import { contrast, PALETTES } from '../../../server/demo/covers/palettes.ts';
import { widthOf } from '../../../server/demo/covers/measure.ts';
import { RecentCovers } from '../../../server/demo/covers/recent-covers.ts';
import { setText } from '../../../server/demo/covers/typography.ts';
import { parseMediaPath } from '../../../server/media/path.ts';
import { sourceOfItem, sourceOfReference, type CoverSource } from '../../../server/media/source.ts';
import { serveMedia, type ServedMedia } from './served-media.ts';

const catalogue = buildCatalogue({ now: Date.UTC(2026, 4, 3) });

function coverOf(item: (typeof catalogue.items)[number]): CoverSource {
  const path = parseMediaPath(item.img_url);
  const source = path && sourceOfItem(path, item);
  if (source?.kind !== 'cover') throw new Error(`No cover for ${item.id}.`);
  return source;
}

const items = catalogue.items.filter((item) => item.parent_id === null).map(coverOf);
const authors = catalogue.authors.map((author) => sourceOfReference('author', author));
const subjects = [
  ...catalogue.topics.map((topic) => sourceOfReference('topic', topic)),
  ...catalogue.categories.map((category) => sourceOfReference('category', category)),
];

const titles = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.stringMatching(/^[A-Za-z]{1,200}$/),
  fc.lorem({ maxCount: 40 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"&\'',
    '',
    '静かな雨の家',
    'بائع العود',
    '\u0000\u0007',
    '👩‍👩‍👧‍👦'.repeat(30),
  ),
);

describe('covers', () => {
  test('are all different, the same every time, and a few kB large', () => {
    const sources = [...items, ...authors, ...subjects];
    const drawn = sources.map(drawCover);
    expect(new Set(drawn).size).toBe(sources.length);
    expect(sources.map(drawCover)).toEqual(drawn);
    for (const svg of drawn) expect(svg.length).toBeLessThan(14_000);
  });

  test('run no script, load nothing and contain only valid numbers', () => {
    for (const svg of [...items, ...authors, ...subjects].map(drawCover)) {
      expect(svg).not.toMatch(/<script|\son\w+=|href|<image|<foreignObject|@import|url\((?!#)/);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      for (const [colour] of svg.matchAll(/#[^"\s)]*(?=")/g))
        expect(colour).toMatch(/^#([\da-f]{3}|[\da-f]{6})$/);
    }
  });

  test('show title and authors on items, and no text on topics and categories', () => {
    for (const source of items) expect(drawCover(source)).toContain('<text');
    for (const source of authors) expect(drawCover(source)).not.toContain('<text');
    // Punctuation marks are drawn as shapes of a font and are not text.
    for (const source of subjects.filter(({ id }) => id !== 'language'))
      expect(drawCover(source)).not.toContain('<text');
  });

  test('accept any title, and keep it inside the sheet and inside its element', () => {
    fc.assert(
      fc.property(
        titles,
        fc.array(titles, { maxLength: 5 }),
        fc.constantFrom(0, 1, 2, 3, 5, null),
        (title, names, type) => {
          const source: CoverSource = {
            kind: 'cover',
            of: 'item',
            id: title.slice(0, 8),
            title,
            authors: names,
            themes: ['fiction'],
            contentType: type,
          };
          const svg = drawCover(source);
          expect(svg).not.toMatch(/<script/);
          expect(svg).not.toMatch(/[\u0000-\u0008]/);
          const baselines = Array.from(svg.matchAll(/<text x="44" y="([\d.]+)"/g), ([, y]) => Number(y));
          expect(baselines.length).toBeGreaterThan(0);
          expect(Math.max(...baselines)).toBeLessThan(590);
        },
      ),
    );
  });
});

describe('typography', () => {
  test('fills its box and stays inside', () => {
    fc.assert(
      fc.property(
        titles,
        fc.integer({ min: 120, max: 600 }),
        fc.integer({ min: 40, max: 300 }),
        (text, width, height) => {
          const { lines, size } = setText(text, {
            width,
            height,
            largest: 80,
            smallest: 24,
            leading: 1.1,
            stretch: 1,
          });
          expect(lines.length * size * 1.1).toBeLessThanOrEqual(Math.max(height, 24 * 1.1));
          for (const line of lines) expect(widthOf(line) * size).toBeLessThanOrEqual(width + 0.001);
        },
      ),
    );
  });

  test('shows a short title large and a long one completely', () => {
    const box = { width: 512, height: 186, largest: 84, smallest: 24, leading: 1.08, stretch: 1 };
    expect(setText('Repair', box).size).toBe(84);
    const title = catalogue.items.find((item) => item.id === 'the-sewing-machine')?.title ?? '';
    expect(setText(title, box).lines.join(' ')).toBe(title);
  });
});

describe('colours', () => {
  test('of every palette have enough contrast for text on each ground', () => {
    expect(PALETTES.length).toBeGreaterThanOrEqual(16);
    for (const { night, deep, paper } of PALETTES) {
      expect(contrast(night, paper)).toBeGreaterThan(10);
      expect(contrast(deep, paper)).toBeGreaterThan(5.5);
    }
  });
});

describe('recent covers', () => {
  test('are drawn once, up to a limit; the least recently used is drawn again', () => {
    const covers = new RecentCovers(2);
    const [a, b, c] = items;
    if (a === undefined || b === undefined || c === undefined) throw new Error('There are too few items.');
    const first = covers.of(a);
    const second = covers.of(b);
    expect(first.svg.toString()).toBe(drawCover(a));
    expect(covers.of({ ...a })).toBe(first);
    covers.of(c);
    expect(covers.of(a)).toBe(first);
    expect(covers.of(b)).not.toBe(second);
    expect(covers.of(b)).toEqual(second);
  });

  test('are drawn again after any change of their source', () => {
    const covers = new RecentCovers();
    const [a] = items;
    if (a === undefined) throw new Error('There is no item.');
    expect(covers.of({ ...a, title: 'Another' }).tag).not.toBe(covers.of(a).tag);
  });
});

describe('the cover route', () => {
  let media: ServedMedia;

  beforeAll(async () => {
    media = await serveMedia();
  });

  afterAll(async () => {
    await media.close();
  });

  test('serves covers to everybody, with caching, and harmless as pages', async () => {
    const response = await media.get('/media/covers/item-tone-s5.svg?');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await response.text()).toMatch(/^<svg .*<\/svg>$/s);
    const held = { headers: { 'if-none-match': response.headers.get('etag') ?? '' } };
    expect((await media.get('/media/covers/item-tone-s5.svg?', held)).status).toBe(304);
  });

  test('compresses only for clients that accept it', async () => {
    const plain = await media.get('/media/covers/item-tone-s5.svg?', {
      headers: { 'accept-encoding': 'identity' },
    });
    const zipped = await media.get('/media/covers/item-tone-s5.svg?', {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe(await plain.text());
    for (const [accepted, sent] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=0, br', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['gzip;q=0', null],
      ['not-gzip', null],
    ] as const) {
      const answer = await media.get('/media/covers/item-tone-s5.svg?', {
        headers: { 'accept-encoding': accepted },
      });
      expect(answer.headers.get('content-encoding')).toBe(sent);
      expect(answer.headers.get('vary')).toContain('accept-encoding');
      expect(await answer.text()).toMatch(/^<svg .*<\/svg>$/s);
    }
  });

  test('knows no other names', async () => {
    for (const file of ['item-unknown.svg', 'tone-s5.svg', 'item-tone-s5.png']) {
      expect((await media.get(`/media/covers/${file}?`)).status).toBe(404);
    }
  });
});
