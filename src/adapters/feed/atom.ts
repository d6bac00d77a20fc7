import type { AtomFeed } from 'feedsmith';
import { firstAddress, firstLine, firstText, olderPage, readEpisode } from './episode.ts';
import type { Feed, FeedEpisode } from './feed.ts';
import { plainLine } from './plain-text.ts';
import { enclosureLinks, mediaFiles, mediaImages } from './sound.ts';
import { webAddress } from './values.ts';

const readEntry = (entry: AtomFeed.Entry<string>, base: string): FeedEpisode | null => {
  const { itunes, media, psc } = entry;
  return readEpisode(
    {
      ids: [entry.id],
      files: [...enclosureLinks(entry.links), ...mediaFiles(media)],
      titles: [itunes?.title, entry.title?.value, media?.title?.value],
      descriptions: [entry.content?.value, entry.summary?.value, itunes?.summary, media?.description?.value],
      images: [itunes?.image, ...mediaImages(media)],
      authors: [entry.authors?.[0]?.name, itunes?.author],
      dates: [entry.published, entry.updated, entry.dc?.dates?.[0]],
      itunes,
      psc,
      podcast: undefined,
    },
    firstAddress([entry.xml?.base], base) ?? base,
  );
};

/** Reads Atom (RFC 4287) with audio enclosures. */
export const readAtom = (feed: AtomFeed.Feed<string>, url: string, base: string): Feed => {
  const { itunes, entries = [] } = feed;
  const episodes = entries.map((entry) => readEntry(entry, base)).filter((episode) => episode !== null);
  const subjects = (feed.categories ?? []).map(({ label, term }) => plainLine(label ?? term ?? ''));
  return {
    url,
    title: firstLine([feed.title?.value, itunes?.title]),
    description: firstText([feed.subtitle?.value, itunes?.summary]),
    imageUrl: firstAddress([itunes?.image, feed.logo, feed.icon], base),
    author: firstLine([feed.authors?.[0]?.name, itunes?.author]) || null,
    isExplicit: itunes?.explicit === true,
    subjects: subjects.filter((name) => name !== '').map((name) => ({ name, parts: [] })),
    episodes,
    isSerial: false,
    newUrl: webAddress(itunes?.newFeedUrl, base),
    nextUrl: olderPage(feed.links, base),
    dropped: entries.length - episodes.length,
  };
};
