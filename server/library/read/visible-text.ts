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
const TAG = /^<(?<end>\/?)(?<name>[a-z][a-z\d]*)/iu;
const HREF = /\shref\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/iu;
/** Longer tags are not read for their address. */
const LONGEST_TAG = 2000;

/**
 * Returns the visible text of markup, with a line for each block. A link is followed by its address. No markup is left,
 * whatever the text is. Its time is linear in its length.
 */
export function visibleText(markup: string | undefined): string {
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
  words(visibleText(markup).replaceAll(/\s+/gu, ' '), LINE) ?? '';

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
