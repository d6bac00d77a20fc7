import fc from 'fast-check';
import { parseRssFeed } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import type { ItemDocument } from '../../catalogue/tables.ts';
import { translationOf } from '../../languages/catalogues.ts';
import { type Composed, type Episode, composeFeed } from '../../private-feeds/compose.ts';
import type { TitledFeed } from '../../private-feeds/feeds.ts';
import { law } from 'audio-streaming-laws/laws';
import { NOT_FOR_SALE } from '../../catalogue/windows.ts';

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
  name_key: null,
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
    translation: { language: 'en', catalogue: {} },
    owner: { name: texts.name, address: 'hello@example.org' },
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

describe('a feed of a book', () => {
  const about = documentOf(
    { title: 'Title', description: '', name: 'Ann', other: '' },
    { content_type: 2, language: 'fr', narrators: [{ id: 'n1', name: 'Nora' }], podcast: { explicit: true } },
  );
  const composed = { ...composedOf({ title: 'Title', description: '', name: 'Ann', other: '' }), about };
  const feed = parseRssFeed(
    composeFeed({ ...composed, content: [episodeOf(about, about, { title: 'One' })], feed: FEED }),
  );

  test('names a chapter without a title in the language of the listener (FEED-11)', () => {
    const content = ['One', 'Chapter 12', 'Chapter of the sea'].map((title) =>
      episodeOf(about, about, { title }),
    );
    const translation = translationOf('de');
    const { items } = parseRssFeed(composeFeed({ ...composed, content, feed: FEED, translation }));
    expect(items?.map(({ title }) => title)).toEqual(['One', 'Kapitel 12', 'Chapter of the sea']);
  });

  test('names its persons with the groups of the taxonomy (FEED-17)', () => {
    expect(feed.podcast?.persons).toEqual([
      { display: 'Ann', role: 'author', group: 'writing' },
      { display: 'Nora', role: 'narrator', group: 'cast' },
    ]);
  });

  test('has the language of the title, and says whether it is explicit (FEED-16)', () => {
    expect([feed.language, feed.itunes?.explicit, feed.items?.[0]?.itunes?.explicit]).toEqual([
      'fr',
      true,
      true,
    ]);
  });

  test('has an owner where there is a mail server', () => {
    expect(feed.itunes?.owner).toEqual({ name: 'Ann', email: 'hello@example.org' });
    const { itunes } = parseRssFeed(composeFeed({ ...composed, owner: undefined }));
    expect(itunes?.owner).toBeUndefined();
  });
});

test('a feed of many titles has the language of most of them, else of a transcript (FEED-16)', () => {
  const texts = { title: 'Title', description: '', name: 'Ann', other: 'Ben' };
  const german = documentOf(texts, { language: 'de' });
  const plainOne = documentOf(texts);
  const transcript = { id: 'x1', item_id: 'p1', chapter: 0, language: 'sv', is_timed: true } as const;
  const languageOf = (content: readonly Episode[]) =>
    parseRssFeed(composeFeed({ ...composedOf(texts), about: undefined, content })).language;
  expect(languageOf([episodeOf(plainOne, plainOne), episodeOf(plainOne, german)])).toBe('de');
  const said = episodeOf(plainOne, plainOne, {
    transcripts: [{ ...transcript, source: 'file', origin: '' }],
  });
  expect(languageOf([said])).toBe('sv');
  expect(languageOf([episodeOf(plainOne, plainOne)])).toBe('en');
});

test('a text that looks like the tag of explicit words stays as it is', () => {
  const title = '<itunes:explicit>yes</itunes:explicit>';
  const feed = parseRssFeed(
    composeFeed(composedOf({ title, description: title, name: title, other: title })),
  );
  expect([feed.title, feed.items?.[0]?.title, feed.itunes?.summary]).toEqual([title, title, title]);
});
