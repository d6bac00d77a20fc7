import { readSimpleChapters } from './chapters.ts';
import type { Feed, FeedEpisode } from './feed.ts';
import { plainLine, plainText } from './plain-text.ts';
import { readDate, readDuration, readExplicit, readOrdinal, webAddress } from './values.ts';
import type { FeedElement } from './xml.ts';

const nameOf = (element: FeedElement): string | null =>
  plainLine(element.first('author')?.text('name') ?? element.text('itunes:author')) || null;

const enclosureOf = (entry: FeedElement, type: RegExp, base: string): string | null => {
  const link = entry
    .all('link')
    .find((each) => each.attribute('rel') === 'enclosure' && type.test(each.attribute('type')));
  return webAddress(link?.attribute('href') ?? '', base);
};

const imageOf = (element: FeedElement, base: string): string | null =>
  webAddress(element.first('itunes:image')?.attribute('href') ?? '', base) ??
  webAddress(element.text('logo', 'icon'), base);

const readEntry = (entry: FeedElement, base: string): FeedEpisode | null => {
  const url = enclosureOf(entry, /^audio\//iu, base);
  const title = plainLine(entry.text('title'));
  if (url === null || title === '') return null;
  return {
    guid: entry.text('id') || url,
    title,
    description: plainText(entry.text('content', 'summary')),
    url,
    pdfUrl: enclosureOf(entry, /^application\/pdf$/iu, base),
    imageUrl: imageOf(entry, base),
    author: nameOf(entry),
    publishedAt: readDate(entry.text('published', 'updated')),
    runTime: readDuration(entry.text('itunes:duration')),
    number: readOrdinal(entry.text('itunes:episode')),
    isExplicit: readExplicit(entry.text('itunes:explicit')),
    chapters: readSimpleChapters(entry),
    chaptersUrl: webAddress(entry.first('podcast:chapters')?.attribute('url') ?? '', base),
  };
};

/** Reads Atom (RFC 4287) with audio enclosures. Returns null if the feed has no title. */
export const readAtom = (root: FeedElement, url: string): Feed | null => {
  const title = plainLine(root.text('title'));
  if (title === '') return null;
  const entries = root.all('entry').map((entry) => readEntry(entry, url));
  const episodes = entries.filter((episode) => episode !== null);
  const subjects = root
    .all('category')
    .map((category) => plainLine(category.attribute('label') || category.attribute('term')));
  return {
    url,
    title,
    description: plainText(root.text('subtitle')),
    imageUrl: imageOf(root, url),
    author: nameOf(root),
    isExplicit: readExplicit(root.text('itunes:explicit')),
    subjects: subjects.filter((name) => name !== '').map((name) => ({ name, parts: [] })),
    episodes: episodes.toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0)),
    dropped: entries.length - episodes.length,
  };
};
