import { describe, expect, test } from 'vitest';
import { PlayerState } from '../../../src/application/player-state.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { formatTracks } from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { loadId } from '../../../src/ports/audio-output.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const NOW = instant(1000);
const ELSEWHERE = { index: 1, position: seconds(30), at: NOW };
const MISSED = seconds(50);

const openBook = (player: PlayerState): void =>
  player.openAudio({
    audio: LONG_BOOK,
    tracks: formatTracks(LONG_BOOK, []),
    index: 0,
    isOnlyTrack: false,
    position: seconds(20),
    isResumed: true,
    speed: DEFAULT_SPEED,
    userId: SUBSCRIBER.id,
    opening: { at: NOW, trackId: null, recorded: null },
  });

const storedBook = () => {
  const player = new PlayerState();
  openBook(player);
  return player.store;
};

/** What can happen to a player, by name. An attempt is the newest one: of an older one nothing follows. */
const EVENTS: Readonly<Record<string, (player: PlayerState) => unknown>> = {
  restore: (player) => player.restore(storedBook(), seconds(20)),
  requestPlay: (player) => player.requestPlay(LONG_BOOK.id),
  requestNothing: (player) => player.requestPlay(null),
  requestOpening: (player) => player.requestOpening(LONG_BOOK.id),
  playConsidered: (player) => player.playConsidered(LONG_BOOK.id),
  // A request that is considered keeps the number of the request before it.
  endRequest: (player) => [0, 1, 2, 3, 4, 5, 6, 7, 8].forEach((attempt) => player.endRequest(attempt)),
  refused: (player) => player.requestRefused(LONG_BOOK.id),
  otherRefused: (player) => player.requestRefused(QUIET_MIND.id),
  openAudio: openBook,
  startLoading: (player) => player.startLoading(),
  setLoad: (player) => player.setLoad(loadId(1)),
  trackReady: (player) => player.trackReady(seconds(300)),
  soundStarted: (player) => player.soundStarted(NOW),
  soundStalled: (player) => player.soundStalled(),
  soundStopped: (player) => player.soundStopped(),
  soundLost: (player) => player.soundLost(),
  requireTap: (player) => player.requireTap(),
  pausedByTab: (player) => player.pausedByTab(),
  trackFailed: (player) => player.trackFailed(),
  playRequested: (player) => player.playRequested(),
  endReached: (player) => player.endReached(),
  trackEnded: (player) => player.trackEnded(NOW, { isSkipped: () => false, positionOf: () => null }),
  noteOrigin: (player) => player.noteOrigin('account'),
  askForPosition: (player) => player.askForPosition(ELSEWHERE, ELSEWHERE),
  dismissNote: (player) => player.dismissPositionNote(),
  positionFollowed: (player) => player.positionFollowed(ELSEWHERE),
  seek: (player) => player.seek(seconds(40)),
  chooseTrack: (player) => player.chooseTrack(1, seconds(40)),
  moveNext: (player) => player.moveNext(NOW),
  movePrevious: (player) => player.movePrevious(NOW),
  moveOn: (player) => player.moveOn(NOW),
  positionMissed: (player) => player.positionMissed(MISSED),
  moved: (player) => player.soundMoved(seconds(45)),
  movedPastMissed: (player) => player.soundMoved(MISSED),
  openText: (player) => player.setTextOpen(true),
  closeText: (player) => player.setTextOpen(false),
  close: (player) => player.close(),
  show: (player) => player.show(),
  reset: (player) => player.reset(),
};

type Field = 'phase' | 'request' | 'sound' | 'silence' | 'display' | 'positionNote' | 'missed';

const valueOf = (player: PlayerState, field: Field): unknown => Reflect.get(player, field);

/** The kind of a value of a union. */
const kindOf = (value: unknown): string => {
  if (value === null) return 'none';
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== undefined && 'kind' in value ? String(value.kind) : 'some';
};

/** What can decide about the next kind of a union, apart from its own value. */
const circumstances = (player: PlayerState): unknown => [
  player.isPresent,
  player.isPlaying,
  player.autoplay,
  player.playback.index,
  player.phase === 'loading',
  player.isLoaded,
];

/** Every player that the events can make, as far as one union shows it, with the event that led there. */
function reachable(field: Field) {
  const steps: { readonly event: string; readonly before: unknown; readonly after: unknown }[] = [];
  const keyOf = (player: PlayerState): string =>
    JSON.stringify([valueOf(player, field), circumstances(player)]);
  const found = new Map([['', new PlayerState()]]);
  for (const [, player] of found) {
    for (const [event, happens] of Object.entries(EVENTS)) {
      const next = Object.assign(new PlayerState(), player);
      happens(next);
      steps.push({ event, before: valueOf(player, field), after: valueOf(next, field) });
      const key = keyOf(next);
      if (!found.has(key)) found.set(key, next);
    }
  }
  return steps;
}

/** The changes of kind, each with the events that cause it. */
function transitions(field: Field): Readonly<Record<string, string>> {
  const causes = new Map<string, Set<string>>();
  for (const { event, before, after } of reachable(field)) {
    const [from, to] = [kindOf(before), kindOf(after)];
    if (from !== to) causes.set(`${from} → ${to}`, (causes.get(`${from} → ${to}`) ?? new Set()).add(event));
  }
  return Object.fromEntries(
    [...causes].map(([change, events]) => [change, [...events].toSorted().join(' ')]),
  );
}

describe('the player goes', () => {
  test('from one phase to another', () => {
    expect(transitions('phase')).toEqual({
      'empty → restored': 'restore',
      'empty → loading': 'openAudio soundLost startLoading',
      'empty → ready': 'soundStarted trackReady',
      'empty → error': 'trackFailed',
      'empty → unloaded': 'askForPosition',
      'restored → loading': 'openAudio soundLost startLoading',
      'restored → ready': 'soundStarted trackReady',
      'restored → error': 'trackFailed',
      'restored → unloaded': 'askForPosition chooseTrack moveNext moveOn positionFollowed seek',
      'restored → empty': 'reset',
      'loading → restored': 'restore',
      'loading → ready': 'soundStarted trackReady',
      'loading → unloaded': 'askForPosition endReached requireTap soundStopped trackEnded',
      'loading → error': 'trackFailed',
      'loading → empty': 'reset',
      'ready → restored': 'restore',
      'ready → loading': 'openAudio soundLost startLoading',
      'ready → error': 'trackFailed',
      'ready → unloaded': 'askForPosition',
      'ready → empty': 'reset',
      'error → restored': 'restore',
      'error → loading': 'openAudio soundLost startLoading',
      'error → ready': 'soundStarted trackReady',
      'error → unloaded': 'askForPosition',
      'error → empty': 'reset',
      'unloaded → restored': 'restore',
      'unloaded → loading': 'openAudio soundLost startLoading',
      'unloaded → ready': 'soundStarted trackReady',
      'unloaded → error': 'trackFailed',
      'unloaded → empty': 'reset',
    });
  });

  test('from one request to play to another', () => {
    expect(transitions('request')).toEqual({
      'none → starting': 'requestPlay',
      'none → opening': 'requestOpening',
      'none → considered': 'playConsidered',
      'starting → none':
        'askForPosition endRequest otherRefused refused requestNothing requireTap reset soundStarted trackFailed trackReady',
      'starting → opening': 'requestOpening',
      'starting → considered': 'playConsidered',
      'opening → starting': 'openAudio requestPlay startLoading',
      'opening → none': 'endRequest refused requestNothing reset',
      'opening → considered': 'playConsidered',
      'considered → starting': 'requestPlay',
      'considered → none': 'endRequest otherRefused refused requestNothing reset',
      'considered → opening': 'otherRefused requestOpening',
    });
  });

  test('from one sound to another', () => {
    expect(transitions('sound')).toEqual({
      'silent → sounding': 'soundStarted',
      'silent → waiting': 'playRequested soundLost soundStalled',
      'sounding → silent':
        'askForPosition endReached openAudio requireTap reset soundStalled soundStopped startLoading trackEnded trackFailed',
      'sounding → waiting': 'playRequested soundLost soundStalled',
      'waiting → silent':
        'askForPosition endReached openAudio requireTap reset soundStalled soundStopped startLoading trackEnded trackFailed',
      'waiting → sounding': 'soundStarted',
    });
  });

  test('from one reason of its silence to another', () => {
    expect(transitions('silence')).toEqual({
      'chosen → needs-tap': 'requireTap',
      'chosen → other-tab': 'pausedByTab',
      'needs-tap → chosen': 'openAudio reset soundStarted startLoading',
      'other-tab → chosen': 'openAudio reset soundStarted startLoading',
      'other-tab → needs-tap': 'requireTap',
    });
  });

  test('from one display to another', () => {
    expect(transitions('display')).toEqual({
      'shown → text': 'openText',
      'shown → hidden': 'close',
      'text → shown': 'closeText reset',
      'text → hidden': 'close',
      'hidden → shown': 'openAudio reset show',
    });
  });

  test('from one note about the position to another', () => {
    expect(transitions('positionNote')).toEqual({
      'none → from-account': 'noteOrigin',
      'none → question': 'askForPosition',
      'none → from-elsewhere': 'positionFollowed',
      'none → missed': 'positionMissed',
      'from-account → none': 'chooseTrack dismissNote moveNext moveOn movePrevious openAudio reset',
      'from-account → question': 'askForPosition',
      'from-account → from-elsewhere': 'positionFollowed',
      'from-account → missed': 'positionMissed',
      'question → none': 'chooseTrack dismissNote moveNext moveOn movePrevious openAudio reset startLoading',
      'question → from-account': 'noteOrigin',
      'question → from-elsewhere': 'positionFollowed',
      'question → missed': 'positionMissed',
      'from-elsewhere → none': 'chooseTrack dismissNote moveNext moveOn openAudio reset',
      'from-elsewhere → from-account': 'noteOrigin',
      'from-elsewhere → question': 'askForPosition',
      'from-elsewhere → missed': 'positionMissed',
      'missed → none': 'chooseTrack dismissNote moveNext moveOn movePrevious movedPastMissed openAudio reset',
      'missed → from-account': 'noteOrigin',
      'missed → question': 'askForPosition',
      'missed → from-elsewhere': 'positionFollowed',
    });
  });

  test('to and from a position that the audio missed', () => {
    expect(transitions('missed')).toEqual({
      'none → some': 'positionMissed',
      'some → none':
        'chooseTrack moveNext moveOn movePrevious moved movedPastMissed openAudio positionFollowed reset',
    });
  });
});

describe('a value of the player has only the fields of its kind', () => {
  test.each<readonly [Field, Readonly<Record<string, readonly string[]>>]>([
    ['request', { none: [], considered: ['item', 'opening'], opening: ['item'], starting: ['item'] }],
    ['sound', { silent: [], waiting: [], sounding: ['since'] }],
    ['display', { shown: [], text: [], hidden: ['wasPlaying'] }],
    [
      'positionNote',
      {
        none: [],
        'from-account': ['position'],
        'from-elsewhere': ['position'],
        missed: ['position'],
        question: ['elsewhere', 'here'],
      },
    ],
    ['missed', { none: [], some: ['hasSought', 'position'] }],
  ])('%s', (field, fields) => {
    const found = new Map(reachable(field).map(({ after }) => [JSON.stringify(after), after]));
    const kinds = new Set([...found.values()].map(kindOf));
    expect([...kinds].toSorted()).toEqual(Object.keys(fields).toSorted());
    for (const value of found.values()) {
      const names = Object.keys(value ?? {}).filter((name) => name !== 'kind');
      expect(names.toSorted()).toEqual(fields[kindOf(value)]);
    }
  });

  test('so no view reads when the audio began while it does not sound', () => {
    const player = new PlayerState();
    openBook(player);
    player.soundStarted(NOW);
    expect([player.soundingSince, player.isWaiting]).toEqual([NOW, false]);
    player.soundStalled();
    expect([player.soundingSince, player.isWaiting]).toEqual([null, true]);
    player.soundStopped();
    expect([player.soundingSince, player.isWaiting]).toEqual([null, false]);
  });

  test('so Resume continues only what it played when it was closed', () => {
    const player = new PlayerState();
    openBook(player);
    player.setTextOpen(true);
    player.close();
    expect([player.isHidden, player.isTextOpen]).toEqual([true, false]);
    player.setTextOpen(true);
    expect([player.isHidden, player.isTextOpen]).toEqual([true, false]);
    expect(player.show()).toBe(true);
    expect([player.isHidden, player.isTextOpen]).toEqual([false, false]);
    expect(player.show()).toBe(false);
  });
});
