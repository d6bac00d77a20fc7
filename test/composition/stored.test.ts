// Proves APP-43.
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { storedPlayer } from '../../src/composition/reactions/persist-stores.ts';
import { PLAYER_STORE_DEFAULTS } from '../../src/domain/account/stores.ts';
import { authorId, contentId, type ContentItem } from '../../src/domain/catalogue/content.ts';
import { title } from '../application/titles.ts';

/** Whether a player with this title is restored. */
const comesBack = (currentAudio: Partial<ContentItem>): boolean => {
  const store = {
    currentAudio,
    playlist: [],
    currentTrackIndex: -1,
    currentTrackId: null,
    autoplay: false,
    userId: 'somebody',
    playbackSpeed: 1,
    startPlayback: false,
  };
  return v.safeParse(storedPlayer, JSON.parse(JSON.stringify(store))).success;
};

describe('a stored player', () => {
  test('is restored', () => {
    expect(comesBack(title({ id: contentId('sea 🌊') }))).toBe(true);
  });

  test('is restored from a version that stored no day of publication', () => {
    const { publishedAt: _, ...before } = title({ id: contentId('a') });
    expect(comesBack(before)).toBe(true);
  });

  test('is restored from a version without entries of one track', () => {
    const store = { ...PLAYER_STORE_DEFAULTS, userId: 'somebody' };
    const { isOnlyTrack: _, ...before } = store;
    expect(v.parse(storedPlayer, before)).toEqual(store);
    expect(v.parse(storedPlayer, { ...store, isOnlyTrack: true }).isOnlyTrack).toBe(true);
  });

  test('is discarded if it holds an id that no link can contain', () => {
    const half = 'half a pair \uD83C';
    for (const item of [
      title({ id: contentId(half) }),
      title({ id: contentId('a'), contentId: contentId(half) }),
      title({ id: contentId('a'), authors: [{ id: authorId(half), name: 'Amara' }] }),
    ]) {
      expect(comesBack(item)).toBe(false);
    }
  });
});
