import * as v from 'valibot';
import { readData } from '../read-data.ts';
import audiobooks from './data/audiobooks.json' with { type: 'json' };
import authors from './data/authors.json' with { type: 'json' };
import categories from './data/categories.json' with { type: 'json' };
import chapteredAudiobooks from './data/chaptered-audiobooks.json' with { type: 'json' };
import words from './data/generated-words.json' with { type: 'json' };
import meditations from './data/meditations.json' with { type: 'json' };
import podcasts from './data/podcasts.json' with { type: 'json' };
import narrators from './data/narrators.json' with { type: 'json' };
import programmes from './data/programmes.json' with { type: 'json' };
import quickListens from './data/quick-listens.json' with { type: 'json' };
import selections from './data/selections.json' with { type: 'json' };
import series from './data/series.json' with { type: 'json' };
import topics from './data/topics.json' with { type: 'json' };
import {
  chapteredEntry,
  generatedWords,
  podcastEntry,
  programmeEntry,
  reference,
  selectionEntry,
  singleEntry,
} from './entries.ts';

/** The invented authors, in the order in which they are shown. */
export const AUTHORS = readData('authors.json', v.array(reference), authors);
export const CATEGORIES = readData('categories.json', v.array(reference), categories);
export const SERIES = readData('series.json', v.array(reference), series);
export const NARRATORS = readData('narrators.json', v.array(reference), narrators);
export const TOPICS = readData('topics.json', v.array(reference), topics);

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

export const GENERATED_WORDS = readData('generated-words.json', generatedWords, words);
