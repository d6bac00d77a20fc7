import { decodeHTMLStrict } from 'entities';
import { words } from './bytes.ts';

const LINE = 500;
const TEXT = 10_000;
/** Longer markup is not read to its end: the text of it would be cut anyway. */
const MARKUP = 200_000;

const BLOCK =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|figure|footer|h[1-6]|header|hr|li|ol|p|pre|section|table|tr|ul)$/u;
/** Their contents are not for readers. */
const HIDDEN = /^(?:script|style|template|noscript|iframe|object|svg)$/u;
/** Other names in angle brackets are words, such as the type in `Vec<String>`, unless they look like markup. */
const ELEMENT =
  /^(?:a|abbr|acronym|address|area|article|aside|audio|b|base|basefont|bdi|bdo|big|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|content|data|datalist|dd|del|details|dfn|dialog|dir|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|marquee|menu|meta|meter|nav|nobr|noscript|object|ol|optgroup|option|output|p|param|picture|pre|progress|q|rp|rt|ruby|s|samp|script|search|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|video|wbr)$/u;
/** What writers put into a line. A title may be about any other element. */
const ELEMENT_OF_LINE =
  /^(?:a|abbr|b|big|br|center|cite|code|div|em|font|h[1-6]|i|img|kbd|li|mark|p|q|ruby|rp|rt|s|small|span|strike|strong|sub|sup|tt|u|ul|wbr)$/u;
/** A tag with a prefix or attributes is markup, whatever its name is. */
const MARKUP_TAG = /^<\/?[a-z][a-z\d-]*(?::[a-z\d]|\s[^<>]*=)/iu;
const TAG = /^<(?<end>\/?)(?<name>[a-z][a-z\d]*)/iu;
const HREF = /\shref\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/iu;
/** Longer tags are not read for their address. */
const LONGEST_TAG = 2000;

/**
 * Returns the visible text of markup, with a line for each block. A link is followed by its address. Words in angle brackets
 * stay (CAT-240). The result is text, and may not be used as markup. Its time is linear in its length.
 */
export const visibleText = (markup: string | undefined): string => textOf(markup, ELEMENT);

function textOf(markup: string | undefined, elements: RegExp): string {
  const source = (markup ?? '').slice(0, MARKUP);
  let text = '';
  let at = 0;
  let link: { readonly address: string; readonly from: number } | null = null;
  for (let open = source.indexOf('<'); open >= 0; open = source.indexOf('<', at)) {
    text += source.slice(at, open);
    if (source.startsWith('<!', open) || source.startsWith('<?', open)) {
      at = endOf(source, source.startsWith('<!--', open) ? '-->' : '>', open);
      continue;
    }
    const { name: given, end } = TAG.exec(source.slice(open, open + 20))?.groups ?? {};
    if (given === undefined) {
      text += '<';
      at = open + 1;
      continue;
    }
    const name = given.toLowerCase();
    const isElement = elements.test(name) || MARKUP_TAG.test(source.slice(open, open + LONGEST_TAG));
    if (!isElement) {
      text += source.slice(open, open + 1 + given.length);
      at = open + 1 + given.length;
      continue;
    }
    at = endOf(source, '>', open);
    if (HIDDEN.test(name) && end === '') {
      at = endOf(source, '>', endOf(source, `</${given}`, at) - 1);
    } else if (BLOCK.test(name)) {
      text += '\n';
    } else if (name === 'a') {
      if (link !== null) text += addressAfter(text.slice(link.from), link.address);
      const address = end === '' ? hrefIn(source.slice(open, Math.min(at, open + LONGEST_TAG))) : undefined;
      link = address === undefined ? null : { address, from: text.length };
    }
  }
  return tidy(text + source.slice(at));
}

const tidy = (text: string): string => {
  const all = decodeHTMLStrict(text)
    .replaceAll(/[^\S\n]+/gu, ' ')
    .replaceAll(/ ?\n ?/gu, '\n')
    .replaceAll(/\n{3,}/gu, '\n\n');
  return words(all.trim(), TEXT) ?? '';
};

/** Elements that show that a text is markup. */
const MARKED =
  /<\/?(?:a|b|br|blockquote|body|center|div|em|font|h[1-6]|hr|html|i|li|ol|p|pre|small|span|strong|sub|sup|table|td|tr|u|ul)(?:\s[^<>]*)?\/?>/iu;

/** Returns the visible text of a description. It may be plain text, or markup that was escaped once or twice (CAT-130). */
export function descriptionText(text: string): string {
  let shown = text.slice(0, MARKUP);
  let isMarked = MARKED.test(shown);
  for (let times = 0; times === 0 || (times < 3 && isMarked); times++) {
    shown = isMarked ? visibleText(shown) : tidy(shown);
    isMarked = MARKED.test(shown);
  }
  return shown;
}

export const visibleLine = (markup: string | undefined): string =>
  words(textOf(markup, ELEMENT_OF_LINE).replaceAll(/\s+/gu, ' '), LINE) ?? '';

const hrefIn = (tag: string): string | undefined => {
  const { double, single } = HREF.exec(tag)?.groups ?? {};
  return double ?? single;
};

const endOf = (source: string, mark: string, from: number): number => {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found + mark.length;
};

/** The address of a link, if it leads to the web and is not what the link shows. */
function addressAfter(shown: string, address: string): string {
  const target = decodeHTMLStrict(address).trim();
  if (!/^https?:\/\/[^\s<>]+$/iu.test(target) || shown.trim() === '') return '';
  const bare = (text: string): string =>
    text
      .trim()
      .replace(/^https?:\/\//iu, '')
      .replace(/\/$/u, '');
  return bare(decodeHTMLStrict(shown)) === bare(target) ? '' : ` (${target})`;
}
