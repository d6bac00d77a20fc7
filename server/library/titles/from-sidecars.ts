import { parseXml, XmlElement } from '@rgrove/parse-xml';
import * as v from 'valibot';
import { readClock, words } from '../read/text.ts';
import { type Description, known } from './description.ts';

const list = v.optional(v.union([v.array(v.unknown()), v.string()]));
const metadata = v.object({
  title: v.optional(v.unknown()),
  subtitle: v.optional(v.unknown()),
  authors: list,
  narrators: list,
  series: list,
  description: v.optional(v.unknown()),
  genres: list,
  tags: list,
  publishedYear: v.optional(v.unknown()),
  chapters: v.optional(v.array(v.unknown())),
});
const namedSeries = v.object({ name: v.string(), sequence: v.optional(v.unknown()) });
const chapter = v.object({ title: v.optional(v.string(), ''), start: v.number() });

const textOf = (value: unknown): string | null => (typeof value === 'string' ? words(value) : null);
const numberText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const longText = (value: unknown): string | null =>
  typeof value === 'string' ? words(plain(value), 20_000) : null;

/**
 * Reads `metadata.json`, in the form of audiobook servers.
 *
 * @throws if the text is not JSON of this form
 */
export function describeByMetadata(json: string): Description {
  const parsed: unknown = JSON.parse(json.replace(/^\ufeff/, ''));
  // Older files contain the fields in an object `metadata`.
  const inner = v.safeParse(v.object({ metadata: v.record(v.string(), v.unknown()) }), parsed);
  const found = v.parse(
    metadata,
    inner.success ? { ...v.parse(v.looseObject({}), parsed), ...inner.output.metadata } : parsed,
  );
  const [series, seriesIndex] = firstSeries(found.series);
  return known({
    title: textOf(found.title),
    subtitle: textOf(found.subtitle),
    authors: namesIn(found.authors),
    narrators: namesIn(found.narrators),
    series,
    seriesIndex,
    description: longText(found.description),
    categories: namesIn(found.genres),
    topics: namesIn(found.tags),
    year: yearOf(numberText(found.publishedYear)),
    chapters: (found.chapters ?? []).flatMap((each) => {
      const read = v.safeParse(chapter, each);
      return read.success ? [{ title: words(read.output.title) ?? '', start: read.output.start }] : [];
    }),
  });
}

function namesIn(value: readonly unknown[] | string | undefined): readonly string[] {
  const values = typeof value === 'string' ? value.split(/\s*[,;]\s*/u) : (value ?? []);
  return values.flatMap((each) => {
    const named = v.safeParse(v.object({ name: v.string() }), each);
    return textOf(named.success ? named.output.name : each) ?? [];
  });
}

/** Reads the first series: `The Saga #2`, or an object with a name and a number. */
function firstSeries(
  value: readonly unknown[] | string | undefined,
): readonly [string | null, number | null] {
  const first = typeof value === 'string' ? value : value?.[0];
  const named = v.safeParse(namedSeries, first);
  const text = named.success ? `${named.output.name} #${numberText(named.output.sequence)}` : textOf(first);
  const [, name, index] = /^(.*?)(?:\s*#\s*(\d+(?:\.\d+)?)?)?$/su.exec(text ?? '') ?? [];
  return [words(name), index === undefined ? null : Number(index)];
}

function yearOf(text: string): number | null {
  const [year] = /\d{4}/.exec(text) ?? [];
  return year === undefined ? null : Number(year);
}

/**
 * Reads `metadata.opf`, in the form of e-book programs.
 *
 * @throws if the text is not XML
 */
export function describeByOpf(xml: string): Description {
  const document = parseXml(xml.replace(/^\ufeff/, ''), { ignoreUndefinedEntities: true });
  const elements: XmlElement[] = [];
  const open: XmlElement[] = document.root === null ? [] : [document.root];
  for (let element = open.shift(); element !== undefined; element = open.shift()) {
    elements.push(element);
    open.push(...element.children.filter((child) => child instanceof XmlElement));
  }
  const all = (name: string): readonly XmlElement[] =>
    elements.filter((element) => element.name.replace(/^.*:/, '') === name);
  const texts = (name: string): readonly string[] =>
    all(name).flatMap((element) => textOf(element.text) ?? []);
  const people = (role: string): readonly string[] =>
    all('creator')
      .filter((element) => (attribute(element, 'role') ?? 'aut') === role)
      .flatMap((element) => textOf(element.text) ?? []);
  const meta = (name: string): string | undefined =>
    all('meta').find((element) => element.attributes['name'] === name)?.attributes['content'];
  const index = Number(meta('calibre:series_index'));
  return known({
    title: texts('title')[0],
    subtitle: texts('subtitle')[0],
    authors: people('aut'),
    narrators: people('nrt'),
    series: textOf(meta('calibre:series')),
    seriesIndex: meta('calibre:series_index') === undefined || Number.isNaN(index) ? null : index,
    description: longText(all('description')[0]?.text),
    categories: texts('subject'),
    topics: texts('tag'),
    year: yearOf(texts('date')[0] ?? ''),
  });
}

const attribute = (element: XmlElement, name: string): string | undefined =>
  Object.entries(element.attributes).find(([key]) => key.replace(/^.*:/, '') === name)?.[1];

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Removes the markup of a text. */
function plain(text: string): string {
  return text
    .replaceAll(/<(?:br|\/p|\/div|\/li)\b[^<>]*>/giu, '\n')
    .replaceAll(/<[a-z/!][^<>]*>/giu, '')
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/gu, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\n{3,}/gu, '\n\n');
}

/** Reads the chapters of a cue sheet, each with the file that it belongs to. */
export function readCue(
  text: string,
): readonly { readonly file: string; readonly title: string; readonly start: number }[] {
  const chapters: { file: string; title: string; start: number }[] = [];
  let file = '';
  let title = '';
  let isTrack = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n?|\n/u)) {
    const [, command, rest = ''] = /^\s*([A-Z]+)\s+(.*?)\s*$/u.exec(line) ?? [];
    if (command === 'FILE') file = /^"(.*)"/u.exec(rest)?.[1] ?? rest.split(' ').slice(0, -1).join(' ');
    else if (command === 'TRACK') {
      isTrack = true;
      title = '';
    } else if (command === 'TITLE' && isTrack) title = words(rest.replace(/^"(.*)"$/u, '$1')) ?? '';
    else if (command === 'INDEX' && isTrack) {
      const start = cueClock(rest);
      if (start !== null && chapters.length < 10_000) chapters.push({ file, title, start });
    }
  }
  return chapters;
}

/** Reads a time such as `01 12:34:56`: index 1, minutes, seconds and frames. A second has 75 frames. */
function cueClock(text: string): number | null {
  const [, minutes, seconds, frames] = /^0?1\s+(\d+):(\d{1,2}):(\d{1,2})$/u.exec(text) ?? [];
  const clock = readClock(`${minutes ?? ''}:${seconds ?? ''}`);
  return clock === null ? null : clock + Number(frames) / 75;
}
