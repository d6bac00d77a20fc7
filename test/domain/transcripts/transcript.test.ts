import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authorId, contentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import { formatTracks } from '../../../src/domain/playback/track.ts';
import { seconds } from '../../../src/domain/time.ts';
import {
  choicesOf,
  chooseTranscript,
  cueAt,
  partOf,
  quoteOf,
  type Transcript,
  transcriptsOf,
} from '../../../src/domain/transcripts/transcript.ts';
import {
  cueOfHit,
  findInTranscript,
  indexTranscript,
  piecesOf,
} from '../../../src/domain/transcripts/transcript-search.ts';
import type { TranscriptSource } from '../../../src/domain/catalogue/transcript-source.ts';
import { PLAIN_ITEM, someTranscripts } from '../../arbitraries/content.ts';
import { law } from 'audio-streaming-laws/laws';

const timed = (...cues: readonly (readonly [number, string])[]): Transcript => ({
  isTimed: true,
  cues: cues.map(([start, text]) => ({ start: seconds(start), end: seconds(start + 1), speaker: '', text })),
});

const aTranscript = (): fc.Arbitrary<Transcript> =>
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.constantFrom('One.', 'Zwei Bären.', 'three')), {
      maxLength: 60,
    })
    .map((cues) => timed(...cues.toSorted(([one], [other]) => one - other)));

const source = (
  language: string,
  type: TranscriptSource['type'] = 'text/vtt',
  label = '',
): TranscriptSource => ({
  url: `/${language}.${type}`,
  type,
  language,
  label,
});

describe('the marked sentence', () => {
  law(
    'is the last one that has started (TEXT-4)',
    [aTranscript(), fc.double({ min: 0, max: 600, noNaN: true })],
    (transcript, second) => {
      const index = cueAt(transcript, seconds(second));
      const later = transcript.cues.slice(index + 1);
      expect(later.every(({ start }) => start > second)).toBe(true);
      expect(index === -1 || (transcript.cues[index]?.start ?? Infinity) <= second).toBe(true);
    },
  );

  test('is none in a text without times (TEXT-4)', () => {
    expect(cueAt({ ...timed([0, 'One.']), isTimed: false }, seconds(5))).toBe(-1);
  });
});

describe('the language', () => {
  law('a choice is always one of the transcripts, if there is one', [someTranscripts()], (sources) => {
    const chosen = chooseTranscript(choicesOf(sources), ['fr', 'de-AT']);
    expect(chosen === null ? sources.length === 0 : sources.includes(chosen)).toBe(true);
  });

  test.each([
    [['de-DE', 'en'], 'de'],
    [['fr', 'en'], 'en-GB'],
    [['en-US'], 'en-GB'],
    [['en-us', 'pt'], 'en-US', 'en-US'],
    [['fr'], 'en-GB'],
    [[], 'en-GB'],
  ])('of a listener who reads %j is %s (TEXT-2)', (languages, expected, extra = 'de') => {
    const sources = [source('en-GB'), source('de'), source(extra)];
    expect(chooseTranscript(choicesOf(sources), languages)?.language).toBe(expected);
  });

  test('of one language, the type with times is preferred, and each label is a choice (TEXT-2)', () => {
    const sources = [
      source('en', 'text/plain'),
      source('EN', 'text/vtt'),
      source('en', 'text/html', 'Short'),
    ];
    expect(choicesOf(sources).map(({ type }) => type)).toEqual(['text/vtt', 'text/html']);
  });
});

const BOOK = {
  ...PLAIN_ITEM,
  type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
  authors: [{ id: authorId('a'), name: 'Ines Odum' }],
  transcripts: [source('en')],
  chapters: [
    { title: 'One', url: '/1.mp3', index: 1, runTime: seconds(60), transcripts: [] },
    { title: 'Two', url: '/2.mp3', index: 2, runTime: seconds(60), transcripts: [] },
    { title: 'Three', url: '/3.mp3', index: 3, runTime: seconds(60), transcripts: [source('de')] },
  ],
};
const TRACKS = formatTracks(BOOK, []);
const [, SECOND, THIRD] = TRACKS;

describe('the transcripts of a chapter', () => {
  test('are its own, else those of the book from the second at which the chapter starts (TEXT-3)', () => {
    if (SECOND === undefined || THIRD === undefined) throw new Error('no chapters');
    expect(transcriptsOf(BOOK, THIRD)).toEqual({ sources: [source('de')], offset: 0 });
    expect(transcriptsOf(BOOK, SECOND)).toEqual({ sources: [source('en')], offset: 60 });
    const [first, ...others] = BOOK.chapters;
    if (first === undefined) throw new Error('no chapters');
    const unknown = { ...BOOK, chapters: [{ ...first, runTime: null }, ...others] };
    expect(transcriptsOf(unknown, SECOND).offset).toBeNull();
  });

  test('of a part of a book start at 0, and have no times if the start is unknown (TEXT-3)', () => {
    const whole = timed([10, 'a'], [60, 'b'], [119, 'c'], [120, 'd']);
    expect(partOf(whole, seconds(60), seconds(60)).cues.map(({ start, text }) => [start, text])).toEqual([
      [0, 'b'],
      [59, 'c'],
    ]);
    expect(partOf(whole, null, seconds(60))).toEqual({ ...whole, isTimed: false });
  });
});

describe('searching a transcript', () => {
  const index = indexTranscript(
    timed([0, 'Zwei Bären'], [1, 'gehen  heim.'], [2, 'Die bären schlafen, bärenstark.']),
  );

  test.each([
    ['BAREN', [0, 2, 2]],
    ['bären', [0, 2, 2]],
    ['Bären gehen heim', [0]],
    ['ｈｅｉｍ', [1]],
    ['', []],
    ['  ', []],
    ['nothing', []],
  ])('%j is found in the sentences %j', (words, expected) => {
    expect(findInTranscript(index, words).map(({ cue }) => cue)).toEqual(expected);
  });

  law('each sentence is found by its own words', [aTranscript()], (transcript) => {
    const prepared = indexTranscript(transcript);
    for (const [at, { text }] of transcript.cues.entries())
      expect(findInTranscript(prepared, text).map(({ cue }) => cue)).toContain(at);
  });

  /** The sentences, with what was found in brackets. */
  const markedIn = (sentences: readonly string[], words: string): readonly string[] => {
    const transcript = timed(...sentences.map((text, at) => [at, text] as const));
    const matches = findInTranscript(indexTranscript(transcript), words);
    return sentences.map((text, at) =>
      piecesOf(
        text,
        matches.flatMap(({ parts }) => parts.get(at) ?? []),
      )
        .map((piece) => (piece.isFound ? `[${piece.text}]` : piece.text))
        .join(''),
    );
  };

  test.each([
    [['A bear. Bears.'], 'bear', ['A [bear]. [Bear]s.']],
    [['Ein Bär, ein Ba\u0308r.'], 'bar', ['Ein [Bär], ein [Ba\u0308r].']],
    [['Die Straße  endet.'], 'strasse endet', ['Die [Straße  endet].']],
    [[' So it', 'is. And', 'so it is.'], 'it is', [' So [it]', '[is]. And', 'so [it is].']],
    [['ﬁne ＡＢＣ'], 'fine abc', ['[ﬁne ＡＢＣ]']],
    [['ΟΔΟΣ οδός'], 'οδος', ['[ΟΔΟΣ] [οδός]']],
    [['🐻 bear 🐻'], 'bear', ['🐻 [bear] 🐻']],
    [['nothing'], 'bear', ['nothing']],
  ])('in %j, %j marks %j (TEXT-7)', (sentences, words, expected) => {
    expect(markedIn(sentences, words)).toEqual(expected);
  });

  law(
    'the marked pieces of a sentence are the sentence, whatever is searched',
    [fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }), fc.string({ unit: 'grapheme' })],
    (sentences, words) => {
      const bare = markedIn(sentences, words).map((text) => text.replaceAll(/[[\]]/gu, ''));
      expect(bare).toEqual(sentences.map((text) => text.replaceAll(/[[\]]/gu, '')));
    },
  );
});

test('a quote has the words, title, chapter, authors, time and the address of the second', () => {
  if (SECOND === undefined) throw new Error('no chapters');
  expect(quoteOf(' So it is. ', BOOK, TRACKS, SECOND, seconds(65.4), 'https://hark.test')).toBe(
    '“So it is.”\n— The Quiet Hour, Two, Ines Odum, 1:05\nhttps://hark.test/audios/1?chapter=2&t=65',
  );
  const single = { ...PLAIN_ITEM, id: contentId('9') };
  const [track] = formatTracks(single, []);
  if (track === undefined) throw new Error('no track');
  expect(quoteOf('Yes.', single, [track], track, null, 'https://hark.test')).toBe(
    '“Yes.”\n— The Quiet Hour\nhttps://hark.test/audios/9',
  );
});

describe('the sentence that a search has found (TEXT-71)', () => {
  const text = timed(
    [0.4, 'Rain.'],
    [0.9, 'The tide rose.'],
    [60.2, 'The  TIDE rose.'],
    [60.8, 'Rain again.'],
  );
  const hit = (start: number, words: string) => cueOfHit(text, { start: seconds(start), text: words });

  test('has the words, the one nearest to the second, whatever case and spaces', () => {
    expect(hit(0, 'The tide rose.')).toBe(1);
    expect(hit(60, 'the tide rose.')).toBe(2);
    expect(hit(60, 'Rain')).toBe(3);
  });

  test('is the one that sounds in a second, if the text has other words', () => {
    expect(hit(60, 'Die Flut stieg.')).toBe(3);
    expect(hit(30, '')).toBe(1);
  });

  test('is found by its words without times, and else not at all', () => {
    const untimed: Transcript = { ...text, isTimed: false };
    expect(cueOfHit(untimed, { start: seconds(0), text: 'Rain again.' })).toBe(3);
    expect(cueOfHit(untimed, { start: seconds(0), text: 'Snow.' })).toBeNull();
  });

  law('is the sentence itself, whichever was found', [aTranscript(), fc.nat()], (transcript, at) => {
    const index = transcript.cues.length === 0 ? null : at % transcript.cues.length;
    const cue = index === null ? undefined : transcript.cues[index];
    if (cue === undefined) return;
    const { start, text: words } = cue;
    const found = transcript.cues[cueOfHit(transcript, { start, text: words }) ?? -1];
    expect(found).toMatchObject({ start, text: words });
  });
});
