import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import { cacheKey, isCacheable } from '../../src/domain/catalogue/cache-policy.ts';
import { favoriteEventName, favoriteKind } from '../../src/domain/favorites.ts';
import {
  decidePlay,
  hasFreeListenContent,
  isLocked,
  isOnSale,
  membershipStatus,
  planLabel,
  tileContentId,
} from '../../src/domain/entitlement/play-decision.ts';
import {
  asSpeed,
  ended,
  movedNext,
  movedOn,
  movedPrevious,
  opened,
  positionMoved,
  seeked,
  skipped,
} from '../../src/domain/playback/player.ts';
import { playbackReport, royaltyReport, tallyReset, tallyTick } from '../../src/domain/progress/reports.ts';
import { formatRunTime, parseRunTime } from '../../src/domain/catalogue/content.ts';
import { sleepPaused, sleepPlaying, sleepRemaining } from '../../src/domain/playback/sleep.ts';
import { instant, type Instant } from '../../src/domain/time.ts';
import {
  buildPlaylist,
  formatTracks,
  nextValidIndex,
  previousValidIndex,
  trackSource,
} from '../../src/domain/playback/track.ts';
import { isPlanned } from '../../src/domain/analytics.ts';
import { firstName, isSignedIn, knownListener } from '../../src/domain/account/user.ts';
import { aChildItem, aContentId, aContentItem, aPath, aPayload } from '../arbitraries/content.ts';
import { aPlayback, aSleepTimer, aSpeed, aTrack } from '../arbitraries/track.ts';
import { aText } from '../arbitraries/text.ts';
import { anElapsedTime, anInstant, anyNumberOfSeconds } from '../arbitraries/time.ts';
import { aUser } from '../arbitraries/user.ts';
import { law } from 'audio-streaming-laws/laws';

// A wrong clock also gives a number.
const anyClock = (): fc.Arbitrary<Instant> => fc.oneof(anInstant(), fc.double().map(instant));

describe('no rule throws, whatever the arguments are', () => {
  law('about an item and a listener', [aUser(), aContentItem(), anyClock()], (user, item, now) => {
    expect(() => [
      firstName(user),
      isSignedIn(user),
      membershipStatus(user),
      planLabel(user),
      decidePlay(user, item, now),
      isLocked(item, now),
      tileContentId(item),
      isOnSale(item, knownListener(user), now),
      hasFreeListenContent(item, now),
      favoriteKind(item),
      favoriteEventName(item),
      trackSource(item),
    ]).not.toThrow();
  });

  law(
    'about tracks',
    [
      aContentItem(),
      fc.array(aChildItem(), { maxLength: 4 }),
      fc.array(aTrack(), { maxLength: 4 }),
      anyClock(),
    ],
    (item, fetched, tracks, now) => {
      expect(() => [
        formatTracks(item, fetched),
        buildPlaylist(tracks, now),
        nextValidIndex(tracks, now, now),
        previousValidIndex(tracks, now, now),
      ]).not.toThrow();
    },
  );

  law(
    'about a player',
    [aPlayback(), fc.array(aTrack(), { maxLength: 4 }), fc.double(), anyNumberOfSeconds(), anyClock()],
    (playback, tracks, index, span, now) => {
      expect(() => [
        opened(playback, tracks, index, span),
        positionMoved(playback, span),
        seeked(playback, span, span),
        skipped(playback, span, span),
        movedNext(playback, now),
        movedOn(playback, now),
        movedPrevious(playback, now),
        ended(playback, now),
      ]).not.toThrow();
    },
  );

  law(
    'about time, reports and tallies',
    [aTrack(), aContentId(), aSpeed(), anyNumberOfSeconds(), aSleepTimer(), anElapsedTime()],
    (track, id, speed, span, timer, elapsed) => {
      expect(() => [
        playbackReport(track, span, speed),
        royaltyReport({ id, heard: span }),
        tallyTick(tallyReset(id), id, span, speed),
        formatRunTime(span),
        asSpeed(span),
        sleepRemaining(sleepPaused(sleepPlaying(timer, elapsed), elapsed), elapsed),
      ]).not.toThrow();
    },
  );

  law('about text and calls', [aText(), aText(), aPath(), aPayload()], (text, method, path, payload) => {
    expect(() => [
      parseRunTime(text),
      cacheKey(method, path, payload),
      isCacheable(method, path, payload),
      isPlanned(text, payload),
    ]).not.toThrow();
  });
});
