import * as v from 'valibot';
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
import { asSpeed, DEFAULT_SPEED } from '../../domain/playback/player.ts';
import type { PlayerStore } from '../../domain/account/stores.ts';
import { trackId, type Track } from '../../domain/playback/track.ts';
import { userId, type User } from '../../domain/account/user.ts';

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

export const storedUser: v.GenericSchema<unknown, User> = v.object({
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
