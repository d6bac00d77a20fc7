// Proves APP-42, PLAY-17, PLAY-22.
import { describe, expect, test } from 'vitest';
import {
  PERSISTED,
  PLAYER_STORE_DEFAULTS,
  SEARCH_STORE_DEFAULTS,
  USER_STORE_DEFAULTS,
} from '../../../src/domain/account/stores.ts';

describe('the stores', () => {
  test('the user store starts with nobody and both modals closed', () => {
    expect(USER_STORE_DEFAULTS).toEqual({
      id: '',
      name: 'Friend',
      email: '',
      paymentDetails: null,
      hasPurchases: false,
      manageSubscriptionModalVisible: false,
      subscribeModalVisible: false,
    });
  });

  test('the search store starts empty', () => {
    expect(SEARCH_STORE_DEFAULTS).toEqual({ query: '', results: [] });
  });

  test('the player starts empty, silent, without autoplay, at speed 1, and belongs to nobody', () => {
    expect(PLAYER_STORE_DEFAULTS).toEqual({
      currentAudio: null,
      playlist: [],
      currentTrackIndex: -1,
      currentTrackId: null,
      isOnlyTrack: false,
      autoplay: false,
      userId: '',
      playbackSpeed: 1,
      startPlayback: false,
    });
  });

  test('everything is stored except open modals and the search', () => {
    const modals = new Set(['manageSubscriptionModalVisible', 'subscribeModalVisible']);
    const user = Object.keys(USER_STORE_DEFAULTS).filter((field) => !modals.has(field));
    expect(new Set<string>(PERSISTED.user)).toEqual(new Set(user));
    expect(new Set<string>(PERSISTED.player)).toEqual(new Set(Object.keys(PLAYER_STORE_DEFAULTS)));
    expect(PERSISTED.search).toEqual([]);
  });
});
