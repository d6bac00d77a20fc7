import { compareShallow, reaction } from 'mobx';
import * as v from 'valibot';
import type { KeyValueStore, Log } from '../../ports/platform.ts';
import type { OnboardingState, OnboardingStore } from '../../application/session/onboarding-state.ts';
import {
  HEADSET_BUTTONS,
  type PlaybackSettingsState,
  type SettingsStore,
} from '../../application/playback/playback-settings-state.ts';
import { contentId } from '../../domain/catalogue/content.ts';
import { SPEEDS, asSpeed, DEFAULT_SPEED } from '../../domain/playback/player.ts';
import { instant, seconds, type Seconds } from '../../domain/time.ts';
import { type NoticesState, MESSAGES } from '../../application/notices-state.ts';
import type { PlayerState } from '../../application/player-state.ts';
import type { UserState } from '../../application/session/user-state.ts';
import type { PlayerStore } from '../../domain/account/stores.ts';
import type { PlaybackJournal } from '../../ports/stored-positions.ts';
import {
  author,
  contentType,
  finite,
  id,
  item,
  nullable,
  publishedAt,
  span,
  text,
  transcripts,
  window,
} from '../../adapters/browser/stored-item.ts';
import { trackId, type Track } from '../../domain/playback/track.ts';
import { userId, type User } from '../../domain/account/user.ts';
import { PLAY_ORDERS } from '../../domain/playback/episodes.ts';
import { SLEEP_OPTIONS } from '../../domain/playback/sleep.ts';

/** A value of a state that outlives the page. */
type Persistent<Value> = {
  readonly key: string;
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly restore: (value: Value) => void;
  /** Null if there is nothing to store. */
  readonly current: () => Value | null;
  /** Called with the kind of the failure when the value could not be stored. */
  readonly failed: (kind: string) => void;
};

/**
 * Restores a value from this browser, and stores it after each change of one of its fields from now on. A state makes a
 * new value at every tick of the player, mostly with the same fields.
 */
function persistValue<Value>(
  store: KeyValueStore,
  { key, schema, restore, current, failed }: Persistent<Value>,
): void {
  const stored = read(store, key, schema);
  if (stored !== null) restore(stored);
  reaction(
    current,
    (value) => {
      if (value === null) {
        store.delete(key);
        return;
      }
      const written = store.set(key, JSON.stringify(value));
      if (!written.ok) failed(written.error.kind);
    },
    { equals: compareShallow },
  );
}

/** Reads a stored value; a value that cannot be read is discarded without a message (APP-43). */
function read<Value>(
  store: KeyValueStore,
  key: string,
  schema: v.GenericSchema<unknown, Value>,
): Value | null {
  const text = store.get(key);
  if (text === null) return null;
  try {
    const decoded = v.safeParse(schema, JSON.parse(text));
    if (decoded.success) return decoded.output;
  } catch {
    // Text that is not JSON counts as unreadable too.
  }
  store.delete(key);
  return null;
}

const onboardingSchema: v.GenericSchema<unknown, OnboardingStore> = v.object({
  awaitsForYou: v.boolean(),
  awaitsHome: v.boolean(),
  awaitsOffer: v.boolean(),
  from: v.nullable(v.string()),
});

const isOver = (store: OnboardingStore): boolean =>
  Object.values(store).every((step) => step === null || step === false);

/** Stores the open steps of the onboarding, so that they survive a reload (SES-64). */
export function persistOnboarding(store: KeyValueStore, onboarding: OnboardingState, log: Log): void {
  persistValue(store, {
    key: 'onboarding',
    schema: onboardingSchema,
    restore: (stored) => onboarding.restore(stored),
    current: () => (isOver(onboarding.store) ? null : onboarding.store),
    failed: (kind) => log.warn('The onboarding could not be saved', { kind }),
  });
}

const titleId = v.pipe(v.string(), v.nonEmpty(), v.transform(contentId));
const skip = v.pipe(v.number(), v.minValue(0), v.maxValue(3600), v.transform(seconds));

const settingsSchema: v.GenericSchema<unknown, SettingsStore> = v.object({
  keysOn: v.boolean(),
  rewindsOnResume: v.boolean(),
  // An earlier version did not have this setting.
  headsetButtons: v.optional(v.picklist(HEADSET_BUTTONS), 'skip'),
  keepsSleep: v.optional(v.boolean(), false),
  sleepChoice: v.optional(v.picklist([...SLEEP_OPTIONS, 'end-of-chapter']), 0),
  // Neither did it have settings of podcasts.
  podcasts: v.optional(
    v.array(
      v.object({
        id: titleId,
        skips: v.object({ start: skip, end: skip }),
        isUnheardFirst: v.boolean(),
        // An earlier version did not have this setting.
        playOrder: v.optional(v.picklist(PLAY_ORDERS), 'sent'),
      }),
    ),
    () => [],
  ),
  speeds: v.array(
    v.object({
      id: titleId,
      speed: v.picklist(SPEEDS),
      // An earlier version did not store the time: any value with a time is newer.
      at: v.pipe(v.optional(v.pipe(v.number(), v.finite()), 0), v.transform(instant)),
    }),
  ),
});

/** Restores the player's settings from this browser and stores them from now on. */
export function persistSettings(store: KeyValueStore, settings: PlaybackSettingsState, log: Log): void {
  persistValue(store, {
    key: 'settings.player',
    schema: settingsSchema,
    restore: (stored) => settings.restore(stored),
    current: () => settings.store,
    failed: (kind) => log.warn('The settings could not be saved', { kind }),
  });
}

/** Puts the player at the track that was last heard of its content, and returns the position in it. */
function positionOf(store: PlayerStore, journal: PlaybackJournal): [PlayerStore, Seconds] {
  const track = store.playlist[store.currentTrackIndex];
  const entry = track === undefined ? null : journal.position(track.contentId);
  const index = store.playlist.findIndex(({ id }) => id === entry?.track);
  if (entry === null || entry.listener !== store.userId || index === -1) return [store, seconds(0)];
  return [{ ...store, currentTrackIndex: index, currentTrackId: entry.track }, entry.position];
}

/**
 * Restores the user and player stores from this browser and stores them from now on (APP-42). The position in the
 * current track comes from the journal, which is written every second (PROG-9). A storage that is full or blocked
 * affects nothing else; a notice says so once (APP-44).
 */
export function persistStores(
  store: KeyValueStore,
  user: UserState,
  player: PlayerState,
  journal: PlaybackJournal,
  notices: NoticesState,
  log: Log,
): void {
  let isReported = false;
  const failed = (key: string) => (kind: string) => {
    // The notice is shown only once, because later writes fail for the same reason.
    if (isReported) return;
    isReported = true;
    log.warn('A state could not be saved', { key, kind });
    notices.post(MESSAGES.notKept);
  };
  persistValue(store, {
    key: 'store.user',
    schema: storedUser,
    restore: (stored) => user.restore(stored),
    current: () => (user.isSignedIn ? user.user : null),
    failed: failed('store.user'),
  });
  persistValue(store, {
    key: 'store.player',
    schema: storedPlayer,
    restore: (stored) => player.restore(...positionOf(stored, journal)),
    current: () => (player.isPresent ? player.store : null),
    failed: failed('store.player'),
  });
}

const track: v.GenericSchema<unknown, Track> = v.object({
  id: v.pipe(text, v.nonEmpty(), v.transform(trackId)),
  contentId: id,
  chapterIndex: nullable(finite),
  title: text,
  src: text,
  index: finite,
  imageUrl: nullable(text),
  authors: v.array(author),
  contentType,
  runTime: nullable(span),
  description: text,
  listenFree: v.boolean(),
  dayNumber: nullable(finite),
  publishedAt,
  season: v.optional(nullable(finite), null),
  progress: v.optional(
    v.pipe(
      v.unknown(),
      v.transform((): null => null),
    ),
    null,
  ),
  contentWindow: window,
  ownWindow: window,
  isPurchased: v.boolean(),
  transcripts,
});

export const storedPlayer: v.GenericSchema<unknown, PlayerStore> = v.object({
  currentAudio: nullable(item),
  playlist: v.array(track),
  currentTrackIndex: v.pipe(v.number(), v.integer(), v.minValue(-1)),
  currentTrackId: nullable(v.pipe(text, v.transform(trackId))),
  // Earlier versions did not store it.
  isOnlyTrack: v.optional(v.boolean(), false),
  autoplay: v.boolean(),
  userId: v.pipe(text, v.transform(userId)),
  playbackSpeed: v.pipe(
    v.number(),
    v.transform((value) => asSpeed(value) ?? DEFAULT_SPEED),
  ),
  startPlayback: v.boolean(),
});

const storedUser: v.GenericSchema<unknown, User> = v.object({
  id: v.pipe(text, v.transform(userId)),
  name: text,
  email: text,
  paymentDetails: nullable(
    v.object({
      isExpired: v.boolean(),
      isCanceled: v.boolean(),
      isTrialing: v.boolean(),
      duration: nullable(v.picklist(['monthly', 'yearly'])),
    }),
  ),
  hasPurchases: v.boolean(),
});
