import { readSimpleChapters } from './chapters.ts';
import type { Feed, FeedEpisode } from './feed.ts';
import { plainLine, plainText } from './plain-text.ts';
import { readDate, readDuration, readExplicit, readOrdinal, webAddress } from './values.ts';
import type { FeedElement } from './xml.ts';

const AUDIO_TYPE = /^audio\//iu;
const AUDIO_FILE = /\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac)(?:$|[?#])/iu;

const nameOr = (text: string): string | null => (text === '' ? null : plainLine(text));

/** Returns the address of `itunes:image`, else of `image`. */
const imageOf = (element: FeedElement, base: string): string | null =>
  webAddress(element.first('itunes:image')?.attribute('href') ?? '', base) ??
  webAddress(element.first('image')?.text('url') ?? '', base);

const subjectsOf = (channel: FeedElement): Feed['subjects'] => {
  const named = channel.all('itunes:category').flatMap((category) => {
    const name = plainLine(category.attribute('text'));
    const parts = category.all('itunes:category').map((part) => plainLine(part.attribute('text')));
    return name === '' ? [] : [{ name, parts: parts.filter((part) => part !== '') }];
  });
  if (named.length > 0) return named;
  const plain = channel.all('category').map((category) => plainLine(category.ownText));
  return plain.filter((name) => name !== '').map((name) => ({ name, parts: [] }));
};

const enclosureOf = (item: FeedElement, fits: (enclosure: FeedElement) => boolean, base: string) =>
  webAddress(item.all('enclosure').find(fits)?.attribute('url') ?? '', base);

const audioOf = (item: FeedElement, base: string): string | null =>
  enclosureOf(item, (enclosure) => AUDIO_TYPE.test(enclosure.attribute('type')), base) ??
  enclosureOf(item, (enclosure) => AUDIO_FILE.test(enclosure.attribute('url')), base);

const readItem = (item: FeedElement, base: string): FeedEpisode | null => {
  const url = audioOf(item, base);
  const title = plainLine(item.text('itunes:title', 'title'));
  if (url === null || title === '') return null;
  const chapters = readSimpleChapters(item);
  return {
    guid: item.text('guid') || url,
    title,
    description: plainText(item.text('content:encoded', 'description', 'itunes:summary')),
    url,
    pdfUrl: enclosureOf(item, (enclosure) => /^application\/pdf$/iu.test(enclosure.attribute('type')), base),
    imageUrl: imageOf(item, base),
    author: nameOr(item.text('itunes:author', 'author')),
    publishedAt: readDate(item.text('pubDate')),
    runTime: readDuration(item.text('itunes:duration')),
    number: readOrdinal(item.text('itunes:episode')),
    isExplicit: readExplicit(item.text('itunes:explicit')),
    chapters,
    chaptersUrl:
      chapters.length > 0 ? null : webAddress(item.first('podcast:chapters')?.attribute('url') ?? '', base),
  };
};

/** A serial starts with its first episode. Any other show lists the newest episode first. */
const inListeningOrder = (channel: FeedElement, episodes: readonly FeedEpisode[]): readonly FeedEpisode[] => {
  const newestFirst = episodes.toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0));
  return /^serial$/iu.test(channel.text('itunes:type')) ? newestFirst.toReversed() : newestFirst;
};

/** Reads RSS 2.0 with podcast tags. Returns null if there is no channel with a title. */
export const readRss = (root: FeedElement, url: string): Feed | null => {
  const channel = root.first('channel');
  const title = plainLine(channel?.text('title') ?? '');
  if (channel === null || title === '') return null;
  const items = channel.all('item').map((item) => readItem(item, url));
  const episodes = items.filter((episode) => episode !== null);
  return {
    url,
    title,
    description: plainText(channel.text('description', 'itunes:summary')),
    imageUrl: imageOf(channel, url),
    author: nameOr(channel.text('itunes:author', 'managingEditor')),
    isExplicit: readExplicit(channel.text('itunes:explicit')),
    subjects: subjectsOf(channel),
    episodes: inListeningOrder(channel, episodes),
    dropped: items.length - episodes.length,
  };
};
