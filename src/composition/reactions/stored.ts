import * as v from 'valibot';
import {
  authorId,
  contentId,
  ContentType,
  type ContentItem,
  type ContentType as ContentTypeCode,
} from '../../domain/catalogue/content.ts';
import { asSpeed, DEFAULT_SPEED } from '../../domain/playback/speed.ts';
import type { PlayerStore } from '../../domain/account/stores.ts';
import { instant, seconds, type Bound } from '../../domain/time.ts';
import { trackId, type Track } from '../../domain/playback/track.ts';
import { userId, type User } from '../../domain/account/user.ts';

// Stored data may come from an older version, or be forged: it is decoded like any other input.

const nullable = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);
const text = v.string();
const finite = v.pipe(v.number(), v.finite());
const span = v.pipe(finite, v.minValue(0), v.transform(seconds));

const bound = v.union([
  v.pipe(
    finite,
    v.transform((value): Bound => instant(value)),
  ),
  v.picklist(['absent', 'unreadable']),
]);
const window = v.object({ from: bound, till: bound });
// Versions before this field stored none.
const publishedAt = v.optional(nullable(v.pipe(finite, v.transform(instant))), null);

const types = Object.values(ContentType) as readonly number[];
const contentType = v.pipe(
  v.number(),
  v.check((code) => types.includes(code)),
  v.transform((code): ContentTypeCode => Object.values(ContentType).find((type) => type === code) ?? 0),
);

// Half a surrogate pair cannot be part of an address: a link to it would break the view that shows it.
const linkable = v.pipe(
  text,
  v.check((value) => value.isWellFormed()),
);
const id = v.pipe(linkable, v.nonEmpty(), v.transform(contentId));
const author = v.object({ id: v.pipe(linkable, v.transform(authorId)), name: text });

/** The stored form of a title. */
export const storedItem: v.GenericSchema<unknown, ContentItem> = v.object({
  id,
  contentId: nullable(id),
  title: text,
  description: text,
  imageUrl: nullable(text),
  type: contentType,
  runTime: nullable(span),
  chapters: v.array(v.object({ title: text, url: text, index: finite, runTime: nullable(span) })),
  tracks: v.array(v.lazy(() => storedItem)),
  authors: v.array(author),
  categories: v.array(text),
  topics: v.array(text),
  validity: window,
  listenFree: v.boolean(),
  listenFreeWindow: window,
  hasListenFreeContent: v.boolean(),
  isPurchased: v.boolean(),
  isFavorite: v.boolean(),
  discount: v.object({ price: finite, window }),
  index: nullable(finite),
  dayNumber: nullable(finite),
  publishedAt,
  url: nullable(text),
  pdfUrl: nullable(text),
  progress: nullable(v.object({ position: span, chapterIndex: nullable(finite) })),
});

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
  contentWindow: window,
  ownWindow: window,
  isPurchased: v.boolean(),
});

/** The stored form of the player store. */
export const storedPlayer: v.GenericSchema<unknown, PlayerStore> = v.object({
  currentAudio: nullable(storedItem),
  playlist: v.array(track),
  currentTrackIndex: v.pipe(v.number(), v.integer(), v.minValue(-1)),
  currentTrackId: nullable(v.pipe(text, v.transform(trackId))),
  autoplay: v.boolean(),
  userId: v.pipe(text, v.transform(userId)),
  playbackSpeed: v.pipe(
    v.number(),
    v.transform((value) => asSpeed(value) ?? DEFAULT_SPEED),
  ),
  startPlayback: v.boolean(),
});

/** The stored form of the user store. */
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
