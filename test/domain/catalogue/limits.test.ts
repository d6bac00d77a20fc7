// Proves APP-6, CAT-7, CAT-17, CAT-18, CAT-19.
import { describe, expect, test } from 'vitest';
import {
  CAROUSEL,
  CLIENT_VERSION,
  HASH_SCROLL_DELAY,
  HASH_SCROLL_OFFSET,
  PAGE_SIZES,
  QUICK_LISTEN_LIMIT,
  SKIP_STEP,
} from '../../../src/domain/catalogue/limits.ts';

describe('the limits of the product', () => {
  test('page sizes', () => {
    expect(PAGE_SIZES).toEqual({
      recommended: 15,
      authors: 15,
      trending: 15,
      activeContent: 15,
      favorites: 25,
      purchases: 25,
      podcastEpisodes: 50,
      topics: 50,
      homeTopics: 10,
      collectionTracks: 1000,
      search: 3,
      devices: 60,
    });
  });

  test('steps and intervals of the player', () => {
    expect(SKIP_STEP).toBe(15);
  });

  test('hash scroll', () => {
    expect([HASH_SCROLL_OFFSET, HASH_SCROLL_DELAY]).toEqual([200, 200]);
  });

  test('carousel', () => {
    expect(CAROUSEL).toEqual({
      slides: 5,
      narrow: [
        { upToWidth: 1024, slides: 3 },
        { upToWidth: 600, slides: 3 },
      ],
    });
  });

  test('quick listens last at most half an hour, and the client version is 1.2.6', () => {
    expect(QUICK_LISTEN_LIMIT).toBe(1800);
    expect(CLIENT_VERSION).toBe('1.2.6');
  });
});
