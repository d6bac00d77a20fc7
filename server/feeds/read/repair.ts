import { decodeHTML } from 'entities';
import { readDuration } from './dates.ts';
import { Nesting } from './nesting.ts';

/** Marks at the start of a document that tell its encoding, and the first `<?` of a document without such a mark. */
const STARTS: readonly (readonly [bytes: readonly number[], label: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0x3c, 0x00, 0x3f, 0x00], 'utf-16le'],
  [[0x00, 0x3c, 0x00, 0x3f], 'utf-16be'],
];

const DECLARED = /^[^<]{0,200}<\?xml[^>]{0,200}?encoding\s*=\s*["'](?<label>[\w.:-]+)/iu;
const CHARSET = /charset\s*=\s*["']?(?<label>[\w.:-]+)/iu;
/** How much of a document is searched for its declaration. */
const HEAD_BYTES = 600;

/**
 * Decodes a document: with the encoding that its first bytes tell, else with the one that the host names, else with the
 * one that the document names, else as UTF-8. Bytes that are not UTF-8 are read as Windows-1252 if nobody named an
 * encoding.
 */
export const decodeDocument = (bytes: Uint8Array, contentType: string | null): string => {
  const start = STARTS.find(([first]) => first.every((byte, at) => bytes[at] === byte));
  if (start !== undefined) return decode(bytes, start[1]) ?? '';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  for (const named of [CHARSET.exec(contentType ?? ''), DECLARED.exec(head)]) {
    const label = named?.groups?.['label'];
    // A document whose declaration can be read byte by byte is not in UTF-16, whatever it says.
    const text = label === undefined || /^utf-?16|^ucs-?2/iu.test(label) ? null : decode(bytes, label);
    if (text !== null) return text;
  }
  return decode(bytes, 'utf-8', true) ?? decode(bytes, 'windows-1252') ?? '';
};

/** Null if the encoding is unknown, or `fatal` is set and the bytes do not fit. */
const decode = (bytes: Uint8Array, label: string, fatal = false): string | null => {
  try {
    const decoder = new TextDecoder(label, { fatal });
    // Without `stream`, Node 20 decodes ISO 8859-1 instead of Windows-1252, which has no quotation marks.
    return decoder.decode(bytes, { stream: decoder.encoding === 'windows-1252' });
  } catch {
    return null;
  }
};

export interface Repaired {
  /** RSS 1.0 is rewritten as RSS 2.0. */
  readonly format: 'rss' | 'atom' | 'opml';
  readonly text: string;
  /** The values of `xml:base` around the entries, from outside to inside. */
  readonly bases: readonly string[];
  readonly entries: number;
}

/**
 * Repairs what is usual in feeds and in OPML, and what is no XML (decision 92). The time is linear in the length of the document, and so
 * is the time of the parser for the result (CAT-106).
 *
 * @returns null if the text is no feed, or if its end is missing: episodes that were cut off are not gone
 */
export function repair(document: string): Repaired | null {
  const root = rootIn(document);
  if (root === null) return null;
  const end = document.lastIndexOf(`</${root.name}`);
  if (end < root.at) return null;
  const whole = withoutControls(`${document.slice(root.at, end)}</${root.name}>`);
  const { text, bases, entries } = new Rewriting(root.kind === 'rdf' ? rss2Of(whole) : whole);
  return {
    format: FORMATS[root.kind] ?? 'rss',
    text,
    bases,
    entries,
  };
}

const FORMATS: Readonly<Record<string, Repaired['format']>> = { feed: 'atom', opml: 'opml' };

/** Elements that RSS 1.0 and RSS 2.0 write differently. */
const OF_RSS_1 = /<(?<end>\/?)(?<name>rdf:rdf|channel|item|image|enc:enclosure)(?=[\s/>])(?<rest>[^<>]*)>/giu;

/** Writes RSS 1.0 as RSS 2.0: entries inside the channel, their ids and their enclosures as elements of RSS 2.0. */
const rss2Of = (document: string): string =>
  document.replaceAll(OF_RSS_1, (tag, end: string, name: string, rest: string) => {
    const value = (attribute: string): string =>
      new RegExp(`[\\s:]${attribute}\\s*=\\s*["']([^"'<>]*)`, 'iu').exec(rest)?.[1] ?? '';
    switch (name.toLowerCase()) {
      case 'rdf:rdf':
        return end === ''
          ? `<rss${rest.replace(/\sxmlns\s*=\s*["'][^"']*["']/iu, '')}><channel>`
          : '</channel></rss>';
      case 'channel':
        return '';
      case 'item':
        return end === '' ? `<item><guid>${value('about')}</guid>` : tag;
      // The channel only names its picture. The picture itself comes later.
      case 'image':
        return rest.endsWith('/') ? '' : tag;
      default:
        return end === '' ? `<enclosure url="${value('resource')}" type="${value('type')}"/>` : '';
    }
  });
const COMMENT = '<!--';
const CDATA = '<![CDATA[';

/** The root element is the first one of its name that is in no comment. */
function rootIn(
  document: string,
): { readonly name: string; readonly kind: string; readonly at: number } | null {
  const starts = /<!--|<((?:[\w.-]+:)?(rss|feed|rdf|opml))(?=[\s/>])/giu;
  for (let match = starts.exec(document); match !== null; match = starts.exec(document)) {
    const [found, name, kind] = match;
    if (found !== COMMENT) return { name: name ?? '', kind: (kind ?? '').toLowerCase(), at: match.index };
    const close = document.indexOf('-->', match.index);
    if (close < 0) return null;
    starts.lastIndex = close;
  }
  return null;
}

const TAG = /^<(\/?)((?:[^\s/>:]*:)?([^\s/>:]*))/u;
const AROUND_ENTRIES = /^(?:rss|channel|feed)$/iu;
const BASE = /\bxml:base\s*=\s*["']([^"'<>]*)/iu;
const LONGEST_NAME = 200;
/** Longer tags lose their attributes. */
const LONGEST_TAG = 65_536;
/** Longer texts are cut. */
const LONGEST_TEXT = 200_000;
/** The parser needs more than linear time for names of persons. No name is longer. */
const PERSON = /^(?:author|managingeditor|webmaster|name)$/u;
const LONGEST_PERSON = 500;

/**
 * Writes a document again, with closed tags, escaped ampersands and durations in seconds, and without comments and
 * processing instructions.
 */
class Rewriting {
  entries = 0;
  readonly bases: string[] = [];
  private readonly parts: string[] = [];
  private readonly find: Find;
  /** The element that a text belongs to. */
  private element = '';
  /** The name of the person that is being read. Its text may be in several pieces. */
  private person = '';
  /** Characters of the text that may still be written. */
  private room = LONGEST_TEXT;
  private readonly nesting = new Nesting();

  constructor(private readonly document: string) {
    this.find = finderIn(document);
    for (let at = 0; at < document.length;) {
      const open = this.find('<', at);
      if (open > at) this.write(document.slice(at, open), true);
      at = open < document.length ? this.readMarkup(open) : open;
    }
    this.parts.push(this.nesting.close());
  }

  get text(): string {
    return this.parts.join('');
  }

  /** @returns where the markup ends */
  private readMarkup(open: number): number {
    const { document, find } = this;
    if (document.startsWith(CDATA, open)) {
      const close = find(']]>', open);
      if (close === document.length) return open + CDATA.length;
      this.write(document.slice(open + CDATA.length, close), false);
      return close + 3;
    }
    if (document.startsWith('<!', open) || document.startsWith('<?', open)) {
      const mark = document.startsWith(COMMENT, open) ? '-->' : '>';
      return find(mark, open) + mark.length;
    }
    const end = tagEnd(document, open, find);
    if (end !== null && this.writeTag(document.slice(open, end))) return end;
    this.parts.push('&lt;');
    return open + 1;
  }

  private write(text: string, isMarkup: boolean): void {
    const kept = text.slice(0, this.room);
    this.room -= kept.length;
    if (this.element === 'duration') this.parts.push(escapeAmpersands(secondsOf(kept)));
    else this.parts.push(isMarkup ? escapeAmpersands(kept) : `${CDATA}${kept}]]>`);
  }

  /** @returns false if it is no tag */
  private writeTag(tag: string): boolean {
    const [, end = '', name = '', given = ''] = TAG.exec(tag.slice(0, LONGEST_NAME)) ?? [];
    if (given === '') return false;
    const isEmpty = tag.endsWith('/>');
    if (end !== '') this.parts.push(this.nesting.end(name));
    else {
      const written = tag.length > LONGEST_TAG ? `<${name}${isEmpty ? '/' : ''}>` : escapeAmpersands(tag);
      this.parts.push(this.nesting.start(name, tag), written);
    }
    const local = given.toLowerCase();
    const isEntry = end === '' && (local === 'item' || local === 'entry');
    if (isEntry) this.entries += 1;
    if (this.entries === 0 && AROUND_ENTRIES.test(name)) this.bases.push(...basesIn(tag));
    this.element = end === '' && !isEmpty ? local : '';
    if (isEntry || (end !== '' && local === this.person)) this.person = '';
    if (this.person === '') this.makeRoom();
    return true;
  }

  private makeRoom(): void {
    this.person = PERSON.test(this.element) ? this.element : '';
    this.room = this.person === '' ? LONGEST_TEXT : LONGEST_PERSON;
  }
}

type Find = (mark: string, from: number) => number;

/** Finds marks in a text. A mark that does not come any more is not looked for again. */
function finderIn(text: string): Find {
  const last = new Set<string>();
  return (mark, from) => {
    const found = last.has(mark) ? -1 : text.indexOf(mark, from);
    if (found < 0) last.add(mark);
    return found < 0 ? text.length : found;
  };
}

/** Where a tag ends; null if another one begins before. A quoted value may contain anything. */
function tagEnd(document: string, open: number, find: Find): number | null {
  const marks = /[<>"']/gu;
  marks.lastIndex = open + 1;
  for (let match = marks.exec(document); match !== null; match = marks.exec(document)) {
    const [mark] = match;
    if (mark === '>') return match.index + 1;
    if (mark === '<') return null;
    marks.lastIndex = find(mark, match.index + 1) + 1;
  }
  return null;
}

const basesIn = (tag: string): readonly string[] =>
  (BASE.exec(tag)?.slice(1) ?? []).map((base) => decodeHTML(base));

const secondsOf = (text: string): string => String(readDuration(decodeHTML(text)) ?? text.trim());

const withoutControls = (text: string): string =>
  text.replaceAll(
    /[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[\da-f]));/giu,
    '',
  );

/** Not in CDATA, so that `?a=1&copy=2` stays an address there. */
const escapeAmpersands = (markup: string): string =>
  markup.replaceAll(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/giu, '&amp;');
