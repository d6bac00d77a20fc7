import type { ContentId, ContentPosition } from '../catalogue/content.ts';
import { seconds, type Seconds, milliseconds, type Instant, type Milliseconds } from '../time.ts';
import type { Brand } from '../brand.ts';
import { REPORT_THRESHOLD } from './reports.ts';
import type { TrackId } from '../playback/track.ts';
import type { UserId } from '../account/user.ts';

/** One load of the app in a tab, until the page is closed or reloaded. */
export type PageId = Brand<string, 'PageId'>;
/** Brands a text as the id of one page of the browser. */
export const pageId = (value: string): PageId => value as PageId;

/** The position that the provider had stored for a content: a position, `nothing` if it had no record, or `unknown`. */
export type ProviderState = ContentPosition | 'nothing' | 'unknown';

/**
 * A position that this browser has reported, or is about to report, without a response yet. `at` is the time when its report was
 * made.
 */
export type UnconfirmedPosition = ContentPosition & { readonly at: Instant };

/**
 * The positions that the provider may hold, as long as no other device reports one.
 *
 * - `base`: the position that the provider held when this browser last heard of it
 * - `unconfirmed`: other positions that the provider may hold now, or get later, from earlier reports of this browser
 */
export type PossiblePositions = {
  readonly base: ProviderState;
  readonly unconfirmed: readonly UnconfirmedPosition[];
};

/** A position of this browser, with all that decides whether it is the newest. `at` is when the listener was there. */
export type OwnPosition = ContentPosition & PossiblePositions & { readonly at: Instant };

/**
 * A position that this browser has saved.
 *
 * - `audio`: the title that was opened (a podcast); `contentId`: what played (its episode); `track`: its track
 * - `chosenAt`: when the listener last acted before it (play, seek, track change)
 */
export type SavedPosition = OwnPosition & {
  readonly listener: UserId;
  readonly page: PageId;
  readonly audio: ContentId;
  readonly contentId: ContentId;
  readonly track: TrackId;
  readonly chosenAt: Instant;
};

/**
 * A position that the provider has stored. `updatedAt` is null if the provider does not say when it was reported.
 * `lastPosition` is the position in the whole title, if it was sent beside a position in a chapter.
 */
export type ProviderPosition = ContentPosition & {
  readonly updatedAt: Instant | null;
  readonly lastPosition?: Seconds;
};

/**
 * What the provider held of a content when it was opened.
 *
 * - `record`: the position in its record; null if it had none
 * - `asked`: what it held before that question, as far as this browser knew (PROG-64)
 */
export type OpenedRecord = {
  readonly content: ContentId;
  readonly record: ContentPosition | null;
  readonly asked: ProviderState | null;
};

/** The provider's position in a title without chapters. A chapter that the record names is ignored (PROG-25). */
export const ignoreChapter = <Recorded extends ProviderPosition>(recorded: Recorded): Recorded =>
  recorded.chapterIndex === null
    ? recorded
    : { ...recorded, chapterIndex: null, position: recorded.lastPosition ?? recorded.position };

/** Times closer than this do not tell which came first, because clocks differ and responses take time (PROG-18). */
export const CLOCK_TOLERANCE: Milliseconds = milliseconds(5_000);

/** An unanswered report is not expected to arrive later than this after it was made (PROG-40). */
export const LATEST_ARRIVAL: Milliseconds = milliseconds(24 * 60 * 60 * 1000);

/** Positions closer than this are the same position (PROG-18). */
const SAME_WITHIN: Seconds = seconds(1);

/** True if two positions are in the same chapter and nearly equal. A rounded position counts as equal. */
export const isSamePosition = (one: ContentPosition, other: ContentPosition): boolean =>
  one.chapterIndex === other.chapterIndex && Math.abs(one.position - other.position) <= SAME_WITHIN;

/** True if two states are equal to the last digit. */
export const isSameState = (one: ProviderState | null, other: ProviderState | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isAt = (state: ProviderState, position: ContentPosition): boolean =>
  typeof state !== 'string' && isSamePosition(state, position);

/** True if the provider may have this record although no other device has reported since. */
export const mayHold = ({ base, unconfirmed }: PossiblePositions, recorded: ProviderPosition): boolean =>
  isAt(base, recorded) || unconfirmed.some((own) => isSamePosition(own, recorded) && isInTime(own, recorded));

const isInTime = ({ at }: UnconfirmedPosition, { updatedAt }: ProviderPosition): boolean =>
  updatedAt === null || updatedAt - at <= LATEST_ARRIVAL;

/**
 * True if `next` may replace `stored`. The newest choice wins: another page cannot replace a position with an
 * older choice, however late it saves (PROG-13). Of two choices with the same time, the stored one wins. The first
 * second of a title does not replace a later position, unless the listener chose it at that moment.
 */
export const supersedes = (next: SavedPosition, stored: SavedPosition): boolean => {
  if (next.listener !== stored.listener) return true;
  if (next.page !== stored.page && next.chosenAt <= stored.chosenAt) return false;
  const isStart = next.position < REPORT_THRESHOLD && stored.position >= REPORT_THRESHOLD;
  return !isStart || next.chosenAt === next.at;
};

/** Which side has the newer position: this browser, the provider (another device), or it cannot be decided. */
export type NewestPosition = 'here' | 'elsewhere' | 'tie';

/**
 * Compares the position of this browser with the provider's (PROG-16, PROG-17). If only one side has moved since
 * both held the same position, that side is newer. If the provider may have its position from this browser, the position
 * of this browser is newer. If both have moved, the later time is newer. Times within 5 seconds decide nothing.
 *
 * @param asked what the provider held, as far as this browser knew, when it asked for `recorded` (PROG-71)
 */
export const newestPosition = (
  saved: OwnPosition,
  recorded: ProviderPosition,
  asked: ProviderState = saved.base,
): NewestPosition => {
  if (isSamePosition(saved, recorded)) return 'here';
  if (mayHold(saved, recorded) || isAt(asked, recorded)) return 'here';
  if (isAt(saved.base, saved)) return 'elsewhere';
  if (recorded.updatedAt === null) return 'tie';
  const ahead = saved.at - recorded.updatedAt;
  if (Math.abs(ahead) <= CLOCK_TOLERANCE) return 'tie';
  return ahead > 0 ? 'here' : 'elsewhere';
};

/**
 * True if the speed in the provider's record is newer than the speed that was chosen in this browser (PLAY-31). If
 * the record names no time, the side with the newer position counts.
 */
export const isSpeedElsewhere = (
  recordedAt: Instant | null,
  chosenAt: Instant,
  isPositionElsewhere: boolean,
): boolean => (recordedAt === null ? isPositionElsewhere : recordedAt - chosenAt > CLOCK_TOLERANCE);
