import { Parser } from 'htmlparser2';
import { jsonrepair } from 'jsonrepair';
import { type Fields, isFields } from '../../text.ts';
import { descriptionText } from './visible-text.ts';
import { decodeText } from './encoding.ts';
import { authorsIn, languageIn, namesOf, withoutRoles, MOST_NAMES } from './names.ts';
import { type CueChapter, readCue } from './cue-sheet.ts';
import { sidecarFormatOf } from './sidecar-names.ts';
import { type Chapter, MOST_CHAPTERS } from './sound.ts';
import { dateIn, readClock, words as cleanText } from './bytes.ts';
import { type Description, known, seriesIn, type SeriesName } from './description.ts';

/** What a file beside the sound says. */
export interface Sidecar {
  readonly description: Description;
  readonly chapters: readonly CueChapter[];
  readonly note: string | null;
}

/** Number of characters. Repairing a longer text would take too long. */
const LONGEST_REPAIRED = 32_768;
const NOT_USED = 'it is damaged, and is not used';
const PARTLY_USED = 'it is damaged; what can be read of it is used';
const UNKNOWN_ENCODING = 'its encoding is not known; save it as UTF-8';

/** A text with a character that could not be decoded is left out. */
const readable = (text: string | null): string | null => (text?.includes('\ufffd') === true ? null : text);
const words = (text: string | null | undefined): string | null => readable(cleanText(text));
const people = (texts: readonly (string | null | undefined)[]): readonly string[] =>
  namesOf(texts.map((text) => readable(text ?? null)));

/**
 * Reads a file beside the sound. A field that cannot be read is left out, and all others are used (CAT-122). The time
 * is linear in the size of the file.
 */
export function readSidecar(name: string, bytes: Uint8Array): Sidecar {
  const text = decodeText(bytes);
  const sidecar = readText(name, text);
  return text.includes('\ufffd') ? { ...sidecar, note: UNKNOWN_ENCODING } : sidecar;
}

function readText(name: string, text: string): Sidecar {
  const described = (description: Description, note: string | null = null): Sidecar => {
    return { description, chapters: [], note };
  };
  const format = sidecarFormatOf(name);
  if (format === 'cue') return { description: {}, chapters: readCue(text), note: null };
  if (format === 'opf') {
    const description = describeByOpf(text);
    return described(description, Object.keys(description).length === 0 ? NOT_USED : null);
  }
  if (format === 'description') return described(known({ description: longText(text) }));
  if (format === 'narrators') return described(known({ narrators: people([text]) }));
  const whole = parseJson(text);
  if (whole !== null) return described(describeByMetadata(whole));
  const repaired = describeByMetadata(repairedJson(text) ?? {});
  return described(repaired, Object.keys(repaired).length === 0 ? NOT_USED : PARTLY_USED);
}

/** Null if the text is no JSON object. */
function parseJson(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function repairedJson(text: string): Fields | null {
  if (text.length > LONGEST_REPAIRED) return null;
  try {
    return parseJson(jsonrepair(text));
  } catch {
    return null;
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? words(value) : typeof value === 'number' ? String(value) : null;
const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'number' ? value : Number.parseFloat(textOf(value) ?? '');
  return Number.isFinite(number) ? number : null;
};
const longText = (value: unknown): string | null =>
  typeof value === 'string' ? readable(descriptionText(value)) : null;
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, 1000) : [value];
const nameIn = (value: unknown): string | null => textOf(isFields(value) ? value['name'] : value);

/** Reads the fields of `metadata.json`, in the form of audiobook servers. */
function describeByMetadata(fields: Fields): Description {
  // Older files contain the fields in an object `metadata`.
  const { metadata } = fields;
  const found = isFields(metadata) ? { ...fields, ...metadata } : fields;
  const peopleIn = (value: unknown): readonly string[] => people(listOf(value).map(nameIn));
  const subjects = (value: unknown): readonly string[] =>
    listOf(value)
      .flatMap((each) => (Array.isArray(value) ? (nameIn(each) ?? []) : (textOf(each) ?? '').split(/[,;]/u)))
      .flatMap((each) => words(each) ?? [])
      .slice(0, MOST_NAMES);
  return known({
    title: textOf(found['title']),
    subtitle: textOf(found['subtitle']),
    authors: authorsIn(peopleIn(found['authors'])),
    narrators: withoutRoles(peopleIn(found['narrators'])),
    series: seriesOf(found['series']),
    description: longText(found['description']),
    categories: subjects(found['genres']),
    topics: subjects(found['tags']),
    published: dateIn(textOf(found['publishedDate'])) ?? yearOf(textOf(found['publishedYear'])),
    language: languageIn(textOf(found['language'])),
    chapters: chaptersIn(found['chapters']),
  });
}

function chaptersIn(value: unknown): readonly Chapter[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_CHAPTERS).flatMap((each: unknown): readonly Chapter[] => {
    if (!isFields(each)) return [];
    const given = each['start'];
    const start =
      typeof given === 'string' ? (readClock(words(given) ?? '') ?? numberOf(given)) : numberOf(given);
    return start === null ? [] : [{ title: textOf(each['title']) ?? '', start }];
  });
}

/** Reads series: `The Saga #2`, or objects with a name and a number. */
const seriesOf = (value: unknown): readonly SeriesName[] =>
  listOf(value)
    .flatMap((each): readonly SeriesName[] => {
      const name = nameIn(each);
      if (name === null) return [];
      const sequence = isFields(each) ? textOf(each['sequence']) : null;
      return sequence === null ? seriesIn(name) : [{ name, sequence }];
    })
    .slice(0, MOST_NAMES);

const yearOf = (text: string | null): string | null => /\d{4}/u.exec(text ?? '')?.[0] ?? null;

/** An element of a package document, without its children. */
interface Element {
  /** The name without its namespace. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
}

const USED = new Set(
  'title subtitle creator contributor description subject tag date language meta'.split(' '),
);
const MOST_ELEMENTS = 5000;
const DEEPEST = 100;
const PIECE = 65_536;
/** Number of characters in an element. */
const LONGEST_ELEMENT = 200_000;

/** Reads the used elements of an XML document. What is no XML in it is read as far as possible. */
function readElements(xml: string): readonly Element[] {
  const elements: Element[] = [];
  const open: (Element | null)[] = [];
  const local = (name: string): string => name.slice(name.lastIndexOf(':') + 1);
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const own = new Map(Object.entries(attributes).map(([key, value]) => [local(key), value]));
        const element = { name: local(name).toLowerCase(), attributes: own, text: '' };
        const isUsed = USED.has(element.name) && elements.length < MOST_ELEMENTS;
        if (isUsed) elements.push(element);
        open.push(isUsed ? element : null);
      },
      ontext(text) {
        const inside = open.findLast((element) => element !== null);
        if (inside !== undefined && inside !== null && inside.text.length < LONGEST_ELEMENT)
          inside.text += text;
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  );
  for (let at = 0; at < xml.length && open.length < DEEPEST; at += PIECE)
    parser.write(xml.slice(at, at + PIECE));
  parser.end();
  return elements;
}

/** Reads `metadata.opf`, in the form of e-book programs: EPUB 2 and EPUB 3. */
function describeByOpf(xml: string): Description {
  const elements = readElements(xml);
  const texts = (name: string): readonly string[] =>
    elements.flatMap((element) => (element.name === name ? (words(element.text) ?? []) : []));
  const metas = elements.filter(({ name }) => name === 'meta');
  // EPUB 2: <meta name="…" content="…">. EPUB 3: <meta property="…" refines="#id">…</meta>.
  const refined = new Map<string, string[]>();
  for (const { attributes, text } of metas) {
    const key = `${attributes.get('refines') ?? ''} ${attributes.get('property') ?? ''}`;
    const values = refined.get(key) ?? [];
    refined.set(key, values);
    values.push(words(text) ?? '');
  }
  const refinements = ({ attributes }: Element, property: string): readonly string[] =>
    refined.get(`#${attributes.get('id') ?? ''} ${property}`) ?? [];
  /** A creator without a role is an author. All other roles are named (CAT-121). */
  const peopleOf = (role: RegExp): readonly string[] =>
    people(
      elements.flatMap((element) => {
        if (element.name !== 'creator' && element.name !== 'contributor') return [];
        const roles = [words(element.attributes.get('role')), ...refinements(element, 'role')].flatMap(
          (each) => each?.split(/[\s/:]/u).slice(-1) ?? [],
        );
        if (roles.length === 0 && element.name === 'creator') roles.push('aut');
        return roles.some((each) => role.test(each)) ? [element.text] : [];
      }),
    );
  const titles = elements.filter(({ name }) => name === 'title');
  const titleOf = (type: string): string | null =>
    words(titles.find((title) => refinements(title, 'title-type').includes(type))?.text);
  const contents = (name: string): readonly (string | null)[] =>
    metas
      .filter(({ attributes }) => attributes.get('name') === name)
      .map(({ attributes }) => words(attributes.get('content')));
  const indexes = contents('calibre:series_index');
  const collections = metas.filter(
    ({ attributes }) => attributes.get('property') === 'belongs-to-collection',
  );
  const series = new Map<string, string | undefined>();
  for (const [name, index] of [
    ...contents('calibre:series').map((each, at) => [each, indexes[at]] as const),
    ...collections.map((each) => [words(each.text), words(refinements(each, 'group-position')[0])] as const),
  ]) {
    // The first of two with one name counts.
    if (name !== null && !series.has(name)) series.set(name, index?.replace(/\.0+$/u, ''));
  }
  const named = [...series];
  return known({
    title: titleOf('main') ?? words(titles[0]?.text),
    subtitle: texts('subtitle')[0] ?? titleOf('subtitle'),
    authors: authorsIn(peopleOf(/^(?:aut|author)$/iu)),
    narrators: peopleOf(/^(?:nrt|narrator|reader)$/iu),
    series:
      named.length < 2
        ? named.flatMap(([name]) => seriesIn(name))
        : named.flatMap(([name, index]) =>
            seriesIn(name).map((each) => ({ ...(index && { sequence: index }), ...each })),
          ),
    sequence: named.length === 1 ? named[0]?.[1] : null,
    description: longText(elements.find(({ name }) => name === 'description')?.text),
    categories: texts('subject').slice(0, MOST_NAMES),
    topics: texts('tag').slice(0, MOST_NAMES),
    published: dateIn(texts('date')[0]) ?? yearOf(texts('date')[0] ?? null),
    language: languageIn(texts('language')[0] ?? null),
  });
}
