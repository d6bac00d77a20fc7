import * as v from 'valibot';

/**
 * The schemas of the files in `data`: titles as an editor writes them down. `assemble.ts` makes catalogue items of them.
 * A field without a default may be missing only where this is said.
 */

const text = v.pipe(v.string(), v.minLength(1));
const list = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly());
const range = v.pipe(v.tuple([v.number(), v.number()]), v.readonly());

/** From and till, in days from the moment at which the catalogue is built; negative for the past, null for no bound. */
const daysWithOpenEnds = v.pipe(v.tuple([v.nullable(v.number()), v.nullable(v.number())]), v.readonly());

/** An author, a category or a topic. */
export const reference = v.strictObject({ id: text, name: text });

const title = {
  /** Required only if no id can be made of the title's Latin letters, or if another title has the same id. */
  id: v.exactOptional(text),
  /** A subtitle follows a colon and a space. */
  title: text,
  /** Ids of authors. */
  authors: list(text),
  /** The id of a category. */
  category: text,
  /** Ids of topics. */
  topics: list(text),
  /** Ids of series, with the place in each. */
  series: v.exactOptional(list(v.strictObject({ id: text, sequence: text }))),
  /** Ids of narrators. */
  narrators: v.exactOptional(list(text)),
  /** A language tag. */
  language: v.exactOptional(text),
  /** An ISO date. */
  published: v.exactOptional(text),
  description: text,
  releasedDaysAgo: v.number(),
  /** When the title may be played. Missing: always. */
  validDays: v.exactOptional(daysWithOpenEnds),
  /** When the title is free for everybody, in days. Missing: never. */
  freeListening: v.exactOptional(v.union([v.literal('always'), range])),
  /** Some part of the title is free for everybody. */
  hasFreePart: v.exactOptional(v.literal(true)),
  /** US dollars, and the days in which the price is valid. */
  discount: v.exactOptional(v.strictObject({ price: v.number(), days: range })),
  hasPdf: v.exactOptional(v.literal(true)),
};

/** A part of a podcast or of a programme. */
const part = v.strictObject({
  title: text,
  description: text,
  /** When this part may be played. Missing: as the whole. */
  validDays: v.exactOptional(range),
});

const titleEntry = v.strictObject(title);

/** A title that is one sound. */
export const singleEntry = v.strictObject({ ...title, minutes: v.number() });

/** An audiobook with chapters. */
export const chapteredEntry = v.strictObject({ ...title, chapters: list(text) });

export const podcastEntry = v.strictObject({
  ...title,
  /** The oldest first. */
  episodes: list(part),
  /** The shortest and the longest episode. */
  episodeMinutes: range,
  daysBetweenEpisodes: v.number(),
  /** Missing: the podcast has no seasons. */
  episodesPerSeason: v.exactOptional(v.number()),
});

/** A collection with tracks of its own. */
export const programmeEntry = v.strictObject({
  ...title,
  tracks: list(part),
  /** The shortest and the longest track. */
  trackMinutes: range,
  /** Missing: the tracks belong to no day. */
  tracksPerDay: v.exactOptional(v.number()),
});

/** A collection of other titles. */
export const selectionEntry = v.strictObject({
  ...title,
  /** Ids of titles that are one sound. */
  items: list(text),
});

const words = v.pipe(v.tupleWithRest([text], text), v.readonly());

/** The words of which titles and names of generated items are made. */
export const generatedWords = v.strictObject({
  qualities: words,
  things: words,
  places: words,
  openings: words,
  subjects: words,
  endings: words,
  givenNames: words,
  familyNames: words,
});

export type TitleEntry = v.InferOutput<typeof titleEntry>;
export type PartEntry = v.InferOutput<typeof part>;
export type SingleEntry = v.InferOutput<typeof singleEntry>;
export type ChapteredEntry = v.InferOutput<typeof chapteredEntry>;
export type PodcastEntry = v.InferOutput<typeof podcastEntry>;
export type ProgrammeEntry = v.InferOutput<typeof programmeEntry>;
export type SelectionEntry = v.InferOutput<typeof selectionEntry>;
