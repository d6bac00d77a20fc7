import { NOT_FOR_SALE, references, seriesOf } from '../../catalogue/items.ts';
import type { CatalogueItem, Chapter } from '../../catalogue/types.ts';
import type { Container } from '../read/sound.ts';
import type { KnownSound, TitleDraft } from './build-titles.ts';
import { NUMBER_WORD, valueOfWord } from '../../catalogue/sort-keys.ts';

/** The description of a title by one source. Unknown fields are absent. */
export interface Description {
  readonly title?: string;
  readonly subtitle?: string;
  readonly authors?: readonly string[];
  readonly narrators?: readonly string[];
  readonly series?: readonly SeriesName[];
  /** The place in the first series, if the series itself has none. */
  readonly sequence?: string;
  readonly description?: string;
  readonly categories?: readonly string[];
  readonly topics?: readonly string[];
  /** An ISO date, or its year. */
  readonly published?: string;
  /** A language tag. */
  readonly language?: string;
  readonly chapters?: readonly { readonly title: string; readonly start: number }[];
}

/** A series, with the place of the title in it, such as "2", "0.5", "1-3" or "2a". */
export interface SeriesName {
  readonly name: string;
  readonly sequence?: string;
}

/** Combines descriptions. Each field comes from the first source that has it. */
export function firstOf(sources: readonly Description[]): Description {
  return Object.fromEntries(sources.toReversed().flatMap((source) => Object.entries(source)));
}

/** Removes empty fields, so that they do not hide those of other sources. */
export function known(fields: {
  readonly [Field in keyof Description]: Description[Field] | null | undefined;
}): Description {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null &&
        value !== undefined &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/**
 * What a name says about a part: a disc is always a part of one book, a part mostly, a volume seldom. A number alone
 * says nothing.
 */
export type PartKind = 'disc' | 'part' | 'volume' | 'number';

/** A name of a part of something. */
export interface Part {
  /** The name of the whole, such as "The Book" in "The Book (Disc 01)". It may be empty. */
  readonly whole: string;
  readonly kind: PartKind;
  readonly number: number;
  /** The title of the part, such as "Dawn" in "Part 1 - Dawn". It may be empty. */
  readonly own: string;
}

const KIND_WORDS = {
  disc: 'cds?|discs?|disks?|dvds?|disque|disco|diskette|skiva|schijf|płyta|диск|cassettes?|kassette|tapes?|side|seite',
  part: 'parts?|pts?|teil|tl|parte|partie|ptie|deel|del|część|часть|section|hälfte|half|chapter|kapitel',
  volume: 'volume|vols?|band|bd|tome|tom|том|book|bk|buch|livre|libro|книга|episode|folge|season|staffel',
} as const;
const WORDS = Object.values(KIND_WORDS).join('|');
const START = String.raw`(?<=^|[\s._:,;([{~–—-])`;
const END = String.raw`(?=$|[\s._:,;)\]}~–—-])`;
const GAP = String.raw`[\s._:#-]{0,4}`;
const OF = String.raw`(?:\s{0,2}(?:of|von|de|di|sur|van|z|из|/)\s{0,2}\d{1,3})`;
const ORDINAL =
  'first|second|third|fourth|erste[rs]?|zweite[rs]?|dritte[rs]?|vierte[rs]?|premi[eè]re?|deuxi[eè]me|troisi[eè]me|primera|segunda|tercera|prima|seconda|terza';
/** Such as "Disc 01", "Part One", "CD 3 of 5" and "Side B", or "2. Teil" and "First Part". */
const MARKS = [
  new RegExp(
    `${START}(?<word>${WORDS})${GAP}(?<number>\\d{1,3}|[ivx]{1,6}|[a-d]|${NUMBER_WORD})${OF}?${END}`,
    'giu',
  ),
  new RegExp(
    String.raw`${START}(?:(?<number>\d{1,2})(?:\.|st|nd|rd|th)|(?<ordinal>${ORDINAL}))\s{1,2}(?<word>${KIND_WORDS.disc}|${KIND_WORDS.part})${END}`,
    'giu',
  ),
];
/** Such as "1 of 2". */
const COUNT = new RegExp(String.raw`${START}(?<number>\d{1,3})${OF}${END}`, 'giu');
const BARE = /^\d{1,2}$/u;
/** A longer name is no name of a part. */
const LONGEST = 300;

const KINDS = (['disc', 'part', 'volume'] as const).map(
  (kind) => [kind, new RegExp(`^(?:${KIND_WORDS[kind]})$`, 'iu')] as const,
);

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

/** Reads series in a text, such as `The Saga #2`, `The Saga, Book Two` or `The Saga #2; Sea Stories`. */
export const seriesIn = (text: string): readonly SeriesName[] =>
  text.split(/[;\n]/u).flatMap((each) => {
    const name = trimmed(each);
    if (name === '') return [];
    const mark = name.lastIndexOf('#');
    const after = name.slice(mark + 1).trim();
    if (mark > 0 && after.length <= LONGEST_SEQUENCE && !/\s/u.test(after)) {
      return [{ name: trimmed(name.slice(0, mark)), ...(after !== '' && { sequence: after }) }];
    }
    const part = readPart(name);
    const isVolume = part?.kind === 'volume' && part.whole !== '' && part.own === '';
    return [isVolume ? { name: part.whole, sequence: String(part.number) } : { name }];
  });

const LONGEST_SEQUENCE = 20;

interface Mark {
  readonly kind: Exclude<PartKind, 'number'>;
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

const readMarks = (text: string, mark: RegExp): readonly Mark[] =>
  [...text.matchAll(mark)].flatMap((match) => {
    const { word, number, ordinal } = match.groups ?? {};
    const kind = KINDS.find(([, words]) => word !== undefined && words.test(word))?.[0] ?? 'part';
    const value = valueOf(comparable(number ?? ordinal ?? ''), kind);
    return value === null
      ? []
      : [{ kind, number: value, from: match.index, to: match.index + match[0].length }];
  });

function valueOf(number: string, kind: PartKind): number | null {
  if (/^\d/u.test(number)) return Number(number);
  const letter = 'abcd'.indexOf(number);
  return number.length === 1 && letter >= 0 && kind !== 'volume' ? letter + 1 : valueOfWord(number);
}

const trimmed = (text: string): string => text.replaceAll(/^[\s._:,;~–—-]+|[\s._:,;([{~–—-]+$/gu, '');

/** The name of the whole for comparing: without case, accents and punctuation. */
export const comparable = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

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

/** The ending of a sound's address, by container. */
const ENDINGS: Readonly<Record<Container, string>> = {
  mp3: 'mp3',
  mp4: 'm4a',
  ogg: 'ogg',
  flac: 'flac',
  wav: 'wav',
};

const MIME_TYPES: Readonly<Record<Container, string>> = {
  mp3: 'audio/mpeg',
  mp4: 'audio/mp4',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
};

export const mimeTypeOf = (container: Container): string => MIME_TYPES[container];

/** Genres whose titles are not books. */
const NOT_A_BOOK = /meditation|mindful|sleep|relax|yoga|music|ambient/iu;

/**
 * Makes the item of a title for the catalogue.
 *
 * @param releasedAt epoch milliseconds
 */
export function catalogueItem(
  id: string,
  draft: TitleDraft,
  releasedAt: number,
  popularity: number,
): CatalogueItem {
  const { description, sections, cover } = draft;
  const hasChapters = sections.length > 1;
  const [first] = sections;
  const categories = references('c', description.categories);
  const isBook = !categories.some(({ name }) => NOT_A_BOOK.test(name));
  const topics = references('u', description.topics);
  const authors = references('a', description.authors);
  const { series = [], sequence, narrators = [], language, published } = description;
  return {
    id,
    content_id: null,
    title: draft.title,
    img_url:
      cover === null ? `/media/covers/item-${id}.svg` : `/media/covers/item-${id}.webp?v=${cover.version}`,
    content_type: hasChapters ? 2 : isBook ? 1 : 0,
    run_time: seconds(sections.reduce((sum, section) => sum + section.seconds, 0)),
    author_info: authors,
    description: textOf(draft),
    index: null,
    day_number: null,
    url: hasChapters || first === undefined ? null : soundAddress(id, null, first.sound),
    listen_free: false,
    valid_from: null,
    valid_till: null,
    chapter_info: hasChapters
      ? sections.map((section, at): Chapter => ({
          chapter_title: section.title,
          chapter_url: soundAddress(id, at + 1, section.sound),
          chapter_index: at + 1,
          chapter_run_time: seconds(section.seconds),
        }))
      : [],
    tracks: [],
    category_info: categories,
    topic_info: topics.length > 0 ? topics : references('u', description.categories),
    ...(series.length > 0 && {
      series: seriesOf(
        series.map((each, at) => (at === 0 ? { sequence, ...each } : each)),
        authors,
      ),
    }),
    ...(narrators.length > 0 && { narrators: references('n', narrators) }),
    ...(language !== undefined && { language }),
    ...(published !== undefined && { published: firstDayOf(published) }),
    ...NOT_FOR_SALE,
    parent_id: null,
    position: 0,
    released_at: new Date(releasedAt).toISOString(),
    popularity,
  };
}

function soundAddress(id: string, chapter: number | null, { facts }: KnownSound): string {
  return `/media/audio/${id}${chapter === null ? '' : `-${chapter}`}.${ENDINGS[facts.container]}`;
}

/** A year becomes its first day, and a month, too. */
const firstDayOf = (date: string): string => `${date}-01-01`.slice(0, 10);

/** Rounds to whole seconds, at least one. */
const seconds = (exact: number): number => Math.max(1, Math.round(exact));

function textOf({ description }: TitleDraft): string {
  const { subtitle, published } = description;
  const lines = [
    subtitle,
    published === undefined ? undefined : `Published ${published.slice(0, 4)}.`,
    description.description,
  ];
  return lines.filter((line) => line !== undefined).join('\n\n');
}
