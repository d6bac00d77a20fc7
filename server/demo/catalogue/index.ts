import type { Catalogue, CatalogueItem, Reference, Subject } from '../../catalogue/types.ts';
import { nameKey, titleKey } from '../../catalogue/sort-keys.ts';
import { Assembler } from './assemble.ts';
import {
  AUDIOBOOKS,
  AUTHORS,
  CATEGORIES,
  CHAPTERED_AUDIOBOOKS,
  GENERATED_WORDS,
  MEDITATIONS,
  NARRATORS,
  PODCASTS,
  PROGRAMMES,
  QUICK_LISTENS,
  SELECTIONS,
  SERIES,
  TOPICS,
  type TitleEntry,
} from './entries.ts';
import { seeded, between, pick } from './random.ts';
import type { SubjectKind } from '../../catalogue/subject-kinds.ts';

type Random = () => number;
type Choices<T> = readonly [T, ...T[]];

const { qualities, things, scenes, openings, subjects, endings, givenNames, familyNames } = GENERATED_WORDS;
const AUTHOR_IDS = idsOf(AUTHORS);
const CATEGORY_IDS = idsOf(CATEGORIES);
const TOPIC_IDS = idsOf(TOPICS);
/** One podcast of many episodes tests long lists. A catalogue has it from this number of items on. */
const LONG_PODCAST = { episodes: 3000, from: 10_000 };
const ITEMS_PER_AUTHOR = 100;

function generatedAuthors(count: number): readonly Reference[] {
  return Array.from({ length: Math.floor(count / ITEMS_PER_AUTHOR) }, (_, at) => {
    const random = seeded(`author ${at}`);
    return { id: `ga${at + 1}`, name: `${pick(random, givenNames)} ${pick(random, familyNames)}` };
  });
}

const ITEMS_PER_NARRATOR = 50;
const GROUPS_PER_SERIES = 6;
const LANGUAGES = ['en', 'en', 'en', 'de', 'fr', 'es', 'ja'] as const;

function generatedNarrators(count: number): readonly Reference[] {
  return Array.from({ length: Math.floor(count / ITEMS_PER_NARRATOR) }, (_, at) => {
    const random = seeded(`narrator ${at}`);
    return { id: `gn${at + 1}`, name: `${pick(random, givenNames)} ${pick(random, familyNames)}` };
  });
}

const generatedSeries = (count: number): readonly Reference[] =>
  Array.from({ length: Math.floor(count / GROUPS_PER_SERIES) }, (_, at) => seriesAt(at));

const seriesAt = (at: number): Reference => {
  const random = seeded(`series ${at}`);
  return { id: `gs${at + 1}`, name: `${pick(random, things)} of the ${pick(random, scenes)}` };
};

/** What a shelf of books is sorted and filtered by. */
function shelfFields(group: number, narrators: readonly Reference[], numberOfSeries: number) {
  const random = seeded(`shelf ${group}`);
  const narrator = narrators[Math.floor(random() * narrators.length)];
  const at = Math.floor((group - 1) / GROUPS_PER_SERIES);
  const sequence = String(1 + ((group - 1) % GROUPS_PER_SERIES));
  return {
    ...(narrator !== undefined && { narrators: [narrator] }),
    ...(at < numberOfSeries && random() < 0.7 && { series: [{ ...seriesAt(at), sequence }] }),
    language: pick(random, LANGUAGES),
    published: String(between(random, 1950, 2025)),
  };
}

/** `count` plausible items, the same at every call, parents before their children. */
function* generatedItems(
  now: number,
  count: number,
  authors: readonly Reference[],
): Generator<CatalogueItem, void, undefined> {
  const assembler = new Assembler(now);
  const narrators = generatedNarrators(count);
  const numberOfSeries = Math.floor(count / GROUPS_PER_SERIES);
  let made = 0;
  for (let group = 1; made < count; group += 1) {
    const random = seeded(`group ${group}`);
    const author = authors[Math.floor(random() * authors.length)];
    const shelf = shelfFields(group, narrators, numberOfSeries);
    for (const item of groupOf(assembler, random, group, count - made, count)) {
      yield {
        ...item,
        ...(item.content_type <= 2 && shelf),
        ...(author !== undefined && { author_info: [{ id: author.id, name: author.name }] }),
      };
      made += 1;
    }
  }
}

/** A standalone item, or a parent with its children; never more than `most` items. */
function groupOf(
  assembler: Assembler,
  random: Random,
  group: number,
  most: number,
  count: number,
): readonly CatalogueItem[] {
  const entry = entryOf(random, group);
  const kind = random();
  if (group === 1 && count >= LONG_PODCAST.from) {
    return assembler.podcast({ ...entry, ...series(random, LONG_PODCAST.episodes), daysBetweenEpisodes: 1 });
  }
  if (kind < 0.01 && most > 20) {
    const length = between(random, 5, Math.min(60, most - 1));
    return assembler.podcast({ ...entry, ...series(random, length), daysBetweenEpisodes: 7 });
  }
  if (kind < 0.02 && most > 20) {
    const { episodes, episodeMinutes } = series(random, between(random, 4, 12));
    return assembler.programme({ ...entry, tracks: episodes, trackMinutes: episodeMinutes });
  }
  if (kind < 0.3) {
    const chapters = Array.from({ length: between(random, 5, 12) }, () => heading(random));
    return [assembler.chaptered({ ...entry, chapters })];
  }
  if (kind < 0.65) return [assembler.single({ ...entry, minutes: between(random, 5, 25) }, 0)];
  return [assembler.single({ ...entry, minutes: between(random, 8, 48) }, 1)];
}

function entryOf(random: Random, group: number): TitleEntry {
  const releasedDaysAgo = between(random, 1, 900);
  const chance = random();
  return {
    id: `g${String(group).padStart(6, '0')}`,
    title: `The ${heading(random)} ${pick(random, scenes)}`,
    authors: [pick(random, AUTHOR_IDS)],
    category: pick(random, CATEGORY_IDS),
    topics: [pick(random, TOPIC_IDS)],
    description: `${pick(random, openings)} ${pick(random, subjects)}. ${pick(random, endings)}`,
    releasedDaysAgo,
    ...(chance < 0.03 ? { validDays: [between(random, 1, 30), null] as const } : {}),
    ...(chance >= 0.03 && chance < 0.06 ? { validDays: [-releasedDaysAgo, -1] as const } : {}),
    ...(chance >= 0.06 && chance < 0.1 ? { freeListening: 'always' as const } : {}),
    ...(chance >= 0.1 && chance < 0.15
      ? { discount: { price: between(random, 1, 9) + 0.99, days: [-3, 9] as const } }
      : {}),
    ...(chance >= 0.15 && chance < 0.2 ? { hasFreePart: true as const } : {}),
  };
}

function series(random: Random, length: number) {
  return {
    episodes: Array.from({ length }, (_, at) => ({
      title: `${at + 1}. ${heading(random)}`,
      description: `${pick(random, openings)} ${pick(random, subjects)}.`,
    })),
    episodeMinutes: [8, 24] as const,
  };
}

function heading(random: Random): string {
  return `${pick(random, qualities)} ${pick(random, things)}`;
}

function idsOf(references: readonly Reference[]): Choices<string> {
  const [first, ...others] = references.map(({ id }) => id);
  if (first === undefined) throw new Error('The data has no authors, categories or topics.');
  return [first, ...others];
}

/** The next release with another catalogue has the next number. A test knows the catalogue of each. */
export const CATALOGUE_VERSION = 5;

const BATCH = 500;

/**
 * Builds the catalogue of the demonstration. Two catalogues differ in their dates only, which are measured from `now`.
 *
 * @param options.now epoch milliseconds; every window, discount and release date is relative to it
 * @param options.scale the number of items; a number below that of the named items changes nothing
 */
export function buildCatalogue(options: { readonly now: number; readonly scale?: number }): Catalogue {
  const items = namedItems(new Assembler(options.now));
  const generated = Math.max(0, (options.scale ?? 0) - items.length);
  const authors: readonly Subject[] = [
    ...withCovers('author', AUTHORS),
    ...withCovers('author', generatedAuthors(generated)),
  ];

  return {
    authors,
    topics: withCovers('topic', TOPICS),
    categories: withCovers('category', CATEGORIES),
    series: withCovers('series', sorted([...SERIES, ...generatedSeries(generated)], titleKey)),
    narrators: withCovers('narrator', sorted([...NARRATORS, ...generatedNarrators(generated)], nameKey)),
    items,
    total: items.length + generated,
    *batches(size = BATCH) {
      let batch: CatalogueItem[] = [];
      for (const item of everyItem(items, generatedItems(options.now, generated, authors))) {
        batch.push(item);
        if (batch.length >= size) {
          yield batch;
          batch = [];
        }
      }
      if (batch.length > 0) yield batch;
    },
  };
}

function namedItems(assembler: Assembler): readonly CatalogueItem[] {
  const standalone = [
    ...CHAPTERED_AUDIOBOOKS.map((entry) => assembler.chaptered(entry)),
    ...AUDIOBOOKS.map((entry) => assembler.single(entry, 1)),
    ...MEDITATIONS.map((entry) => assembler.single(entry, 0)),
    ...QUICK_LISTENS.map((entry) => assembler.single(entry, 1)),
  ];
  const byId = new Map(standalone.map((item) => [item.id, item]));
  return [
    ...standalone,
    ...PODCASTS.flatMap((entry) => assembler.podcast(entry)),
    ...PROGRAMMES.flatMap((entry) => assembler.programme(entry)),
    ...SELECTIONS.flatMap((entry) => assembler.selection(entry, byId)),
  ];
}

function* everyItem(
  named: readonly CatalogueItem[],
  generated: Iterable<CatalogueItem>,
): Generator<CatalogueItem, void, undefined> {
  yield* named;
  yield* generated;
}

/** The order of a library (CAT-266). */
function sorted(references: readonly Reference[], keyOf: (name: string) => string): readonly Reference[] {
  return references
    .map((reference) => [keyOf(reference.name), reference] as const)
    .toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map(([, reference]) => reference);
}

function withCovers(of: SubjectKind, references: readonly Reference[]) {
  return references.map(({ id, name }) => ({ id, name, img_url: `/media/covers/${of}-${id}.webp` }));
}
