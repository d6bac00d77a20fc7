import { generateOpml, type Opml, parseOpml } from 'feedsmith';
import { visibleLine } from '../../library/read/visible-text.ts';
import { shownAddress } from '../credentials.ts';
import { RefusedFeedError } from './read-feed.ts';
import { repair } from './repair.ts';

/** A podcast that an OPML document names. */
export interface ListedFeed {
  readonly title: string;
  /** As the document has it. Empty if it names no address. */
  readonly url: string;
}

/**
 * Reads the podcasts of an OPML document of any version, also inside groups. Each address counts once (FEED-51).
 *
 * @throws {RefusedFeedError} if it is no OPML, if its end is missing, or if it names no podcast
 */
export function readOpml(document: string): readonly ListedFeed[] {
  const byAddress = new Map<string, ListedFeed>();
  for (const feed of feedsIn(outlinesOf(document))) byAddress.set(keyOf(feed), feed);
  if (byAddress.size === 0) throw new RefusedFeedError('This OPML document names no podcast.');
  return [...byAddress.values()];
}

/** Podcasts as OPML 2.0, for other programs. */
export const writeOpml = (feeds: readonly ListedFeed[], dateCreated: Date): string =>
  generateOpml({
    head: { title: 'Podcasts', dateCreated },
    body: { outlines: feeds.map(({ title, url }) => ({ text: title, title, type: 'rss', xmlUrl: url })) },
  });

/** The last characters show whether a document is whole. */
const END = /(?:\/|<\/(?:outline|body|opml)\s*)>\s*$/iu;
const END_LENGTH = 200;

/** Completes a document of outlines alone, or without a body, as some programs write it (FEED-51). */
function wholeOpml(document: string): string {
  const hasRoot = /<opml[\s>]/iu.test(document);
  const start = document.search(/<outline[\s/>]/iu);
  if (start < 0 || (hasRoot && /<body[\s>]/iu.test(document))) return document;
  const end = END.exec(document.slice(-END_LENGTH))?.[0] ?? '';
  const isWhole = hasRoot ? end.toLowerCase().startsWith('</opml') : end !== '';
  if (!isWhole) return document;
  const outlines = document.slice(start).replaceAll(/<\/?(?:body|opml)\s*>/giu, '');
  return `<opml version="2.0"><body>${outlines}</body></opml>`;
}

function outlinesOf(document: string): readonly Outline[] {
  const repaired = repair(wholeOpml(document));
  if (repaired?.format === 'opml') {
    try {
      return parseOpml(repaired.text).body?.outlines ?? [];
    } catch {
      // It is empty, too broken to be repaired, or nested too deeply.
    }
  }
  throw new RefusedFeedError('What is there is no OPML document, or only a part of one.');
}

type Outline = Opml.Outline<string>;

/** Groups have no address. What is below a podcast are its episodes. */
const feedsIn = (outlines: readonly Outline[]): readonly ListedFeed[] =>
  outlines.flatMap(({ text, title, type, xmlUrl, url, outlines: parts = [] }) => {
    const address = xmlUrl ?? (type?.toLowerCase() === 'rss' ? url : undefined);
    if (address === undefined && parts.length > 0) return feedsIn(parts);
    const listed = address?.trim() ?? '';
    // Some programs give an address as the title.
    return { title: shownAddress(visibleLine(text ?? title) || listed), url: listed };
  });

const keyOf = ({ title, url }: ListedFeed): string =>
  url === '' ? `\n${title}` : URL.canParse(url) ? new URL(url).href : url;
