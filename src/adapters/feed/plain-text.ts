import { decodeHTMLStrict } from 'entities';

/** Elements that start a new line. */
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote br dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre ' +
    'section table tr ul'
  ).split(' '),
);

/** Elements whose content is not shown. */
const HIDDEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg']);

const HREF = /\shref\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/iu;
/** Longer tags are not read for their address. */
const LONGEST_TAG = 2000;
const WEB_ADDRESS = /^https?:\/\/[^\s<>]+$/iu;

const TAG = /^<(?:!--|[/!?]?(?<name>[a-z][a-z\d]*))/iu;

/**
 * Returns the visible text of HTML, as feeds put it into titles and descriptions: without tags and scripts, with
 * entities decoded, and one line for each block. A link is followed by its address. Its time is linear in the length of
 * the text.
 */
export const plainText = (markup: string): string => {
  let text = '';
  let at = 0;
  let link: { readonly address: string; readonly from: number } | null = null;
  while (at < markup.length) {
    const open = markup.indexOf('<', at);
    if (open < 0) break;
    text += markup.slice(at, open);
    const tag = TAG.exec(markup.slice(open, open + 32));
    if (tag === null) {
      // This is a less-than sign, not a tag.
      text += '<';
      at = open + 1;
      continue;
    }
    const name = tag.groups?.['name']?.toLowerCase() ?? '';
    if (BLOCKS.has(name)) text += '\n';
    if (name === 'a') {
      if (link !== null) text += addressAfter(text.slice(link.from), link.address);
      const address = hrefIn(markup.slice(open, open + LONGEST_TAG));
      link = address === null ? null : { address, from: text.length };
    }
    at = endOfTag(markup, open, tag[0], name);
  }
  return withoutBlanks(withCharacters(text + markup.slice(at)));
};

/** Like `plainText`, on a single line. */
export const plainLine = (markup: string): string => plainText(markup).replaceAll(/\s+/gu, ' ');

const hrefIn = (tag: string): string | null => {
  const { double, single } = HREF.exec(tag.slice(0, after(tag, '>', 0)))?.groups ?? {};
  return double ?? single ?? null;
};

const withoutScheme = (text: string): string =>
  text
    .trim()
    .replace(/^https?:\/\//iu, '')
    .replace(/\/$/u, '');

/** The address of a link, if it leads to the web and is not the text of the link. */
const addressAfter = (shown: string, address: string): string => {
  const target = withCharacters(address).trim();
  if (!WEB_ADDRESS.test(target) || shown.trim() === '') return '';
  return withoutScheme(withCharacters(shown)) === withoutScheme(target) ? '' : ` (${address.trim()})`;
};

const endOfTag = (markup: string, open: number, begin: string, name: string): number => {
  if (begin === '<!--') return after(markup, '-->', open);
  const close = after(markup, '>', open);
  const isOpening = begin[1] !== '/';
  return isOpening && HIDDEN.has(name) ? afterElement(markup, name, close) : close;
};

const after = (markup: string, end: string, from: number): number => {
  const found = markup.indexOf(end, from);
  return found < 0 ? markup.length : found + end.length;
};

const afterElement = (markup: string, name: string, from: number): number => {
  const closing = new RegExp(`</${name}`, 'giu');
  closing.lastIndex = from;
  const found = closing.exec(markup);
  return found === null ? markup.length : after(markup, '>', found.index);
};

const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/giu;

/** Decodes the references of HTML. One that names no character stays. A soft hyphen is not shown. */
const withCharacters = (text: string): string =>
  text.replaceAll(REFERENCE, (reference) => {
    const decoded = decodeHTMLStrict(reference);
    return decoded === '\uFFFD' ? reference : decoded.replace('\u00AD', '');
  });

const withoutBlanks = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/gu, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
