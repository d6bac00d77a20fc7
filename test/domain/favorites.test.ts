import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContentType } from '../../src/domain/catalogue/content.ts';
import { favoriteEventName, favoriteKind, ofKind } from '../../src/domain/favorites.ts';
import { aContentType } from '../arbitraries/content.ts';
import { law } from 'audio-streaming-laws/laws';

const favorites = () => fc.array(fc.record({ type: aContentType() }), { maxLength: 20 });

describe('favourites', () => {
  law('every favourite is in exactly one list (FAV-1)', [favorites()], (items) => {
    const listed = (['audios', 'podcasts', 'collections'] as const).flatMap((kind) => ofKind(items, kind));
    expect(listed).toHaveLength(items.length);
    expect(new Set(listed)).toEqual(new Set(items));
  });

  law('a list keeps the order in which the items were sent (FAV-2)', [favorites()], (items) => {
    const indexes = ofKind(items, 'podcasts').map((item) => items.indexOf(item));
    expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
  });

  test.each([
    [ContentType.DEFAULT, 'audios', 'Moved to Library'],
    [ContentType.AUDIOBOOK, 'audios', 'Moved to Library'],
    [ContentType.AUDIOBOOK_WITH_CHAPTERS, 'audios', 'Moved to Library'],
    [ContentType.PODCAST, 'podcasts', 'Follow Button Clicked'],
    [ContentType.PODCAST_EPISODE, 'podcasts', 'Moved to Library'],
    [ContentType.CURATED_COLLECTION, 'collections', 'Moved to Library'],
    [ContentType.COLLECTION_TRACK, 'collections', 'Moved to Library'],
  ] as const)('type %j is on the list of %j, and its save is logged as %j (FAV-1)', (type, kind, event) => {
    expect(favoriteKind({ type })).toBe(kind);
    expect(favoriteEventName({ type })).toBe(event);
  });

  test('have the codes of the provider', () => {
    expect(Object.values(ContentType)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
