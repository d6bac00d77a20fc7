import * as v from 'valibot';

import { contentId, ContentType } from '../../domain/catalogue/content.ts';
import type { ContentType as ContentTypeCode } from '../../domain/catalogue/content.ts';
import { pageId } from '../../domain/progress/position.ts';
import type { SavedPosition } from '../../domain/progress/position.ts';
import type { PlaybackReport } from '../../domain/progress/reports.ts';
import { SPEEDS } from '../../domain/playback/speed.ts';
import { instant, milliseconds, seconds } from '../../domain/time.ts';
import { trackId } from '../../domain/playback/track.ts';
import { userId } from '../../domain/account/user.ts';
import type { UnsentReport } from '../../ports/playback-journal.ts';

// Stored entries may be from an older version, or forged. They are decoded like any other input.

const text = v.pipe(v.string(), v.nonEmpty());
const finite = v.pipe(v.number(), v.finite());
const time = v.pipe(finite, v.transform(instant));
const span = v.pipe(finite, v.minValue(0));
const content = v.pipe(text, v.transform(contentId));
const chapter = v.pipe(v.number(), v.integer(), v.minValue(1));

const types: readonly ContentTypeCode[] = Object.values(ContentType);

const position = { chapterIndex: v.nullable(chapter), position: v.pipe(span, v.transform(seconds)) };
const owner = {
  listener: v.pipe(text, v.transform(userId)),
  page: v.pipe(text, v.transform(pageId)),
  at: time,
};

const base = v.union([v.object(position), v.picklist(['nothing', 'unknown'])]);
const unconfirmed = v.array(v.object({ ...position, at: time }));

const savedPosition = {
  ...owner,
  ...position,
  audio: content,
  contentId: content,
  track: v.pipe(text, v.transform(trackId)),
  chosenAt: time,
  // Older versions did not write it.
  unconfirmed: v.optional(unconfirmed, []),
};

/** Older versions wrote `base: null` for both "nothing" and "unknown", and `heldNothing` to tell them apart. */
const olderPosition = v.pipe(
  v.object({
    ...savedPosition,
    base: v.nullable(v.object(position)),
    heldNothing: v.exactOptional(v.boolean()),
  }),
  v.transform(({ base: held, heldNothing, ...saved }): SavedPosition => {
    return { ...saved, base: held ?? (heldNothing === true ? 'nothing' : 'unknown') };
  }),
);

export const storedPosition: v.GenericSchema<unknown, SavedPosition> = v.union([
  v.object({ ...savedPosition, base }),
  olderPosition,
]);

const listened = { id: content, contentType: v.picklist(types), speed: v.picklist(SPEEDS) };
const wholeSpan = v.pipe(span, v.integer(), v.transform(milliseconds));
const playback: v.GenericSchema<unknown, PlaybackReport> = v.union([
  v.object({ ...listened, chapterIndex: chapter, chapterPosition: wholeSpan }),
  v.object({ ...listened, lastPosition: wholeSpan }),
]);

const report = {
  ...owner,
  id: text,
  playback: v.nullable(playback),
  royalty: v.nullable(v.object({ contentId: content, duration: wholeSpan })),
  isRoyaltyTried: v.boolean(),
};

/**
 * Older versions wrote one list: what the provider held before, if anything, and then the unconfirmed positions. If the provider
 * held nothing, the first unconfirmed position becomes the base. It is not known whether the report has left, so it may have.
 */
const olderReport = v.pipe(
  v.object({ ...report, held: v.exactOptional(v.array(v.object(position))) }),
  v.transform(({ held, ...rest }): UnsentReport => {
    const known = held === undefined ? 'unknown' : (held[0] ?? 'nothing');
    const own = held?.slice(1).map((earlier) => ({ ...earlier, at: rest.at })) ?? [];
    return { ...rest, base: known, unconfirmed: own, unanswered: 1 };
  }),
);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const unsentReport: v.GenericSchema<unknown, UnsentReport> = v.union([
  v.object({ ...report, base, unconfirmed, unanswered: count }),
  olderReport,
]);
