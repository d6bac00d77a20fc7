import { DEFAULT_SPEED, type Speed, asSpeed } from '../src/domain/playback/player.ts';
import { type Bound, type Instant, type Seconds, type Window, instant, seconds } from '../src/domain/time.ts';

// The state of the harness. Its address holds all of it, so a state can be shared.

/** Who listens: nobody, or a member with this plan. */
export const LISTENERS = ['visitor', 'free', 'monthly', 'annual', 'trial', 'canceled', 'expired'] as const;
/** `slow`: each call takes three seconds. `failing`: the provider responds to each call with an error. */
export const NETWORKS = ['online', 'slow', 'failing', 'offline'] as const;
export const STORAGES = ['works', 'full', 'blocked'] as const;
/** `denied`: the browser wants a gesture first. `stalls`: data is missing. `fails`: the source is lost. */
export const SOUNDS = ['plays', 'denied', 'stalls', 'fails'] as const;
/** Seconds of the application in a second of the viewer. */
export const SPEEDS = [0, 1, 10, 60, 600, 3600] as const;
export const WINDOWS = ['validity', 'listenFree', 'discount'] as const;
/** `playing`: the listener wants to hear it. It may still load, wait, or be denied. `closed`: the player is hidden. */
const PLAYERS = ['playing', 'paused', 'closed'] as const;

export type WindowName = (typeof WINDOWS)[number];

/** A window that replaces the one of the catalogue. */
export type ChangedWindow = { readonly title: string; readonly name: WindowName; readonly window: Window };

type PlayerContent = {
  readonly status: (typeof PLAYERS)[number];
  /** The id of the title. */
  readonly title: string;
  /** The id of the track. */
  readonly track: string;
  /** From the start of the track. */
  readonly position: Seconds;
  readonly speed: Speed;
};

export type HarnessState = {
  readonly listener: (typeof LISTENERS)[number];
  /** Ids of the purchased titles. */
  readonly purchases: readonly string[];
  readonly at: Instant;
  readonly speed: number;
  readonly path: string;
  /** Null if the player is empty. */
  readonly player: PlayerContent | null;
  readonly windows: readonly ChangedWindow[];
  readonly network: (typeof NETWORKS)[number];
  readonly storage: (typeof STORAGES)[number];
  readonly sound: (typeof SOUNDS)[number];
  readonly adapters: Readonly<Record<string, string>>;
};

/** The evening at which the catalogue's windows are near. */
export const EVENING = instant(Date.UTC(2026, 0, 5, 20));

const FIRST_STATE: HarnessState = {
  listener: 'free',
  purchases: [],
  at: EVENING,
  speed: 1,
  path: '/',
  player: null,
  windows: [],
  network: 'online',
  storage: 'works',
  sound: 'plays',
  adapters: {},
};

const PREFIX = 'adapter.';

/** The query of a state, with whole seconds. What is as in `FIRST_STATE` is left out. */
export function queryOf(state: HarnessState): string {
  const query = new URLSearchParams();
  const add = (name: 'listener' | 'network' | 'path' | 'sound' | 'speed' | 'storage'): void => {
    if (state[name] !== FIRST_STATE[name]) query.set(name, String(state[name]));
  };
  add('listener');
  if (state.at !== FIRST_STATE.at) query.set('at', new Date(state.at).toISOString());
  add('speed');
  add('path');
  if (state.player !== null) {
    const { status, title, track, position, speed } = state.player;
    query.set('player', status);
    query.set('title', title);
    if (track !== title) query.set('track', track);
    query.set('position', String(Math.floor(position)));
    if (speed !== DEFAULT_SPEED) query.set('rate', String(speed));
  }
  for (const id of state.purchases) query.append('purchase', id);
  for (const { title, name, window } of state.windows)
    query.append('window', [title, name, textOf(window.from), textOf(window.till)].join(' '));
  add('network');
  add('storage');
  add('sound');
  for (const [port, adapter] of Object.entries(state.adapters)) query.set(PREFIX + port, adapter);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The state of a query. A value that cannot be read counts as missing. */
export function stateOf(search: string): HarnessState {
  const query = new URLSearchParams(search);
  const choice = <Choice extends string>(name: string, choices: readonly Choice[], usual: Choice): Choice =>
    choices.find((each) => each === query.get(name)) ?? usual;
  const at = boundOf(query.get('at') ?? '');
  const path = query.get('path') ?? '';
  return {
    listener: choice('listener', LISTENERS, FIRST_STATE.listener),
    purchases: query.getAll('purchase'),
    at: typeof at === 'number' ? at : FIRST_STATE.at,
    speed: SPEEDS.find((each) => String(each) === query.get('speed')) ?? FIRST_STATE.speed,
    path: path.startsWith('/') ? path : FIRST_STATE.path,
    player: playerOf(query),
    windows: query.getAll('window').flatMap(windowOf),
    network: choice('network', NETWORKS, FIRST_STATE.network),
    storage: choice('storage', STORAGES, FIRST_STATE.storage),
    sound: choice('sound', SOUNDS, FIRST_STATE.sound),
    adapters: Object.fromEntries(
      [...query].flatMap(([name, value]) =>
        name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value]] : [],
      ),
    ),
  };
}

const textOf = (bound: Bound): string =>
  bound === 'absent' || bound === 'unreadable' ? bound : new Date(bound).toISOString();

/** A bound from its text: an ISO 8601 date, or empty for none. */
export function boundOf(text: string): Bound {
  if (text === '' || text === 'absent') return 'absent';
  const time = Date.parse(text);
  return Number.isNaN(time) ? 'unreadable' : instant(time);
}

function playerOf(query: URLSearchParams): PlayerContent | null {
  const status = PLAYERS.find((each) => each === query.get('player'));
  const title = query.get('title') ?? '';
  if (status === undefined || title === '') return null;
  const position = query.get('position') ?? '';
  return {
    status,
    title,
    track: query.get('track') ?? title,
    position: seconds(/^\d{1,6}$/u.test(position) ? Number(position) : 0),
    speed: asSpeed(Number(query.get('rate'))) ?? DEFAULT_SPEED,
  };
}

function windowOf(text: string): readonly ChangedWindow[] {
  const [title = '', wanted = '', from = '', till = ''] = text.split(' ');
  const name = WINDOWS.find((each) => each === wanted);
  return name === undefined ? [] : [{ title, name, window: { from: boundOf(from), till: boundOf(till) } }];
}

/** What the application in the frame shows and has sent, at one moment. */
export type Snapshot = {
  readonly now: Instant;
  readonly path: string;
  /** What is in the player, with the title of its track; null if it is empty. */
  readonly player: (PlayerContent & { readonly name: string }) | null;
  readonly notices: readonly string[];
  /** The calls to the provider, oldest first. */
  readonly calls: readonly string[];
  readonly events: readonly string[];
  readonly messaging: readonly string[];
  readonly reports: readonly string[];
  readonly log: readonly string[];
};

export type Frame = {
  /** Applies a state without a reload. Adapters, path, player and a visitor need one. */
  apply(state: HarnessState): Promise<void>;
  snapshot(): Snapshot;
};

declare global {
  interface Window {
    /** The panel's function. The frame calls it when the application runs. */
    connectFrame?: (frame: Frame) => void;
  }
}
