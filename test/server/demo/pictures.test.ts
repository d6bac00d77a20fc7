import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCatalogue } from '../../../server/demo/catalogue/index.ts';
import { pictureOf } from '../../../server/demo/pictures/pictures.ts';
import { parseMediaPath } from '../../../server/media/path.ts';
import { sourceOfItem, sourceOfReference, type CoverSource } from '../../../server/media/source.ts';
import { serveMedia, type ServedMedia } from './served-media.ts';

/** The covers of a catalogue, each once: an episode has the one of its podcast. */
function coversOf(scale: number): readonly CoverSource[] {
  const { batches, authors, topics, categories } = buildCatalogue({ now: Date.UTC(2026, 4, 3), scale });
  const items = [...batches(1000)].flat().filter(({ parent_id }) => parent_id === null);
  return [
    ...items.map((item) => {
      const path = parseMediaPath(item.img_url);
      const source = path && sourceOfItem(path, item);
      if (source?.kind !== 'cover') throw new Error(`No cover for ${item.id}.`);
      return source;
    }),
    ...authors.map((author) => sourceOfReference('author', author)),
    ...topics.map((topic) => sourceOfReference('topic', topic)),
    ...categories.map((category) => sourceOfReference('category', category)),
  ];
}

const titleIn = (svg: string): string | undefined =>
  /<title>(?<title>[^<]*)<\/title>/u.exec(svg)?.groups?.['title']?.replaceAll('&amp;', '&');

describe('the pictures', () => {
  test('show each named title, author, category and topic, and run and load nothing', () => {
    const named = coversOf(0);
    for (const source of named) {
      const svg = pictureOf(source).svg.toString();
      expect(titleIn(svg)).toBe(source.title);
      expect(svg).not.toMatch(/<script|<foreignObject|<image|href|\son\w+=|url\((?!#)/iu);
    }
    expect(new Set(named.map((source) => pictureOf(source).tag)).size).toBe(named.length);
  });

  test('of generated titles and authors are those of a topic or a category, and of another author', () => {
    const generated = coversOf(1000).filter(({ id }) => /^ga?\d/u.test(id));
    expect(generated.length).toBeGreaterThan(300);
    const pictures = generated.map((source) => [source, pictureOf(source).svg.toString()] as const);
    for (const [{ of }, svg] of pictures)
      expect(svg).toMatch(of === 'author' ? /^<svg id="author-/u : /^<svg id="(?:topic|category)-/u);
    expect(new Set(pictures.map(([, svg]) => svg)).size).toBeGreaterThan(20);
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
