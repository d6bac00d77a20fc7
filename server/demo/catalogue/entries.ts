import * as v from 'valibot';
import { readData } from '../read-data.ts';
import audiobooks from './data/audiobooks.json' with { type: 'json' };
import chapteredAudiobooks from './data/chaptered-audiobooks.json' with { type: 'json' };
import generated from './data/generated-words.json' with { type: 'json' };
import meditations from './data/meditations.json' with { type: 'json' };
import podcasts from './data/podcasts.json' with { type: 'json' };
import programmes from './data/programmes.json' with { type: 'json' };
import quickListens from './data/quick-listens.json' with { type: 'json' };
import references from './data/references.json' with { type: 'json' };
import selections from './data/selections.json' with { type: 'json' };

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
const reference = v.strictObject({ id: text, name: text });

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
  /** Ids of series, with the position in each. */
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
const singleEntry = v.strictObject({ ...title, minutes: v.number() });

/** An audiobook with chapters. */
const chapteredEntry = v.strictObject({ ...title, chapters: list(text) });

const podcastEntry = v.strictObject({
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
const programmeEntry = v.strictObject({
  ...title,
  tracks: list(part),
  /** The shortest and the longest track. */
  trackMinutes: range,
  /** Missing: the tracks belong to no day. */
  tracksPerDay: v.exactOptional(v.number()),
});

/** A collection of other titles. */
const selectionEntry = v.strictObject({
  ...title,
  /** Ids of titles that are one sound. */
  items: list(text),
});

const words = v.pipe(v.tupleWithRest([text], text), v.readonly());

/** The words of which titles and names of generated items are made. */
const generatedWords = v.strictObject({
  qualities: words,
  things: words,
  scenes: words,
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

/** The invented authors, in the order in which they are shown. */
export const AUTHORS = readData('references.json', v.array(reference), references.authors);
export const CATEGORIES = readData('references.json', v.array(reference), references.categories);
export const SERIES = readData('references.json', v.array(reference), references.series);
export const NARRATORS = readData('references.json', v.array(reference), references.narrators);
export const TOPICS = readData('references.json', v.array(reference), references.topics);

/** Audiobooks without chapters (content type 1). */
export const AUDIOBOOKS = readData('audiobooks.json', v.array(singleEntry), audiobooks);
/** Audiobooks with chapters (content type 2). */
export const CHAPTERED_AUDIOBOOKS = readData(
  'chaptered-audiobooks.json',
  v.array(chapteredEntry),
  chapteredAudiobooks,
);
/** Guided meditations and sleep sounds (content type 0). */
export const MEDITATIONS = readData('meditations.json', v.array(singleEntry), meditations);
/** Stories, talks and poems of less than half an hour (content type 1). */
export const QUICK_LISTENS = readData('quick-listens.json', v.array(singleEntry), quickListens);
/** Podcasts with their episodes (content types 3 and 4). */
export const PODCASTS = readData('podcasts.json', v.array(podcastEntry), podcasts);
/** Collections with tracks of their own (content types 5 and 6). */
export const PROGRAMMES = readData('programmes.json', v.array(programmeEntry), programmes);
/** Collections of other titles (content types 5 and 6). */
export const SELECTIONS = readData('selections.json', v.array(selectionEntry), selections);

export const GENERATED_WORDS = readData('generated-words.json', generatedWords, generated);
