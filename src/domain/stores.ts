import type { ContentItem } from './catalogue/content.ts';
import { EMPTY_PLAYBACK, type Speed } from './playback/player.ts';
import type { Track, TrackId } from './playback/track.ts';
import { NOBODY, type User, type UserId } from './account/user.ts';

/** The stored part of the user: the listener, and which membership modals are open. */
export type UserStore = User & {
  readonly manageSubscriptionModalVisible: boolean;
  readonly subscribeModalVisible: boolean;
};

/** The term of the search, and its results. It is not persisted. */
export type SearchStore = { readonly query: string; readonly results: readonly ContentItem[] };

/**
 * The stored part of the player. `currentTrackIndex` is −1 without tracks. `isOnlyTrack`: the listener asked for one
 * track of the title (PLAY-96). `userId` is the listener that it belongs to, so that the state of another listener is
 * discarded (PLAY-22).
 */
export type PlayerStore = {
  readonly currentAudio: ContentItem | null;
  readonly playlist: readonly Track[];
  readonly currentTrackIndex: number;
  readonly currentTrackId: TrackId | null;
  readonly isOnlyTrack: boolean;
  readonly autoplay: boolean;
  readonly userId: UserId;
  readonly playbackSpeed: Speed;
  readonly startPlayback: boolean;
};

/** The stored user while nobody is signed in. */
export const USER_STORE_DEFAULTS: UserStore = {
  ...NOBODY,
  manageSubscriptionModalVisible: false,
  subscribeModalVisible: false,
};

/** The search before the first term. */
export const SEARCH_STORE_DEFAULTS: SearchStore = { query: '', results: [] };

/** The stored player of a listener who has played nothing. */
export const PLAYER_STORE_DEFAULTS: PlayerStore = {
  currentAudio: null,
  playlist: EMPTY_PLAYBACK.tracks,
  currentTrackIndex: EMPTY_PLAYBACK.index,
  currentTrackId: null,
  isOnlyTrack: false,
  autoplay: EMPTY_PLAYBACK.autoplay,
  userId: NOBODY.id,
  playbackSpeed: EMPTY_PLAYBACK.speed,
  startPlayback: false,
};

/**
 * The fields of each store that this browser stores for every page. Search is never stored (APP-42). An open modal is
 * stored only for its own page and tab, and survives a reload there.
 */
export const PERSISTED = {
  user: ['id', 'name', 'email', 'paymentDetails', 'hasPurchases'],
  search: [],
  player: [
    'currentAudio',
    'playlist',
    'currentTrackIndex',
    'currentTrackId',
    'isOnlyTrack',
    'autoplay',
    'userId',
    'playbackSpeed',
    'startPlayback',
  ],
} as const satisfies {
  readonly user: readonly (keyof UserStore)[];
  readonly search: readonly (keyof SearchStore)[];
  readonly player: readonly (keyof PlayerStore)[];
};
