import { NOT_FOR_SALE, references, seriesOf } from '../../catalogue/items.ts';
import type { CatalogueItem, Chapter } from '../../catalogue/types.ts';
import type { Container } from '../read/sound.ts';
import type { KnownSound, TitleDraft } from './build-titles.ts';
import { readPart, trimmed } from './part-names.ts';

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
  /** An ISO date, as far as it is known: "1999", "1999-05" or "1999-05-31" (CAT-265). */
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
    ...(published !== undefined && { published }),
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

/** Rounds to whole seconds, at least one. */
const seconds = (exact: number): number => Math.max(1, Math.round(exact));

function textOf({ description }: TitleDraft): string {
  const lines = [description.subtitle, description.description];
  return lines.filter((line) => line !== undefined).join('\n\n');
}
