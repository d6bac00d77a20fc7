import { NUMBER_WORD, numberOfHan, valueOfWord } from '../../catalogue/sort-keys.ts';

// Reads the names of discs, parts and volumes. Folders, files, albums and tags of series are read by the same words
// (CAT-264).

/**
 * What a name says about a part: a disc is always a part of one book, a part mostly, a volume seldom. A number alone
 * says nothing.
 */
export type PartKind = 'disc' | 'part' | 'volume' | 'number';

type NamedKind = Exclude<PartKind, 'number'>;

/** A name of a part of something. */
export interface Part {
  /** The name of the whole, such as "The Book" in "The Book (Disc 01)". It may be empty. */
  readonly whole: string;
  readonly kind: PartKind;
  readonly number: number;
  /** The title of the part, such as "Dawn" in "Part 1 - Dawn". It may be empty. */
  readonly own: string;
}

/** The words beside a number, in many languages. */
const WORDS: Readonly<Record<NamedKind, string>> = {
  disc:
    'cd cds disc discs disk disks dvd dvds disque disco diskette skiva schijf płyta диск cassette cassettes kassette ' +
    'tape tapes side seite levy lemez',
  part:
    'part parts pt pts teil tl parte partie ptie deel del část časť część часть частина section hälfte half chapter ' +
    'kapitel rész osa parça μέρος partea dio',
  volume:
    // English, German, French, Spanish, Italian, Portuguese, Dutch.
    'volume volumes vol vols book bk band bd bde buch tome tomes livre libro tomo volumen livro boek bundel ' +
    // Polish, Czech, Slovak, Croatian, Slovenian, Hungarian, Romanian.
    'tom księga kniha díl svazek diel zväzok knjiga svezak zvezek kötet könyv cartea volumul ' +
    // Swedish, Danish, Norwegian, Icelandic, Finnish, Estonian, Latvian, Lithuanian.
    'bok bog bind bók bindi kirja nide raamat köide grāmata sējums knyga tomas ' +
    // Russian, Ukrainian, Bulgarian, Greek, Turkish, Vietnamese, Indonesian, Arabic, Persian, Hebrew, Hindi.
    'том книга кн книжка βιβλίο τόμος kitap cilt tập quyển buku jilid كتاب الكتاب مجلد المجلد جلد کتاب ספר כרך खंड ' +
    'episode folge season staffel',
};
/** What stands after a number in Chinese, Japanese and Korean. */
const COUNTERS: Readonly<Record<NamedKind, string>> = {
  disc: '枚',
  part: '部章回話话편장부',
  volume: '巻卷冊册集권',
};

const KINDS: readonly NamedKind[] = ['disc', 'part', 'volume'];

/** The name of the whole for comparing: without case, accents and punctuation. */
export const comparable = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const wordsOf = (kind: NamedKind): readonly string[] => WORDS[kind].split(' ');
const KIND_OF = new Map(
  KINDS.flatMap((kind) =>
    [...wordsOf(kind), ...COUNTERS[kind]].map((word) => [comparable(word), kind] as const),
  ),
);
/** The words of discs, parts and volumes, for comparing. */
export const PART_WORDS: readonly string[] = [...KIND_OF.keys()];

/** Words for a regular expression, the longest first, also without their accents. */
const anyOf = (...kinds: readonly NamedKind[]): string =>
  [
    ...new Set(
      kinds.flatMap((kind) =>
        wordsOf(kind).flatMap((word) => [word, word.normalize('NFD').replaceAll(/\p{M}/gu, '')]),
      ),
    ),
  ]
    .map((word) => word.normalize('NFC'))
    .toSorted((one, other) => other.length - one.length)
    .join('|');

const START = String.raw`(?<=^|[\s._:,;([{~–—-])`;
const END = String.raw`(?=$|[\s._:,;)\]}~–—-])`;
const GAP = String.raw`[\s._:#-]{0,4}(?:n[°ºr]\.?\s?|no\.\s?|№\s?)?`;
const OF = String.raw`(?:\s{0,2}(?:of|von|de|di|sur|van|z|из|/)\s{0,2}\d{1,3})`;
const ORDINAL =
  'first|second|third|fourth|erste[rs]?|zweite[rs]?|dritte[rs]?|vierte[rs]?|premi[eè]re?|deuxi[eè]me|troisi[eè]me|primera|segunda|tercera|prima|seconda|terza';
const ORDINAL_ENDING = String.raw`(?:\.|st|nd|rd|th|er|re|e|º|ª|°|-?[йяая])`;
const HAN = '[〇一二三四五六七八九十百]{1,5}';
/** Such as "Disc 01", "Part One", "CD 3 of 5" and "Side B", or "2. Teil", "1st Book" and "First Part", or "第2巻". */
const MARKS = [
  new RegExp(
    `${START}(?<word>${anyOf(...KINDS)})${GAP}(?<number>\\d{1,3}|[ivx]{1,6}|[a-d]|${NUMBER_WORD})${OF}?${END}`,
    'giu',
  ),
  new RegExp(
    `${START}(?:(?<number>\\d{1,2})${ORDINAL_ENDING}\\s{1,2}(?<word>${anyOf(...KINDS)})|(?<ordinal>${ORDINAL})\\s{1,2}(?<named>${anyOf('disc', 'part')}))${END}`,
    'giu',
  ),
  new RegExp(`[第제]?\\s?(?<number>\\d{1,3}|${HAN})\\s?(?<word>[${Object.values(COUNTERS).join('')}])`, 'gu'),
];
/** Such as "1 of 2". */
const COUNT = new RegExp(String.raw`${START}(?<number>\d{1,3})${OF}${END}`, 'giu');
const BARE = /^\d{1,2}$/u;
/** A longer name is no name of a part. */
const LONGEST = 300;

/** The part that a name of a folder or an album names, or null. */
export function readPart(name: string): Part | null {
  const text = name.slice(0, LONGEST).normalize('NFC');
  if (BARE.test(text)) return { whole: '', kind: 'number', number: Number(text), own: '' };
  const marks = MARKS.flatMap((mark) => readMarks(text, mark));
  const found =
    marks.findLast(({ kind }) => kind === 'disc') ??
    marks.find(({ kind }) => kind === 'volume') ??
    marks.at(-1) ??
    readMarks(text, COUNT).at(-1);
  if (found === undefined) return null;
  const { kind, number, from, to } = found;
  const whole = trimmed(text.slice(0, from));
  const own = text.slice(to).replace(/^[)\]}]/u, '');
  return {
    // "Tape 2 Side A" is a part of what "Tape 2" is a part of.
    whole: kind === 'volume' ? whole : withoutPart(whole, ''),
    kind,
    number,
    own: trimmed(own.replaceAll(/[([{][^()[\]{}]*[)\]}]/gu, '')),
  };
}

interface Mark {
  readonly kind: NamedKind;
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

const readMarks = (text: string, mark: RegExp): readonly Mark[] =>
  [...text.matchAll(mark)].flatMap((match) => {
    const { word, named, number, ordinal } = match.groups ?? {};
    const kind = KIND_OF.get(comparable(word ?? named ?? '')) ?? 'part';
    const value = valueOf(number ?? ordinal ?? '', kind);
    return value === null
      ? []
      : [{ kind, number: value, from: match.index, to: match.index + match[0].length }];
  });

function valueOf(text: string, kind: PartKind): number | null {
  const number = comparable(text);
  if (/^\d/u.test(number)) return Number(number);
  if (new RegExp(`^${HAN}$`, 'u').test(number)) return Number(numberOfHan(number));
  const letter = 'abcd'.indexOf(number);
  return number.length === 1 && letter >= 0 && kind !== 'volume' ? letter + 1 : valueOfWord(number);
}

export const trimmed = (text: string): string => text.replaceAll(/^[\s._:,;~–—-]+|[\s._:,;([{~–—-]+$/gu, '');

/**
 * A text without what it says about discs and parts. "Saga, Volume 2" stays, because it is a title of its own.
 *
 * @param otherwise the result if nothing else is left
 */
export function withoutPart(text: string, otherwise = text): string {
  const part = readPart(text);
  if (part === null || part.kind === 'volume' || part.kind === 'number') return text;
  return part.whole || part.own || otherwise;
}

/** A position in a series, such as "2", "0.5", "1-3" or "2a", and the text without it. */
interface Volume {
  readonly sequence: string;
  readonly rest: string;
}

const SEQUENCE = String.raw`\d{1,3}(?:[.,]\d{1,2})?(?:[a-z](?!\p{L}))?(?:[-–]\d{1,3}(?!\d))?`;
const NAMED_SEQUENCE = `(?:(?:${anyOf('volume')})(?:${GAP}(?<sequence>${SEQUENCE})|[\\s._:#-]{1,4}(?<value>[ivxlc]{1,7}|${NUMBER_WORD}))${OF}?`;
const COUNTED_SEQUENCE = `(?<counted>\\d{1,3})${ORDINAL_ENDING}?\\s{1,2}(?:${anyOf('volume')})|[第제]?\\s?(?<han>\\d{1,3}|${HAN})\\s?[${COUNTERS.volume}部])`;
const NAMED = `${NAMED_SEQUENCE}|${COUNTED_SEQUENCE}`;
/** Such as "Band 1 - ", "[Vol. 2] ", "Tome II: ", "2. Band, " and "第3巻 ". */
const AT_START = new RegExp(
  `^[([{]?${NAMED}(?:[)\\]}]\\s*[-–—:.,]?\\s*|\\s*[-–—:.,：・]\\s*|\\s+(?=[([]\\d{4})|(?<=[${COUNTERS.volume}部])\\s*|$)(?=(?<rest>.*))`,
  'iu',
);
/** The same, with nothing but a space before the title. */
const BEFORE_SPACE = new RegExp(`^${NAMED}\\s+(?=(?<rest>\\p{L}.*))`, 'iu');
const AT_END = new RegExp(
  `^(?<rest>.*?\\S)(?:\\s*[-–—,:;.]\\s*|\\s*[([{（]\\s*|\\s+)${NAMED}\\s*[)\\]}）]?$`,
  'iu',
);
/** Such as "2 - ", "01. ", "[3] " and "#4 - ". */
const BARE_SEQUENCE = new RegExp(
  `^(?:#?(?<sequence>${SEQUENCE})(?:\\s+[-–—]\\s+|\\.\\s+)|[([]#?(?<inside>${SEQUENCE})[)\\]]\\s*(?:[-–—]\\s*)?)(?=(?<rest>.*))`,
  'iu',
);

/** The position in a series at the start of a name of a folder, or null. */
export const volumeAtStart = (text: string): Volume | null =>
  volumeBy(text, AT_START) ?? volumeBy(text, BARE_SEQUENCE);

/** The position in a series anywhere in the name of a folder inside the folder of the series, or null. */
export function volumeInSeries(text: string, series: string): Volume | null {
  const found = volumeBy(text, BEFORE_SPACE) ?? volumeBy(text, AT_END);
  if (found !== null) return comparable(found.rest) === comparable(series) ? { ...found, rest: text } : found;
  if (!text.toLowerCase().startsWith(series.toLowerCase())) return null;
  const after = text.slice(series.length);
  const inside = /^[\s,:._–—-]/u.test(after) ? trimmed(after) : '';
  // "Saga 3 - The Title", and "Saga 3".
  const volume = volumeAtStart(inside);
  if (volume !== null) return volume.rest === '' ? { ...volume, rest: text } : volume;
  return new RegExp(`^${SEQUENCE}$`, 'iu').test(inside) ? { sequence: inside, rest: text } : null;
}

function volumeBy(text: string, pattern: RegExp): Volume | null {
  const {
    sequence,
    inside,
    value,
    counted,
    han,
    rest = '',
  } = pattern.exec(text.slice(0, LONGEST))?.groups ?? {};
  const plain = sequence ?? inside ?? counted;
  const number =
    plain ?? (value === undefined && han === undefined ? null : valueOf(value ?? han ?? '', 'volume'));
  return number === null ? null : { sequence: String(number), rest };
}
