const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bull: '•',
  copy: '©',
  eacute: 'é',
  gt: '>',
  hellip: '…',
  laquo: '«',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  middot: '·',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  raquo: '»',
  rdquo: '”',
  reg: '®',
  rsquo: '’',
  shy: '',
  trade: '™',
};

/** Elements that start a new line. */
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote br dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre ' +
    'section table tr ul'
  ).split(' '),
);

/** Elements whose content is not shown. */
const HIDDEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg']);

const TAG = /^<(?:!--|[/!?]?(?<name>[a-z][a-z\d]*))/iu;

/**
 * Returns the visible text of HTML, as feeds put it into titles and descriptions: without tags and scripts, with
 * entities decoded, and one line for each block. Its time is linear in the length of the text.
 */
export const plainText = (markup: string): string => {
  let text = '';
  let at = 0;
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
    at = endOfTag(markup, open, tag[0], name);
  }
  return withoutBlanks(withCharacters(text + markup.slice(at)));
};

/** Like `plainText`, on a single line. */
export const plainLine = (markup: string): string => plainText(markup).replaceAll(/\s+/gu, ' ');

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

const withCharacters = (text: string): string =>
  text.replaceAll(
    /&(?:#(?<decimal>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<name>[a-z]{2,8}));/giu,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
      return character(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)) ?? whole;
    },
  );

const character = (code: number): string | null =>
  code >= 32 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
    ? String.fromCodePoint(code)
    : null;

const withoutBlanks = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/gu, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
