import { decodeHTML } from 'entities';
import { readDuration } from './values.ts';

/** The kinds of feeds, by the name of the root element. */
export type FeedFormat = 'rss' | 'atom' | 'rdf';

const FORMATS: Readonly<Record<string, FeedFormat>> = { rss: 'rss', feed: 'atom', rdf: 'rdf' };

/** A feed as text that the parser reads, and its kind. */
export type RepairedFeed = {
  readonly format: FeedFormat;
  readonly text: string;
  /** What `xml:base` says before the first entry, from outside to inside. The parser reads it only on entries. */
  readonly bases: readonly string[];
};

/**
 * Repairs what is usual in feeds and what no XML parser accepts or reads as it is meant. Null if the text is no feed, or
 * if its end is missing: an answer that was cut off must not count as a show with fewer episodes.
 */
export const repairFeed = (document: string): RepairedFeed | null => {
  const root = rootOf(document);
  if (root === null) return null;
  const end = endOfRoot(document, root);
  if (end === null) return null;
  // What stands before the root (blank lines, a warning, a DOCTYPE with its entities) and after it is left out.
  const inside = `${document.slice(root.at, end)}</${root.name}>`;
  const text = withReadableDurations(withEscapedAmpersands(withoutControls(inside)));
  return { format: root.format, text, bases: basesIn(text) };
};

const ENTRY = /<(?:item|entry)[\s>]/iu;
const BASE = /<(?:rss|channel|feed|rdf:rdf)\s[^<>]*?\bxml:base\s*=\s*["'](?<base>[^"'<>]*)/giu;

const basesIn = (text: string): readonly string[] => {
  const entry = text.search(ENTRY);
  const head = entry < 0 ? text : text.slice(0, entry);
  return [...head.matchAll(BASE)].map((match) => decodeHTML(match.groups?.['base'] ?? ''));
};

type Root = { readonly format: FeedFormat; readonly name: string; readonly at: number };

const ROOT = /<(?<name>(?:[\w.-]+:)?(?<local>rss|feed|rdf))(?=[\s/>])/giu;

/** Finds the root element behind declarations, comments and other text. */
const rootOf = (document: string): Root | null => {
  ROOT.lastIndex = 0;
  for (let match = ROOT.exec(document); match !== null; match = ROOT.exec(document)) {
    const hidden = endOfHidden(document, match.index);
    if (hidden === null) {
      const { name = '', local = '' } = match.groups ?? {};
      const format = FORMATS[local.toLowerCase()];
      return format === undefined ? null : { format, name, at: match.index };
    }
    ROOT.lastIndex = hidden;
  }
  return null;
};

/** The end of the comment that holds this place. Null if none does. */
const endOfHidden = (document: string, at: number): number | null => {
  const open = document.lastIndexOf('<!--', at);
  if (open < 0) return null;
  const close = document.indexOf('-->', open);
  return close >= 0 && close < at ? null : close < 0 ? document.length : close;
};

/** Where the end tag of the root begins. */
const endOfRoot = (document: string, { name, at }: Root): number | null => {
  const end = document.lastIndexOf(`</${name}`);
  return end < at ? null : end;
};

// XML allows no other control characters, not even as numbers.
const CONTROLS =
  /[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[\da-f]));/giu;

const withoutControls = (text: string): string => text.replaceAll(CONTROLS, '');

const CDATA_OPEN = '<![CDATA[';
const CDATA_CLOSE = ']]>';

/** Changes the text outside of CDATA sections. Its time is linear. */
const outsideCdata = (text: string, change: (part: string) => string): string => {
  let result = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf(CDATA_OPEN, at);
    const close = open < 0 ? -1 : text.indexOf(CDATA_CLOSE, open);
    if (close < 0) return result + change(text.slice(at));
    const end = close + CDATA_CLOSE.length;
    result += change(text.slice(at, open)) + text.slice(open, end);
    at = end;
  }
};

const BARE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/giu;

/** So that `?a=1&copy=2` stays an address, and does not end in a copyright sign. */
const withEscapedAmpersands = (text: string): string =>
  outsideCdata(text, (part) => part.replaceAll(BARE_AMPERSAND, '&amp;'));

const DURATION =
  /(?<open><(?:[\w.-]+:)?duration(?:\s[^<>]*)?>)\s*(?:<!\[CDATA\[)?(?<text>[^<>\]]{0,100})(?:\]\]>)?\s*(?=<\/)/giu;

/** Writes durations in seconds, because the parser knows only seconds and `h:mm:ss`. */
const withReadableDurations = (text: string): string =>
  text.replaceAll(DURATION, (whole: string, open: string, duration: string) => {
    const read = readDuration(decodeHTML(duration).trim());
    return read === null ? whole : `${open}${read}`;
  });
