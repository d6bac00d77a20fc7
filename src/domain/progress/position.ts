import type { Brand } from '../brand.ts';
import type { ContentId } from '../catalogue/content.ts';
import { REPORT_THRESHOLD } from './reports.ts';
import { milliseconds, seconds } from '../time.ts';
import type { Instant, Milliseconds, Seconds } from '../time.ts';
import type { TrackId } from '../playback/track.ts';
import type { UserId } from '../account/user.ts';

/** One opening of the app: a tab, from when its page was loaded until it is gone. */
export type PageId = Brand<string, 'PageId'>;
export const pageId = (value: string): PageId => value as PageId;

/** Where someone is in a content; `chapterIndex` is null where it has no chapters. */
export type ContentPosition = { readonly chapterIndex: number | null; readonly position: Seconds };

/**
 * A place that this browser has noted down.
 *
 * - `audio` is what was opened (a podcast), `contentId` what sounded (its episode), `track` the row of it
 * - `at`: when the listener was there
 * - `chosenAt`: since when they want to be on this way: the last thing they did (play, seek, change) before it
 * - `base`: what the provider was last known to hold of `contentId`; null when it held nothing, or nobody knows
 * - `heldNothing`: that a `base` of null means nothing
 */
export type SavedPosition = ContentPosition & {
  readonly listener: UserId;
  readonly page: PageId;
  readonly audio: ContentId;
  readonly contentId: ContentId;
  readonly track: TrackId;
  readonly at: Instant;
  readonly chosenAt: Instant;
  readonly base: ContentPosition | null;
  readonly heldNothing?: boolean;
};

/**
 * What the provider remembers; `updatedAt` is null when it does not say when it heard of it, `lastPosition` is
 * the place in the whole title, where it was sent beside one in a chapter.
 */
export type ProviderPosition = ContentPosition & {
  readonly updatedAt: Instant | null;
  readonly lastPosition?: Seconds;
};

/** What is remembered of a title without chapters: a chapter that is named all the same does not matter. */
export const ignoreChapter = <Recorded extends ProviderPosition>(recorded: Recorded): Recorded =>
  recorded.chapterIndex === null
    ? recorded
    : { ...recorded, chapterIndex: null, position: recorded.lastPosition ?? recorded.position };

/** Times that are closer than this say nothing about which came first: clocks differ, answers take their time. */
export const CLOCK_TOLERANCE: Milliseconds = milliseconds(5_000);

/** Places that are closer than this are one place. */
const SAME: Seconds = seconds(1);

export const isSamePosition = (one: ContentPosition, other: ContentPosition): boolean =>
  one.chapterIndex === other.chapterIndex && Math.abs(one.position - other.position) <= SAME;

/**
 * Whether `next` may be noted down over `held`. The newest intent wins: what another page still has to say
 * of an older one does not count, however late it says so. A start never takes the place of a position,
 * unless the listener went there at that very moment.
 */
export const supersedes = (next: SavedPosition, held: SavedPosition): boolean => {
  if (next.listener !== held.listener) return true;
  if (next.page !== held.page && next.chosenAt < held.chosenAt) return false;
  const isStart = next.position < REPORT_THRESHOLD && held.position >= REPORT_THRESHOLD;
  return !isStart || next.chosenAt === next.at;
};

/** Who knows best where the listener is: this browser, the provider, or neither more than the other. */
export type NewestPosition = 'here' | 'elsewhere' | 'tie';

/**
 * Compares what this browser noted down with what the provider remembers. Whoever has moved since both knew
 * the same is the newer one; when both have, time decides, unless it cannot.
 */
export const newestPosition = (kept: SavedPosition, recorded: ProviderPosition): NewestPosition => {
  if (isSamePosition(kept, recorded)) return 'here';
  const { base } = kept;
  if (base !== null && isSamePosition(base, recorded)) return 'here';
  if (base !== null && isSamePosition(base, kept)) return 'elsewhere';
  if (recorded.updatedAt === null) return 'tie';
  const ahead = kept.at - recorded.updatedAt;
  if (Math.abs(ahead) <= CLOCK_TOLERANCE) return 'tie';
  return ahead > 0 ? 'here' : 'elsewhere';
};
