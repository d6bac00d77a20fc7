import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { userId } from '../../../src/domain/account/user.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import {
  type AppState,
  bytesOf,
  CLOCK_SET_BACK,
  decideDownloaded,
  type Download,
  downloadStatus,
  LONGEST_WITHOUT_CONTACT,
  openingStatus,
  type StoredTrackState,
  tracksOf,
  withTrackStates,
} from '../../../src/domain/downloads/download.ts';
import {
  type DownloadSelection,
  heardTracks,
  selectTracks,
  WHOLE,
} from '../../../src/domain/downloads/selection.ts';
import { decidePlay, isTrackValid } from '../../../src/domain/entitlement/play-decision.ts';
import { trackId, formatTracks } from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { episodes, LONG_BOOK, PODCAST } from '../../application/titles.ts';
import { aContentItem, anEntitlement } from '../../arbitraries/content.ts';
import { anInstant } from '../../arbitraries/time.ts';
import { aTrack } from '../../arbitraries/track.ts';
import { aFreeUser, aSubscriber, aUser } from '../../arbitraries/user.ts';
import { law } from 'audio-streaming-laws/laws';

const DONE = { kind: 'downloaded', bytes: 10, at: instant(1) } as const satisfies StoredTrackState;
const LATER = instant(2);

/** A download of the book, with a state for each chapter. */
const book = (states: readonly StoredTrackState[]): Download => ({
  listener: userId('ada'),
  item: LONG_BOOK,
  children: [],
  tracks: formatTracks(LONG_BOOK, [])
    .slice(0, states.length)
    .map(({ id, src }, at) => ({ id, src, state: states[at] ?? DONE })),
  requestedAt: instant(1),
});

const state = (): fc.Arbitrary<StoredTrackState> =>
  fc.constantFrom<StoredTrackState>(DONE, { kind: 'waiting' }, { kind: 'failed', reason: 'full' });

const APPS: readonly AppState[] = ['storing', 'stored', 'unreachable', 'app-full', 'app-blocked'];

const progress = () =>
  fc.option(
    fc.record({ bytes: fc.nat(200), total: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }) }),
    { nil: undefined },
  );

describe('the status of a download', () => {
  law(
    'is downloaded exactly if every track is, and its part is from 0 to 1 (DOWN-5)',
    [fc.array(state(), { minLength: 1, maxLength: 3 }), progress()],
    (states, loaded) => {
      const status = downloadStatus(book(states), () => loaded);
      expect(status.kind === 'downloaded').toBe(states.every(({ kind }) => kind === 'downloaded'));
      if (status.kind === 'loading' && status.part !== null) {
        expect(status.part).toBeGreaterThanOrEqual(0);
        expect(status.part).toBeLessThanOrEqual(1);
      }
    },
  );

  law(
    'says that it failed only when nothing is left to load (DOWN-5)',
    [fc.array(state(), { minLength: 1, maxLength: 3 }), progress()],
    (states, loaded) => {
      const hasOpen = states.some(({ kind }) => kind === 'waiting');
      const hasFailed = states.some(({ kind }) => kind === 'failed');
      const { kind } = downloadStatus(book(states), () => loaded);
      expect(kind === 'failed').toBe(hasFailed && !hasOpen);
    },
  );

  law(
    'is downloaded only if the app itself is stored, and nothing else depends on the app',
    [fc.array(state(), { minLength: 1, maxLength: 3 }), progress(), fc.constantFrom(...APPS)],
    (states, loaded, app) => {
      const tracks = downloadStatus(book(states), () => loaded);
      const { kind } = openingStatus(tracks, app);
      expect(kind === 'downloaded').toBe(tracks.kind === 'downloaded' && app === 'stored');
      if (tracks.kind !== 'downloaded') expect(kind).toBe(tracks.kind);
    },
  );

  test('counts each track equally (DOWN-5)', () => {
    const download = book([DONE, { kind: 'waiting' }, { kind: 'waiting' }]);
    const first = download.tracks[1]?.id;
    const loading = downloadStatus(download, (id) => (id === first ? { bytes: 50, total: 100 } : undefined));
    expect(loading).toEqual({ kind: 'loading', part: 0.5 });
  });

  test('has only the chosen tracks, in the order of the title, and the bytes of whole tracks', () => {
    const download = book([DONE, { kind: 'waiting' }]);
    expect(tracksOf(download).map(({ chapterIndex }) => chapterIndex)).toEqual([1, 2]);
    expect(bytesOf(download)).toBe(10);
    expect(bytesOf(withTrackStates(download, ({ id, state }) => (id === 'long-book_2' ? DONE : state)))).toBe(
      20,
    );
  });
});

describe('what was heard', () => {
  const all = book([DONE, DONE, { kind: 'waiting' }]);

  test('includes all chapters of a book at the end of its last chapter, and none before (DOWN-10)', () => {
    const at = (chapterIndex: number, position: number) =>
      heardTracks(all, () => ({ chapterIndex, position: seconds(position), at: LATER }));
    expect(at(3, 299)).toEqual(['long-book_1', 'long-book_2']);
    expect(at(3, 290)).toEqual([]);
    // The chapter is longer than its run time (PROG-75).
    expect(at(3, 400)).toEqual([]);
    expect(at(2, 299)).toEqual([]);
    expect(heardTracks(all, () => null)).toEqual([]);
  });

  test('does not include tracks that were heard before they were downloaded', () => {
    const before = instant(DONE.at - 1);
    expect(heardTracks(all, () => ({ chapterIndex: 3, position: seconds(299), at: before }))).toEqual([]);
  });

  test('includes each episode at its own end (DOWN-10)', () => {
    const children = episodes(3).map((episode) => ({ ...episode, runTime: seconds(100) }));
    const download: Download = {
      ...all,
      item: PODCAST,
      children,
      tracks: children.map(({ id }) => ({ id: trackId(id), src: `/media/audio/${id}.mp3`, state: DONE })),
    };
    const heard = heardTracks(download, (content) =>
      content === contentId('episode-2') ? { chapterIndex: null, position: seconds(99), at: LATER } : null,
    );
    expect(heard).toEqual(['episode-2']);
  });

  law(
    'never includes a track that is not downloaded',
    [fc.array(state(), { minLength: 1, maxLength: 3 })],
    (states) => {
      const download = book(states);
      const heard = heardTracks(download, () => ({ chapterIndex: 3, position: seconds(300), at: LATER }));
      expect(
        download.tracks.filter(({ id }) => heard.includes(id)).every((track) => track.state === DONE),
      ).toBe(true);
    },
  );
});

const contact = () => fc.option(anInstant(), { nil: null });

describe('the decision about a download', () => {
  law(
    'never plays a title that a Play click would not play (DOWN-1)',
    [aUser(), aContentItem(), contact(), anInstant()],
    (user, item, contactAt, now) => {
      const isAllowed = decidePlay(user, item, now).kind === 'play';
      expect(decideDownloaded(user, item, contactAt, now) === 'refused').toBe(!isAllowed);
    },
  );

  law(
    'never pauses a purchased title, or a title that needs no membership',
    [aUser(), aFreeUser(), anEntitlement(), contact(), anInstant()],
    (user, free, item, contactAt, now) => {
      expect(decideDownloaded(user, { ...item, isPurchased: true }, contactAt, now)).toBe('play');
      expect(decideDownloaded(free, item, contactAt, now)).not.toBe('paused');
      if (decidePlay(free, item, now).kind === 'play') {
        expect(decideDownloaded(user, item, contactAt, now)).toBe('play');
      }
    },
  );

  law(
    'pauses titles that need a membership after 30 days without contact, until the next contact',
    [aSubscriber(), aContentItem(), anInstant(), fc.integer({ min: 0, max: 100 * 24 * 60 * 60 * 1000 })],
    (user, item, now, ago) => {
      if (decidePlay({ ...user, paymentDetails: null }, item, now).kind !== 'offer') return;
      const contactAt = instant(now - ago);
      const isPaused = decideDownloaded(user, item, contactAt, now) === 'paused';
      expect(isPaused).toBe(ago >= LONGEST_WITHOUT_CONTACT);
      expect(decideDownloaded(user, item, null, now)).toBe('paused');
      expect(decideDownloaded(user, item, now, now)).toBe('play');
    },
  );

  law(
    'does not let a clock that is set back prolong a membership',
    [aSubscriber(), aContentItem(), anInstant(), fc.integer({ min: 1, max: 10 ** 10 })],
    (user, item, now, back) => {
      if (decidePlay({ ...user, paymentDetails: null }, item, now).kind !== 'offer') return;
      expect(decideDownloaded(user, item, instant(now + CLOCK_SET_BACK + back), now)).toBe('paused');
      expect(decideDownloaded(user, item, instant(now + CLOCK_SET_BACK), now)).toBe('play');
    },
  );
});

const tracks = () => fc.uniqueArray(aTrack(), { maxLength: 8, selector: ({ id }) => id });

const id = () => fc.constantFrom('1', '2', '1_1', '1_2', 'unknown').map(trackId);

const selection = (): fc.Arbitrary<DownloadSelection> =>
  fc.oneof(
    fc.constant(WHOLE),
    fc.record({ kind: fc.constant('range' as const), first: id(), last: id() }),
    fc.record({
      kind: fc.constant('next' as const),
      count: fc.integer({ min: -1, max: 9 }),
      after: fc.option(id(), { nil: null }),
    }),
  );

describe('what a selection downloads', () => {
  law(
    'has only tracks that are valid now, in the order of the title (DOWN-1)',
    [tracks(), selection(), anInstant()],
    (all, wanted, now) => {
      const selected = selectTracks(all, wanted, now);
      expect(selected.every((track) => isTrackValid(track, now))).toBe(true);
      expect(all.filter((track) => selected.includes(track))).toEqual(selected);
    },
  );

  law('has every valid track of a whole title', [tracks(), anInstant()], (all, now) => {
    const left = all.filter((track) => !selectTracks(all, WHOLE, now).includes(track));
    expect(left.some((track) => isTrackValid(track, now))).toBe(false);
  });

  law(
    'has only tracks between both ends of a range',
    [tracks(), fc.nat(7), fc.nat(7), anInstant()],
    (all, one, other, now) => {
      const [first, last] = [all[one], all[other]];
      if (first === undefined || last === undefined) return;
      const selected = selectTracks(all, { kind: 'range', first: first.id, last: last.id }, now);
      for (const track of selected) {
        expect(all.indexOf(track)).toBeGreaterThanOrEqual(one);
        expect(all.indexOf(track)).toBeLessThanOrEqual(other);
      }
      expect(selected.includes(first)).toBe(one <= other && isTrackValid(first, now));
    },
  );

  law(
    'has the requested number of next tracks, or fewer at the end of the title',
    [tracks(), fc.nat(7), fc.nat(9), anInstant()],
    (all, at, count, now) => {
      const after = all[at];
      if (after === undefined) return;
      const valid = all.slice(at + 1).filter((track) => isTrackValid(track, now));
      const selected = selectTracks(all, { kind: 'next', count, after: after.id }, now);
      expect(selected).toHaveLength(Math.min(count, valid.length));
      expect(selected.at(0)).toBe(count === 0 ? undefined : valid.at(0));
    },
  );
});
