import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CatalogueItem } from '../../catalogue/types.ts';
import { buildCatalogue } from '../../demo/catalogue/index.ts';
import { pictureOf } from '../../demo/pictures/pictures.ts';
import { type CoverSource, sourceOfItem, sourceOfReference } from '../../media/source.ts';
import { type ServedMedia, serveMedia } from './served-media.ts';
import { parseMediaPath } from '../../media/media-path.ts';

const NOW = Date.UTC(2026, 4, 3, 9, 30);
const catalogue = buildCatalogue({ now: NOW });
const items = catalogue.items;
const tops = items.filter((item) => item.parent_id === null);
const byId = new Map(items.map((item) => [item.id, item]));

function childrenOf(id: string): readonly CatalogueItem[] {
  return items.filter((item) => item.parent_id === id);
}

function isPast(instant: string | null): boolean {
  return instant !== null && Date.parse(instant) <= NOW;
}

function isFuture(instant: string | null): boolean {
  return instant !== null && Date.parse(instant) > NOW;
}

describe('the named catalogue', () => {
  test('gives every item, author, topic and category an id of its own', () => {
    for (const list of [items, catalogue.authors, catalogue.topics, catalogue.categories]) {
      expect(new Set(list.map((each) => each.id)).size).toBe(list.length);
    }
  });

  test('refers only to authors, categories and topics that exist', () => {
    const known = (list: readonly { id: string; name: string }[]) =>
      new Map(list.map((each) => [each.id, each.name]));
    const authors = known(catalogue.authors);
    const categories = known(catalogue.categories);
    const topics = known(catalogue.topics);
    for (const item of items) {
      expect(item.author_info.length).toBeGreaterThan(0);
      expect(item.category_info.length).toBeGreaterThan(0);
      for (const author of item.author_info) expect(authors.get(author.id)).toBe(author.name);
      for (const category of item.category_info) expect(categories.get(category.id)).toBe(category.name);
      for (const topic of item.topic_info) expect(topics.get(topic.id)).toBe(topic.name);
    }
  });

  test('has every child after its parent, numbered from 1 without a gap', () => {
    for (const child of items.filter((item) => item.parent_id !== null)) {
      const parent = byId.get(child.parent_id ?? '');
      expect(parent?.content_type).toBe(child.content_type === 4 ? 3 : 5);
      expect(parent && items.indexOf(parent)).toBeLessThan(items.indexOf(child));
    }
    for (const parent of tops.filter((item) => item.content_type === 3 || item.content_type === 5)) {
      const children = childrenOf(parent.id);
      expect(children.length).toBeGreaterThan(0);
      expect(children.map((child) => child.position)).toEqual(children.map((_, at) => at + 1));
      expect(parent.run_time).toBe(children.reduce((sum, { run_time }) => sum + (run_time ?? 0), 0));
    }
  });

  test('links a child to its parent, and a track of another item to that item', () => {
    const children = items.filter((item) => item.parent_id !== null);
    const lent = children.filter((child) => child.content_id !== child.parent_id);
    expect(lent.length).toBeGreaterThan(20);
    for (const child of children) expect(byId.has(child.content_id ?? ''), child.id).toBe(true);
    for (const track of lent) {
      const { url, run_time } = byId.get(track.content_id ?? '') ?? {};
      expect(track).toMatchObject({ content_type: 6, url, run_time });
    }
  });

  test('has current, past and future windows, free windows, and sales of all three kinds', () => {
    expect(tops.some((item) => isFuture(item.valid_from))).toBe(true);
    expect(tops.some((item) => isPast(item.valid_till))).toBe(true);
    expect(tops.some((item) => isPast(item.valid_from) && isFuture(item.valid_till))).toBe(true);
    expect(tops.some((item) => isPast(item.listen_free_start) && isFuture(item.listen_free_end))).toBe(true);
    expect(tops.some((item) => isPast(item.listen_free_end))).toBe(true);
    expect(tops.some((item) => item.listen_free)).toBe(true);
    expect(tops.some((item) => item.has_listen_free_content && !item.listen_free)).toBe(true);
    const sales = tops.filter((item) => item.discount_price !== null);
    expect(sales.some((item) => isPast(item.discount_start) && isFuture(item.discount_end))).toBe(true);
    expect(sales.some((item) => isPast(item.discount_end))).toBe(true);
    expect(sales.some((item) => isFuture(item.discount_start))).toBe(true);
    expect(tops.filter((item) => item.pdf_url !== null).length).toBeGreaterThanOrEqual(8);
    expect(tops.some((item) => item.title.length > 120)).toBe(true);
    for (const item of items) expect(Date.parse(item.released_at)).toBeLessThanOrEqual(NOW);
  });

  test('gives every sound, cover and PDF an address from which its source can be found', () => {
    for (const item of items) {
      const sounds = [item.url, ...item.chapter_info.map((chapter) => chapter.chapter_url)].filter(
        (url) => url !== null,
      );
      const lent = item.content_type === 6 && item.content_id !== item.parent_id;
      const owner = byId.get(lent ? (item.content_id ?? '') : item.id);
      for (const url of [...sounds, ...(item.pdf_url === null ? [] : [item.pdf_url])]) {
        const path = parseMediaPath(url);
        expect(path?.id, url).toBe(owner?.id);
        expect(path && owner && sourceOfItem(path, owner), url).toMatchObject({ kind: path?.kind });
      }
      expect(parseMediaPath(item.img_url), item.img_url).toMatchObject({ kind: 'cover', of: 'item' });
    }
    for (const each of [...catalogue.authors, ...catalogue.categories, ...catalogue.topics]) {
      expect(parseMediaPath(each.img_url)).toMatchObject({ kind: 'cover', id: each.id });
    }
  });
});

describe('the catalogue at scale', () => {
  test('is the same in every build', () => {
    const once = [...buildCatalogue({ now: NOW, scale: 2000 }).batches()];
    const again = [...buildCatalogue({ now: NOW, scale: 2000 }).batches()];
    expect(again).toEqual(once);
  });

  test.each([0, items.length, items.length + 1, 5000, 14_000])('yields %i items in batches', (scale) => {
    const built = buildCatalogue({ now: NOW, scale });
    const seen = new Set<string>();
    for (const batch of built.batches(750)) {
      expect(batch.length).toBeLessThanOrEqual(750);
      for (const item of batch) {
        expect(item.parent_id === null || seen.has(item.parent_id), item.id).toBe(true);
        expect(seen.has(item.id), item.id).toBe(false);
        seen.add(item.id);
      }
    }
    expect(seen.size).toBe(Math.max(scale, items.length));
    expect(built.total).toBe(seen.size);
  });
});

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

describe('the pictures', () => {
  test('show each named title, author, category and topic as WebP', () => {
    for (const source of coversOf(0)) {
      const { name, bytes } = pictureOf(source);
      expect(name).toBe(`${source.of}-${source.id}`);
      expect(bytes.toString('latin1', 0, 12)).toMatch(/^RIFF.{4}WEBP$/su);
    }
  });

  test('of generated titles and authors are those of a topic or a category, and of another author', () => {
    const generated = coversOf(1000).filter(({ id }) => /^ga?\d/u.test(id));
    expect(generated.length).toBeGreaterThan(300);
    const pictures = generated.map((source) => [source, pictureOf(source).name] as const);
    for (const [{ of }, name] of pictures)
      expect(name).toMatch(of === 'author' ? /^author-/u : /^(?:topic|category)-/u);
    expect(new Set(pictures.map(([, name]) => name)).size).toBeGreaterThan(20);
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

  test('serves covers to everybody, with caching', async () => {
    const response = await media.get('/media/covers/item-tone-s5.webp?');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const held = { headers: { 'if-none-match': response.headers.get('etag') ?? '' } };
    expect((await media.get('/media/covers/item-tone-s5.webp?', held)).status).toBe(304);
  });

  test('knows no other names', async () => {
    for (const file of ['item-unknown.webp', 'tone-s5.webp', 'item-tone-s5.png']) {
      expect((await media.get(`/media/covers/${file}?`)).status).toBe(404);
    }
  });
});
