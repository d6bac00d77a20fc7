import * as fc from 'fast-check';
import { bookmarkId, type Bookmark } from '../../src/domain/bookmarks/bookmark.ts';
import { historyEntryId, STOP_REASONS, type HistoryEntry } from '../../src/domain/history.ts';
import type { StoredTitle, TrackPoint } from '../../src/domain/playback/title-position.ts';
import { trackId } from '../../src/domain/playback/track.ts';
import { aContentId } from './content.ts';
import { aText, anAddress } from './text.ts';
import { aPosition, anInstant } from './time.ts';

const aTitle = (): fc.Arbitrary<StoredTitle> =>
  fc.record({
    audio: aContentId(),
    page: aContentId(),
    title: aText(),
    imageUrl: fc.option(anAddress(), { nil: null }),
  });

/** A position in a track. */
export const aTrackPoint = (): fc.Arbitrary<TrackPoint> =>
  fc.record({
    track: aContentId().map(trackId),
    contentId: aContentId(),
    trackTitle: fc.option(aText(), { nil: null }),
    position: aPosition(),
  });

/** A bookmark of any title. */
export const aBookmark = (): fc.Arbitrary<Bookmark> =>
  fc
    .tuple(
      aTitle(),
      aTrackPoint(),
      fc.record({
        id: fc.uuid().map(bookmarkId),
        link: fc.option(
          fc.record({
            chapter: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
            second: fc.option(aPosition(), { nil: null }),
          }),
          { nil: null },
        ),
        note: aText(),
        createdAt: anInstant(),
      }),
    )
    .map(([title, point, rest]) => ({ ...title, ...point, ...rest }));

const aHistoryPoint = () => fc.tuple(aTrackPoint(), anInstant()).map(([point, at]) => ({ ...point, at }));

/** An entry of the history. */
export const aHistoryEntry = (): fc.Arbitrary<HistoryEntry> =>
  fc
    .tuple(
      aTitle(),
      fc.record({
        id: fc.uuid().map(historyEntryId),
        start: aHistoryPoint(),
        end: aHistoryPoint(),
        stop: fc.constantFrom(...STOP_REASONS),
        isFromElsewhere: fc.boolean(),
      }),
    )
    .map(([title, rest]) => ({ ...title, ...rest }));
