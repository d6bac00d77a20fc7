import { replaceTranscripts, type TranscriptDraft } from '../catalogue/transcripts.ts';
import type { CatalogueDatabase } from '../catalogue/tables.ts';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { Cue } from 'audio-streaming-transcripts/read-transcript';

/** Twelve titles. The voice of the sound is not human, so each sentence stands for some seconds of it. */
const TITLES: readonly string[] = [
  'why-cats-sit-in-boxes',
  'the-man-who-painted-zebra-crossings',
  'in-praise-of-the-pencil',
  'eleven-minutes-in-the-life-of-a-bee',
  'quiet-mind',
  'morning-unhurried',
  'box-breathing-at-your-desk',
  'letting-the-day-go',
  'the-tide-library',
  'small-hours',
  'the-lighthouse-that-moved-inland',
];
/** Its newest episode is the twelfth. Two people speak in it. */
const PODCAST = 'a-word-a-day';
const SPEAKERS = ['Adaeze Nwosu', 'Daniel Shaked'];
const ALSO_GERMAN = 'eleven-minutes-in-the-life-of-a-bee';
const WITHOUT_TIMES = 'letting-the-day-go';

const ENGLISH = [
  'The kettle clicked, and nobody spoke for a while.',
  'She unfolded the postcard a second time.',
  'There was a jar of marmalade on the step, with no note.',
  'We counted the ladders, and came to eleven.',
  'It began, as such things do, with a borrowed umbrella.',
  'My uncle kept every button he had ever found.',
  'The clockmaker looked up, and forgot what he was going to say.',
  'Nobody had told the pigeons about the new timetable.',
  'You could hear the piano two floors up, always the same bar.',
  'He wrote the number on his wrist, and then washed the dishes.',
  'That was the year when the orchard gave only one plum.',
  'And still the gate would not close.',
  'I have thought about that sandwich ever since.',
];
const GERMAN = [
  'Der Kessel klickte, und eine Weile sprach niemand.',
  'Sie faltete die Postkarte ein zweites Mal auf.',
  'Auf der Stufe stand ein Glas Marmelade, ohne einen Zettel.',
  'Wir zählten die Leitern und kamen auf elf.',
  'Es begann, wie so etwas beginnt, mit einem geliehenen Schirm.',
];
const SECONDS = 12;

function cuesOf(
  sentences: readonly string[],
  seconds: number,
  from: number,
  speakers: readonly string[] = [],
) {
  const count = Math.max(1, Math.floor(seconds / SECONDS));
  return Array.from({ length: count }, (_, at): Cue => {
    const speaker = speakers[at % Math.max(1, speakers.length)];
    return {
      start: at * SECONDS,
      end: Math.min(seconds, (at + 1) * SECONDS),
      text: sentences[(at + from) % sentences.length] ?? '',
      ...(speaker !== undefined && { speaker }),
    };
  });
}

function draftsOf(item: CatalogueItem, from: number): readonly TranscriptDraft[] {
  const draft = { itemId: item.id, chapter: 0, language: 'en', origin: `${item.id}.en.vtt`, isTimed: true };
  if (item.chapter_info.length > 0) {
    return item.chapter_info.map(({ chapter_index: chapter, chapter_run_time: seconds }) => ({
      ...draft,
      chapter,
      cues: cuesOf(ENGLISH, seconds ?? 0, from + chapter),
    }));
  }
  const cues = cuesOf(ENGLISH, item.run_time ?? 0, from, item.parent_id === PODCAST ? SPEAKERS : []);
  if (item.id === WITHOUT_TIMES) {
    return [
      { ...draft, isTimed: false, cues: cues.slice(0, 20).map((cue) => ({ ...cue, start: 0, end: 0 })) },
    ];
  }
  const german = { ...draft, language: 'de', origin: `${item.id}.de.vtt` };
  return item.id === ALSO_GERMAN
    ? [
        { ...draft, cues },
        { ...german, cues: cuesOf(GERMAN, item.run_time ?? 0, 0) },
      ]
    : [{ ...draft, cues }];
}

/** Gives twelve titles of the demonstration a transcript. */
export async function seedTranscripts(db: CatalogueDatabase, items: readonly CatalogueItem[]): Promise<void> {
  const episode = items.find((item) => item.parent_id === PODCAST);
  const titles = items.filter((item) => TITLES.includes(item.id) || item === episode);
  await db.transaction().execute(async (transaction) => {
    for (const [at, item] of titles.entries()) {
      await replaceTranscripts(transaction, item.id, 'file', draftsOf(item, at));
    }
  });
}
