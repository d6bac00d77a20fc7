import { decodeHTML } from 'entities';
import { readDuration } from './values.ts';

export interface Repaired {
  readonly format: 'rss' | 'atom' | 'rdf';
  readonly text: string;
  /** The values of `xml:base` around the entries, from outside to inside. */
  readonly bases: readonly string[];
}

const ROOT = /<((?:[\w.-]+:)?(rss|feed|rdf))(?=[\s/>])/iu;
const COMMENT = '<!--';

/**
 * Repairs what is usual in feeds and what is no XML (decision 92).
 *
 * @returns null if the text is no feed, or if its end is missing: episodes that were cut off are not gone
 */
export function repair(document: string): Repaired | null {
  const root = rootIn(document);
  if (root === null) return null;
  const end = document.lastIndexOf(`</${root.name}`);
  if (end < root.at) return null;
  const text = escapeAmpersands(withoutControls(`${document.slice(root.at, end)}</${root.name}>`)).replaceAll(
    DURATION,
    (whole: string, open: string, duration: string) => {
      const seconds = readDuration(decodeHTML(duration));
      return seconds === null ? whole : `${open}${seconds}`;
    },
  );
  const entry = text.search(/<(?:item|entry)[\s>]/iu);
  const head = entry < 0 ? text : text.slice(0, entry);
  return {
    format: root.kind === 'feed' ? 'atom' : root.kind === 'rss' ? 'rss' : 'rdf',
    text,
    bases: [...head.matchAll(BASE)].map(([, base = '']) => decodeHTML(base)),
  };
}

const BASE = /<(?:rss|channel|feed|rdf:rdf)\s[^<>]*?\bxml:base\s*=\s*["']([^"'<>]*)/giu;
const DURATION =
  /(<(?:[\w.-]+:)?duration(?:\s[^<>]*)?>)\s*(?:<!\[CDATA\[)?([^<>\]]{0,100})(?:\]\]>)?\s*(?=<\/)/giu;

/** The root element is the first one of its name that is in no comment. */
function rootIn(
  document: string,
): { readonly name: string; readonly kind: string; readonly at: number } | null {
  let from = 0;
  for (;;) {
    const match = ROOT.exec(document.slice(from));
    if (match === null) return null;
    const comment = document.indexOf(COMMENT, from);
    if (comment < 0 || comment > from + match.index) {
      return { name: match[1] ?? '', kind: (match[2] ?? '').toLowerCase(), at: from + match.index };
    }
    const close = document.indexOf('-->', comment);
    if (close < 0) return null;
    from = close;
  }
}

const withoutControls = (text: string): string =>
  text.replaceAll(
    /[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[\da-f]));/giu,
    '',
  );

/** Outside of CDATA, so that `?a=1&copy=2` stays an address. */
function escapeAmpersands(text: string): string {
  let result = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('<![CDATA[', at);
    const close = open < 0 ? -1 : text.indexOf(']]>', open);
    const plain = close < 0 ? text.slice(at) : text.slice(at, open);
    result += plain.replaceAll(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/giu, '&amp;');
    if (close < 0) return result;
    result += text.slice(open, close + 3);
    at = close + 3;
  }
}
