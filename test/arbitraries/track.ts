import * as fc from 'fast-check';
import { ContentType, contentId } from '../../src/domain/catalogue/content.ts';
import {
  DEFAULT_SPEED,
  EMPTY_PLAYBACK,
  type Playback,
  SPEEDS,
  type Speed,
  opened,
} from '../../src/domain/playback/player.ts';
import { SLEEP_OPTIONS, type SleepMinutes, type SleepTimer } from '../../src/domain/playback/sleep.ts';
import { type Track, trackId } from '../../src/domain/playback/track.ts';
import { ALWAYS, type Window, milliseconds } from '../../src/domain/time.ts';
import { LAW_RUNS } from '../../laws/law-runs.ts';
import { aContentId, aContentType, anAuthorReference, someTranscripts } from './content.ts';
import { aText, anAddress } from './text.ts';
import { aPosition, aRunTime, aWindow, anElapsedTime, anInstant } from './time.ts';

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

/** Any speed of the menu. */
export const aSpeed = (): fc.Arbitrary<Speed> =>
  fc.nat({ max: 19 }).map((index) => SPEEDS[index] ?? DEFAULT_SPEED);

/** Any choice of the sleep menu. */
export const sleepMinutes = (): fc.Arbitrary<SleepMinutes> => fc.constantFrom(...SLEEP_OPTIONS);

/** A sleep timer in any state: off, until the end of a chapter, counting or stopped. */
export const aSleepTimer = (): fc.Arbitrary<SleepTimer> =>
  fc.oneof(
    fc.constant<SleepTimer>({ kind: 'off' }),
    fc.constant<SleepTimer>({ kind: 'end-of-chapter' }),
    fc.record({
      kind: fc.constant('minutes' as const),
      minutes: sleepMinutes(),
      playedBefore: fc.integer({ min: 0, max: 10_000_000 }).map(milliseconds),
      playingSince: fc.option(anElapsedTime(), { nil: null }),
      drift: fc.option(fc.record({ track: fc.string().map(trackId), position: aPosition() }), { nil: null }),
    }),
  );

/** A player in any possible state, also empty. */
export const aPlayback = (): fc.Arbitrary<Playback> =>
  fc
    .tuple(aTrackList(), fc.nat({ max: 250 }), aPosition(), fc.boolean(), fc.boolean(), aSpeed())
    .map(([tracks, index, position, isPlaying, autoplay, speed]) => ({
      ...opened(EMPTY_PLAYBACK, tracks, index % Math.max(tracks.length, 1), position),
      isPlaying: isPlaying && tracks.length > 0,
      autoplay,
      speed,
    }));
