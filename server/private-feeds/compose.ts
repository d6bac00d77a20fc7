import { type Message, message } from 'audio-streaming-translations/message';
import { type Translation, translate } from 'audio-streaming-translations/translate';
import { NAMES } from './notices.ts';
import { createHash } from 'node:crypto';
import { type RssFeed, generateRssFeed } from 'feedsmith';
import type { ItemDocument } from '../catalogue/tables.ts';
import type { TranscriptRow } from '../catalogue/transcripts.ts';
import type { SoundSize } from '../source.ts';
import { escaped } from '../text.ts';
import type { Entry } from './entries.ts';
import type { PrivateFeed, TitledFeed } from './feeds.ts';

/** A line of notes that starts with a time, such as `1:02:03 - The sea`. */
const LINE =
  /^[[(]?(?:(?<hours>\d{1,2}):)?(?<minutes>\d{1,3}):(?<seconds>[0-5]\d)[\])]?[\s:.|–—-]+(?<title>[^\s:.|–—-].*)$/u;
/** One time alone is rather a remark than a list of chapters. */
const FEWEST = 2;

interface Chapter {
  /** Seconds. */
  readonly startTime: number;
  readonly title: string;
}

/**
 * The chapters of an episode, from the times in its notes (FEED-56). For a feed that the provider reads, it writes the chapters
 * of the feed into the notes. Publishers write their own. Empty unless a list of times ascends.
 *
 * @param length seconds; 0 if it is not known
 */
export function chaptersIn(notes: string, length: number): readonly Chapter[] {
  const lists: Chapter[][] = [[]];
  for (const line of notes.split('\n')) {
    const { hours = '0', minutes, seconds, title } = LINE.exec(line.trim())?.groups ?? {};
    if (minutes === undefined || title === undefined) continue;
    const startTime = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    if (length > 0 && startTime >= length) continue;
    if (startTime <= (lists.at(-1)?.at(-1)?.startTime ?? -1)) lists.push([]);
    lists.at(-1)?.push({ startTime, title: title.trim() });
  }
  const longest = lists.reduce((best, list) => (list.length > best.length ? list : best));
  return longest.length < FEWEST ? [] : longest;
}

type Item = RssFeed.Item<Date, true>;

/** What a feed says instead of episodes, and where the reader can change it (FEED-21). */
export interface Notice {
  readonly id: string;
  readonly title: Message;
  readonly text: Message;
  /** A path of the app. */
  readonly link: string;
}

/** An episode with what its media say of it. */
export interface Episode extends Entry {
  readonly size: SoundSize;
  readonly transcripts: readonly TranscriptRow[];
}

export interface Composed {
  readonly feed: TitledFeed;
  /** What the feed is about. Absent for a feed of many titles, and for one that is not there now. */
  readonly about: ItemDocument | undefined;
  readonly content: readonly Episode[] | Notice;
  /** The origin of the app. */
  readonly origin: string;
  /** The whole address of the feed. The addresses of its sounds start with it. */
  readonly address: string;
  /** The address of the next page, if there is one. */
  readonly next: string | undefined;
  readonly changedAt: number;
  /** The language of the listener. */
  readonly translation: Translation;
  /** Who runs the provider. Absent without a mail server. */
  readonly owner: { readonly name: string; readonly address: string } | undefined;
}

/** Apple's names of the categories that a podcast may have. */
const CATEGORIES = [
  'Arts',
  'Business',
  'Comedy',
  'Education',
  'Fiction',
  'Government',
  'Health & Fitness',
  'History',
  'Kids & Family',
  'Leisure',
  'Music',
  'News',
  'Religion & Spirituality',
  'Science',
  'Society & Culture',
  'Sports',
  'Technology',
  'True Crime',
  'TV & Film',
];

/** The type of a file of chapters (Podcasting 2.0). */
export const CHAPTERS_TYPE = 'application/json+chapters';

const BOOKS = { text: 'Arts', categories: [{ text: 'Books' }] };
const PODCAST = 3;
const EPISODE = 4;
/** The namespace of the ids of podcasts (Podcasting 2.0). */
const GUIDS = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex');

/** A UUID of version 5. */
function guidOf(name: string): string {
  const hash = createHash('sha1').update(GUIDS).update(name).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
}

/** What no XML may contain (XML 1.0, 2.2). A reader would refuse the whole feed. Of noncharacters XML forbids only two. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\p{Noncharacter_Code_Point}/gu;

/**
 * A text for XML. Each text is cleaned before the writer gets it. Out of the written document nothing may be removed: that
 * could join the parts of `]]>`, which the writer has split.
 */
const clean = (text: string): string => text.replaceAll(NOT_XML, '');

/** The library writes `yes` and `no`, and Apple names only `true` and `false`. A section of CDATA stays as it is. */
const EXPLICIT = /<!\[CDATA\[.*?\]\]>|<itunes:explicit>(yes|no)<\/itunes:explicit>/gsu;

/** Writes a page of a feed as RSS 2.0 with the tags of iTunes and of Podcasting 2.0, for the apps of others (FEED-10, FEED-18). */
export function composeFeed(composed: Composed): string {
  const { feed, about, content, origin, address, next, changedAt, translation } = composed;
  const episodes = isNotice(content) ? [] : content;
  const ofPodcast = about?.content_type === PODCAST;
  const title = clean(feed.title ?? (translate(translation, NAMES[feed.kind]) || feed.name)) || 'Feed';
  const isPrivate = feed.sub !== null;
  const isSerial = isInOrder(feed, about);
  const image = imageOf(about ?? episodes[0]?.of, origin);
  const items = isNotice(content)
    ? [noticeItem(content, composed)]
    : content.map((episode) => episodeItem(episode, composed, isSerial));
  const description = clean(about?.description ?? '') || title;
  const link = linkOf(feed, origin);
  const xml = generateRssFeed<true>(
    {
      title,
      link,
      description: htmlOf(description),
      language: isNotice(content) ? translation.language : languageOf(about, episodes),
      lastBuildDate: new Date(changedAt),
      ttl: 60,
      ...(image !== undefined && { image: { url: image, title, link } }),
      atom: { links: linksOf(address, next) },
      itunes: {
        ...itunesOf(composed, episodes, { title, isSerial }),
        summary: description,
        ...(image !== undefined && { image }),
      },
      podcast: {
        guid: guidOf(feed.id),
        locked: { value: isPrivate },
        medium: isSerial && !ofPodcast ? 'audiobook' : 'podcast',
        persons: personsOf(about),
        ...(isPrivate && { blocks: [{ value: true }] }),
      },
      items,
    },
    { strict: true },
  );
  return xml.replaceAll(EXPLICIT, (found, value?: string) =>
    value === undefined ? found : `<itunes:explicit>${String(value === 'yes')}</itunes:explicit>`,
  );
}

const itunesOf = (
  { feed, about, owner }: Composed,
  episodes: readonly Episode[],
  { title, isSerial }: { readonly title: string; readonly isSerial: boolean },
) => ({
  author: namesOf(about) || title,
  explicit: about?.podcast?.explicit ?? episodes.some(({ item, of }) => isExplicit(item, of)),
  ...(owner !== undefined && { owner: { name: clean(owner.name) || title, email: owner.address } }),
  type: isSerial || about?.podcast?.serial === true ? 'serial' : 'episodic',
  block: feed.sub !== null,
  categories: [categoryOf(about)],
});

/** The text as HTML, as apps read a description (FEED-53). Text that looks like markup stays text. */
const htmlOf = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/u)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** The page of what a feed holds. */
function linkOf({ kind, target_id }: PrivateFeed, origin: string): string {
  if (target_id === null) return origin;
  return `${origin}/${kind === 'series' ? 'series' : 'audios'}/${target_id}`;
}

const linksOf = (address: string, next: string | undefined) => [
  { href: address, rel: 'self', type: 'application/rss+xml' },
  ...(next === undefined ? [] : [{ href: next, rel: 'next', type: 'application/rss+xml' }]),
];

/** The language of the title, else that of most titles, else of the first transcript. Apps need one (FEED-16). */
function languageOf(about: ItemDocument | undefined, episodes: readonly Episode[]): string {
  if (about?.language !== undefined) return clean(about.language);
  const counts = new Map<string, number>();
  for (const { item, of } of episodes) {
    const language = item.language ?? of.language;
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (most !== undefined) return clean(most[0]);
  const known = episodes.flatMap(({ transcripts }) => transcripts.map(({ language }) => language));
  return clean(known.find((language) => language !== 'und') ?? 'en');
}

/** An episode that says nothing is like its podcast. */
const isExplicit = (item: ItemDocument, of: ItemDocument): boolean =>
  item.podcast?.explicit ?? of.podcast?.explicit ?? false;

const isNotice = (content: Composed['content']): content is Notice => !Array.isArray(content);

/** True if the parts are to be heard in their order. */
const isInOrder = ({ kind }: PrivateFeed, about: ItemDocument | undefined): boolean =>
  kind === 'series' || (about !== undefined && ![PODCAST, EPISODE].includes(about.content_type));

/** The cover as a square JPEG. Apps show no SVG, so a title without a picture has none here (FEED-57). */
function imageOf(item: ItemDocument | undefined, origin: string): string | undefined {
  if (item === undefined || /\.svg(?:\?|$)/u.test(item.img_url)) return undefined;
  const url = new URL(item.img_url, origin);
  if (url.origin === new URL(origin).origin) url.pathname = url.pathname.replace(/\.webp$/u, '.jpg');
  return url.href;
}

function categoryOf(about: ItemDocument | undefined) {
  if (about?.content_type !== PODCAST) return BOOKS;
  const named = about.category_info.find(({ name }) => CATEGORIES.includes(name));
  return { text: named?.name ?? 'Society & Culture' };
}

const namesOf = (item: ItemDocument | undefined): string =>
  clean(item?.author_info.map(({ name }) => name).join(', ') ?? '');

/** The groups are those of the taxonomy of Podcasting 2.0 (FEED-17). */
const personsOf = (item: ItemDocument | undefined) => {
  const isPodcast = item?.content_type === PODCAST || item?.content_type === EPISODE;
  const persons = (names: readonly { readonly name: string }[] | undefined, role: string, group: string) =>
    (names ?? []).map(({ name }) => ({ display: clean(name), role, group }));
  return [
    ...(isPodcast
      ? persons(item.author_info, 'host', 'cast')
      : persons(item?.author_info, 'author', 'writing')),
    ...persons(item?.narrators, 'narrator', 'cast'),
  ];
};

const WITHOUT_TITLE = /^Chapter (?<number>\d+)$/u;

/** A chapter without a title is stored as `Chapter 3`. Its name is a text of the catalogues (FEED-11). */
function shownTitle(translation: Translation, title: string): string {
  const number = WITHOUT_TITLE.exec(title)?.groups?.['number'];
  return number === undefined
    ? title
    : translate(translation, message('Chapter {number}', { number: Number(number) }));
}

function episodeItem(episode: Episode, composed: Composed, isSerial: boolean): Item {
  const { feed, about, origin, address } = composed;
  const { item, of, number, season, seconds, size, transcripts, publishedAt } = episode;
  const title = shownTitle(composed.translation, episode.title);
  const hasChapters = item.chapter_info.length === 0 && chaptersIn(item.description, seconds).length > 0;
  const isAlone = feed.kind === 'item' || feed.kind === 'collection';
  const image = item.img_url === about?.img_url ? undefined : imageOf(item, origin);
  const description = clean(item.description || title);
  return {
    title: clean(isAlone || title === of.title ? title : `${of.title}: ${title}`),
    description: htmlOf(description),
    link: `${origin}/audios/${item.content_id ?? item.id}`,
    guid: { value: episode.guid, isPermaLink: false },
    pubDate: new Date(publishedAt),
    enclosures: [{ url: address + episode.url, ...size }],
    itunes: {
      summary: description,
      ...(seconds > 0 && { duration: Math.round(seconds) }),
      explicit: isExplicit(item, of),
      episodeType: item.podcast?.kind ?? 'full',
      ...(image !== undefined && { image }),
      ...(isSerial && { episode: number }),
      ...(!isSerial && isAlone && numbersOf(item)),
      ...(feed.kind === 'series' && { season }),
    },
    podcast: {
      ...(namesOf(item) !== namesOf(about) && { persons: personsOf(item) }),
      ...(hasChapters && {
        chapters: { url: `${address}/chapters/${item.id}.json`, type: CHAPTERS_TYPE },
      }),
      transcripts: transcripts.map(({ id, is_timed, language }) => ({
        url: `${address}/media/transcript/${id}.${is_timed ? 'vtt' : 'txt'}`,
        type: is_timed ? 'text/vtt' : 'text/plain',
        ...(language !== 'und' && { language }),
      })),
    },
  };
}

/** As the podcast numbers its episodes. */
const numbersOf = ({ season, podcast }: ItemDocument) => ({
  ...(podcast?.number !== undefined && { episode: podcast.number }),
  ...(season !== undefined && { season }),
});

const noticeItem = (
  { id, title, text, link }: Notice,
  { feed, origin, address, changedAt, translation }: Composed,
): Item => ({
  title: translate(translation, title),
  description: htmlOf(`${translate(translation, text)} ${origin}${link}`),
  link: origin + link,
  guid: { value: `${feed.id}-${id}`, isPermaLink: false },
  pubDate: new Date(changedAt),
  enclosures: [{ url: `${address}/notice.mp3`, length: SILENCE.length, type: 'audio/mpeg' }],
  itunes: { duration: 1, explicit: false, episodeType: 'full' },
});

const FRAME_BYTES = 104;
const FRAMES = 39;

/** A second of silence. Apps show only entries with a sound. Each frame of the MP3 has a head and no signal. */
export const SILENCE = Buffer.concat(
  Array.from({ length: FRAMES }, () => {
    const frame = Buffer.alloc(FRAME_BYTES);
    frame.writeUInt32BE(0xff_fb_10_c4);
    return frame;
  }),
);
