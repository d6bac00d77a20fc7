import type { ContentItem } from '../catalogue/content.ts';
import { EMPTY_PLAYBACK } from '../playback/player.ts';
import type { Speed } from '../playback/speed.ts';
import type { Track, TrackId } from '../playback/track.ts';
import { NOBODY } from './user.ts';
import type { User, UserId } from './user.ts';

/** Section 3, user store: the listener, and which membership modals stand open. */
export type UserStore = User & {
  readonly manageSubscriptionModalVisible: boolean;
  readonly subscribeModalVisible: boolean;
};

/** Section 3, search store. */
export type SearchStore = { readonly query: string; readonly results: readonly ContentItem[] };

/**
 * Section 3, player state. `currentTrackIndex` is −1 without tracks; `userId` is the listener it belongs
 * to, so that another one's is discarded (contract 3.16).
 */
export type PlayerStore = {
  readonly currentAudio: ContentItem | null;
  readonly playlist: readonly Track[];
  readonly currentTrackIndex: number;
  readonly currentTrackId: TrackId | null;
  readonly autoplay: boolean;
  readonly userId: UserId;
  readonly playbackSpeed: Speed;
  readonly startPlayback: boolean;
};

export const USER_STORE_DEFAULTS: UserStore = {
  ...NOBODY,
  manageSubscriptionModalVisible: false,
  subscribeModalVisible: false,
};

export const SEARCH_STORE_DEFAULTS: SearchStore = { query: '', results: [] };

export const PLAYER_STORE_DEFAULTS: PlayerStore = {
  currentAudio: null,
  playlist: EMPTY_PLAYBACK.tracks,
  currentTrackIndex: EMPTY_PLAYBACK.index,
  currentTrackId: null,
  autoplay: EMPTY_PLAYBACK.autoplay,
  userId: NOBODY.id,
  playbackSpeed: EMPTY_PLAYBACK.speed,
  startPlayback: false,
};

/**
 * Section 3: which fields of each store this browser keeps for every page. The search store is never persisted. An
 * open modal belongs to its page: the tab keeps it there over a reload, and no other page ever shows it.
 */
export const PERSISTED = {
  user: ['id', 'name', 'email', 'paymentDetails', 'hasPurchases'],
  search: [],
  player: [
    'currentAudio',
    'playlist',
    'currentTrackIndex',
    'currentTrackId',
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
