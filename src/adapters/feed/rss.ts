import type { RdfFeed, RssFeed } from 'feedsmith';
import { firstAddress, firstLine, firstText, olderPage, readEpisode } from './episode.ts';
import type { Feed, FeedEpisode } from './feed.ts';
import { plainLine } from './plain-text.ts';
import { enclosureLinks, mediaFiles, mediaImages } from './sound.ts';
import { webAddress } from './values.ts';

type Optional<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };
type Item = Optional<Omit<RssFeed.Item<string>, 'guid'>> & {
  readonly guid?: Optional<RssFeed.Guid> | undefined;
};
type Channel = Optional<Omit<RssFeed.Feed<string>, 'items'>> & {
  readonly items?: readonly Item[] | undefined;
};

const firstOf = <Value>(values: readonly Value[] | undefined): Value | undefined => values?.[0];

/** A name without its address: `name@example.org (Name)`. */
const personOf = (person: RssFeed.Person | undefined): string | undefined => person?.name ?? person?.email;

const readItem = (item: Item, base: string): FeedEpisode | null => {
  const { itunes, media, atom, dc } = item;
  return readEpisode(
    {
      ids: [item.guid?.value, atom?.id],
      files: [...(item.enclosures ?? []), ...mediaFiles(media), ...enclosureLinks(atom?.links)],
      titles: [itunes?.title, item.title, media?.title?.value],
      descriptions: [item.content?.encoded, item.description, itunes?.summary, itunes?.subtitle],
      images: [itunes?.image, ...mediaImages(media)],
      authors: [itunes?.author, personOf(firstOf(item.authors)), firstOf(dc?.creators)],
      dates: [item.pubDate, firstOf(dc?.dates), atom?.published, atom?.updated],
      podcast: item.podcast,
      itunes,
      psc: item.psc,
    },
    firstAddress([item.xml?.base], base) ?? base,
  );
};

const subjectsOf = ({ itunes, categories }: Channel): Feed['subjects'] => {
  const named = (itunes?.categories ?? []).flatMap(({ text, categories: parts }) => {
    const name = plainLine(text ?? '');
    const names = (parts ?? []).map((part) => plainLine(part.text ?? ''));
    return name === '' ? [] : [{ name, parts: names.filter((part) => part !== '') }];
  });
  if (named.length > 0) return named;
  const plain = (categories ?? []).map(({ name }) => plainLine(name ?? ''));
  return plain.filter((name) => name !== '').map((name) => ({ name, parts: [] }));
};

/** Reads RSS 0.9 to 2.0 with podcast tags. */
export const readRss = (channel: Channel, url: string, base: string): Feed => {
  const { itunes, items = [] } = channel;
  const episodes = items.map((item) => readItem(item, base)).filter((episode) => episode !== null);
  return {
    url,
    title: firstLine([channel.title, itunes?.title]),
    description: firstText([channel.description, itunes?.summary, itunes?.subtitle]),
    imageUrl: firstAddress([itunes?.image, channel.image?.url], base),
    author: firstLine([itunes?.author, personOf(channel.managingEditor), channel.dc?.creators?.[0]]) || null,
    isExplicit: itunes?.explicit === true,
    subjects: subjectsOf(channel),
    episodes,
    isSerial: /^serial$/iu.test(itunes?.type ?? ''),
    newUrl: webAddress(itunes?.newFeedUrl, base),
    nextUrl: olderPage(channel.atom?.links, base),
    dropped: items.length - episodes.length,
  };
};

/** Reads RSS 1.0. Its items name their files with Media RSS or Atom. */
export const readRdf = (
  { title, description, image, dc, items }: RdfFeed.Feed<string>,
  url: string,
  base: string,
): Feed =>
  readRss(
    {
      title,
      description,
      image,
      dc,
      items: items?.map(({ rdf, ...item }) => ({ ...item, guid: { value: rdf?.about } })),
    },
    url,
    base,
  );
