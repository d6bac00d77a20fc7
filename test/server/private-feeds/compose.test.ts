// Proves FEED-10, FEED-15.
import fc from 'fast-check';
import { parseRssFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import type { ItemDocument } from '../../../server/catalogue/tables.ts';
import { NOT_FOR_SALE } from '../../../server/catalogue/items.ts';
import { type Composed, type Episode, composeFeed } from '../../../server/private-feeds/compose.ts';
import type { TitledFeed } from '../../../server/private-feeds/feeds.ts';
import { law } from '../../domain/laws.ts';

const ORIGIN = 'https://listen.example';
const ADDRESS = `${ORIGIN}/feeds/secret`;

/** A podcast in which every text that comes from outside is drawn. */
interface Texts {
  readonly title: string;
  readonly description: string;
  readonly name: string;
  readonly other: string;
}

const documentOf = (
  { title, description, name }: Texts,
  fields: Partial<ItemDocument> = {},
): ItemDocument => ({
  ...NOT_FOR_SALE,
  id: 'p1',
  content_id: null,
  title,
  img_url: '/media/covers/item-p1.svg',
  content_type: 3,
  run_time: 60,
  author_info: [{ id: 'a1', name }],
  description,
  index: null,
  day_number: null,
  url: null,
  listen_free: false,
  valid_from: null,
  valid_till: null,
  chapter_info: [],
  tracks: [],
  category_info: [{ id: 'c1', name }],
  topic_info: [],
  ...fields,
});

const FEED: TitledFeed = {
  id: 'f1',
  sub: 's1',
  kind: 'item',
  target_id: 'p1',
  name: 'car',
  secret_hash: '',
  created_at: 0,
  last_used_at: null,
  last_app: null,
  paused_at: null,
  tag: '',
  changed_at: 0,
  title: null,
  version: null,
};

const episodeOf = (item: ItemDocument, of: ItemDocument, fields: Partial<Episode> = {}): Episode => ({
  guid: item.id,
  sound: { kind: 'audio', id: item.id, chapter: null, duration: 60 },
  url: `/media/audio/${item.id}.mp3`,
  title: item.title,
  item,
  of,
  number: 1,
  season: 1,
  seconds: 60,
  publishedAt: 0,
  size: { length: 10, type: 'audio/mpeg' },
  transcripts: [],
  ...fields,
});

const composedOf = (texts: Texts): Composed => {
  const about = documentOf(texts);
  const item = documentOf({ ...texts, name: texts.other }, { id: 'e1', content_id: 'p1', content_type: 4 });
  return {
    feed: { ...FEED, title: texts.title, name: texts.other },
    about,
    content: [episodeOf(item, about), episodeOf({ ...item, id: 'e2' }, { ...about, title: texts.other })],
    origin: ORIGIN,
    address: ADDRESS,
    next: undefined,
    changedAt: 0,
  };
};

const elementsOf = (xml: string): ReadonlySet<string> =>
  new Set(
    [...xml.replaceAll(/<!\[CDATA\[.*?\]\]>/gsu, '').matchAll(/<\/?[^\s>]+/gu)].map(([element]) => element),
  );

const PIECES = [
  [']', ']]', '>', ']]>', '<', '&', '"', "'", 'word', ' ', '\n'],
  ['\ufffe', '\uffff', '\ufdd0', '\u{1fffe}', '\u0000', '\u0008', '\u001b', '\ud800', '\udc00'],
  ['&#xFFFE;', '&gt;', '<script>', '</title>', '<itunes:new-feed-url>x</itunes:new-feed-url>'],
].flat();
const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join(''));

const plain = elementsOf(
  composeFeed(composedOf({ title: 'Title', description: 'Notes', name: 'Ann', other: 'Ben' })),
);

law(
  'no text adds an element to a feed, or a character that XML forbids (FEED-15)',
  [fc.record({ title: hostile, description: hostile, name: hostile, other: hostile })],
  (texts) => {
    const xml = composeFeed(composedOf(texts));
    expect(xml.isWellFormed()).toBe(true);
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Noncharacter_Code_Point}/u);
    expect([...elementsOf(xml)].filter((element) => !plain.has(element))).toEqual([]);
    expect(parseRssFeed(xml).items).toHaveLength(2);
  },
);

test('a noncharacter inside an end of CDATA does not end it (FEED-15)', () => {
  const title = 'A]\ufffe]><itunes:new-feed-url>https://evil.example</itunes:new-feed-url><![CDATA[';
  const { itunes, items } = parseRssFeed(
    composeFeed(composedOf({ title, description: title, name: title, other: title })),
  );
  expect(itunes?.newFeedUrl).toBeUndefined();
  expect(items?.[0]?.title).toBe(title.replace('\ufffe', ''));
});
