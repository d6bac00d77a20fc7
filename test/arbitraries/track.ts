import * as fc from 'fast-check';
import { contentId, ContentType } from '../../src/domain/catalogue/content.ts';
import { ALWAYS, type Window } from '../../src/domain/time.ts';
import { trackId, type Track } from '../../src/domain/playback/track.ts';
import { LAW_RUNS } from '../domain/law-runs.ts';
import { aContentId, aContentType, anAuthorReference, someTranscripts } from './content.ts';
import { aText, anAddress } from './text.ts';
import { anInstant, aRunTime, aWindow } from './time.ts';

/** A plain track for laws to change. It is always valid. */
export const PLAIN_TRACK: Track = {
  id: trackId('1'),
  contentId: contentId('1'),
  chapterIndex: null,
  title: 'The Quiet Hour',
  src: '/media/audio/1.mp3',
  index: 1,
  imageUrl: null,
  authors: [],
  contentType: ContentType.AUDIOBOOK,
  runTime: null,
  description: '',
  listenFree: false,
  dayNumber: null,
  publishedAt: null,
  season: null,
  progress: null,
  contentWindow: ALWAYS,
  ownWindow: ALWAYS,
  isPurchased: false,
  transcripts: [],
};

/** A track of any kind. */
export const aTrack = (): fc.Arbitrary<Track> =>
  fc.record({
    id: aContentId().map(trackId),
    contentId: aContentId(),
    chapterIndex: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
    title: aText(),
    src: anAddress(),
    index: fc.integer({ min: 0, max: 20 }),
    imageUrl: fc.option(anAddress(), { nil: null }),
    authors: fc.array(anAuthorReference(), { maxLength: 2 }),
    contentType: aContentType(),
    runTime: fc.option(aRunTime(), { nil: null }),
    description: aText(),
    listenFree: fc.boolean(),
    dayNumber: fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }),
    publishedAt: fc.option(anInstant(), { nil: null }),
    season: fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
    progress: fc.constant(null),
    contentWindow: aWindow(),
    ownWindow: aWindow(),
    isPurchased: fc.boolean(),
    transcripts: someTranscripts(),
  });

// Most tracks are valid, so that there is often a next and a previous one.
const anOftenOpenWindow = (): fc.Arbitrary<Window> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(ALWAYS) }, { weight: 1, arbitrary: aWindow() });

/** The longest drawn list. Very long ones are separate examples. */
const LONGEST_LIST = LAW_RUNS > 1_000 ? 200 : 40;

/** A list of different tracks, as `formatTracks` returns them, with drawn validity. */
export const aTrackList = (maxLength = LONGEST_LIST): fc.Arbitrary<readonly Track[]> =>
  fc
    .array(
      fc.record({
        contentWindow: anOftenOpenWindow(),
        ownWindow: anOftenOpenWindow(),
        isPurchased: fc.constantFrom(false, false, false, true),
      }),
      { maxLength, size: 'max' },
    )
    .map((drawn) =>
      drawn.map((validity, at) => ({
        ...PLAIN_TRACK,
        ...validity,
        id: trackId(`1_${at + 1}`),
        index: at + 1,
      })),
    );
