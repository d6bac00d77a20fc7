import type { ContentId, ContentItem, ContentType, Discount } from '../../../src/domain/catalogue/content.ts';
import type { Message } from '../../../src/domain/message.ts';
import { type Instant, type Seconds, type Window, isInstant } from '../../../src/domain/time.ts';
import type { FieldName, TitleFields } from './fields.ts';

/** `missing`: its files are gone, or its feed no longer lists it. It returns with them (STU-7). */
export type TitleState = 'published' | 'hidden' | 'missing';

/** Where a title comes from. */
export type TitleKind = 'file' | 'podcast' | 'collection';

/** A row of the catalogue. */
export type TitleRow = {
  readonly id: ContentId;
  readonly kind: TitleKind;
  readonly type: ContentType;
  readonly title: string;
  readonly authors: readonly string[];
  readonly imageUrl: string | null;
  readonly runTime: Seconds | null;
  readonly addedAt: Instant | null;
  readonly state: TitleState;
  readonly isEdited: boolean;
  readonly validity: Window;
  readonly listenFreeWindow: Window;
  readonly discount: Discount;
};

/** A title of a collection, as its members list shows it. */
export type CollectionMember = {
  readonly id: ContentId;
  readonly title: string;
  readonly type: ContentType;
  readonly runTime: Seconds | null;
};

/** A collection in the list of all collections. */
export type CollectionName = { readonly id: ContentId; readonly title: string };

/** What is said in a title or in some of its chapters, in one language. */
export type TitleTranscript = {
  readonly id: string;
  /** A language tag; empty if the language is not known. */
  readonly language: string;
  readonly source: 'studio' | 'file' | 'inside' | 'feed';
  /** The name of the file, or the address. Empty for one of the studio. */
  readonly origin: string;
  readonly isTimed: boolean;
  /** False if listeners get another one of this language. */
  readonly isShown: boolean;
  /** The numbers of its chapters; 0 for a whole title. */
  readonly chapters: readonly number[];
};

/** The beginning of a transcript in a chapter, beside its sound. */
export type TranscriptPart = {
  /** 0 for a whole title. */
  readonly chapter: number;
  readonly title: string;
  readonly soundUrl: string | null;
  readonly cues: readonly { readonly start: Seconds; readonly text: string; readonly speaker?: string }[];
  /** False if more sentences follow. */
  readonly isWhole: boolean;
};

/** A title by its name. */
export type NamedTitle = { readonly id: ContentId; readonly title: string };

/** A title in the editor. `found` holds the fields as the source has them. */
export type TitleDetail = {
  readonly id: ContentId;
  readonly kind: TitleKind;
  readonly state: TitleState;
  /** Changes with each edit. A save names the version that it started from. */
  readonly version: string;
  readonly item: ContentItem;
  readonly found: Partial<TitleFields>;
  readonly edited: readonly FieldName[];
  readonly editedAt: Instant | null;
  readonly editedBy: string | null;
  /** Null for a title that is no collection. */
  readonly members: readonly CollectionMember[] | null;
  /** The title of which this one is another edition. */
  readonly editionOf: NamedTitle | null;
  /** Its other editions. */
  readonly editions: readonly NamedTitle[];
  readonly transcripts: readonly TitleTranscript[];
  /** The address of the public feed for other apps. Null without one. */
  readonly publicFeed: string | null;
  /** What was wrong with a transcript that was uploaded by the call, and is stored in spite of it. */
  readonly problems: readonly Message[];
};

/** The column by which the table of titles is sorted. */
export type TitleSort = 'title' | 'author' | 'added' | 'length';

/** Which rows of the catalogue to list, and in which order. Null: no filter. */
export type TitleQuery = {
  readonly text: string;
  readonly sort: TitleSort;
  readonly isDescending: boolean;
  readonly state: TitleState | null;
  readonly kind: TitleKind | null;
  /** Whether episodes of podcasts are listed too. */
  readonly withEpisodes: boolean;
};

/** The query of a fresh catalogue: the newest titles first. */
export const FIRST_QUERY: TitleQuery = {
  text: '',
  sort: 'added',
  isDescending: true,
  state: null,
  kind: null,
  withEpisodes: false,
};

/** What begins or ends for a title. */
export type CalendarEventKind =
  'available' | 'unavailable' | 'free' | 'not-free' | 'discounted' | 'not-discounted';

/** A start or an end of a window of a title. */
export type CalendarEvent = {
  readonly at: Instant;
  readonly kind: CalendarEventKind;
  readonly row: TitleRow;
};

/** The starts and ends of windows from `from` until before `till`, in their order (STU-16). */
export const calendarEvents = (
  rows: readonly TitleRow[],
  from: Instant,
  till: Instant,
): readonly CalendarEvent[] =>
  rows
    .flatMap((row) =>
      (
        [
          [row.validity.from, 'available'],
          [row.validity.till, 'unavailable'],
          [row.listenFreeWindow.from, 'free'],
          [row.listenFreeWindow.till, 'not-free'],
          [row.discount.window.from, 'discounted'],
          [row.discount.window.till, 'not-discounted'],
        ] as const
      ).flatMap(([at, kind]) => (isInstant(at) && from <= at && at < till ? [{ at, kind, row }] : [])),
    )
    .toSorted((one, other) => one.at - other.at || (one.row.title < other.row.title ? -1 : 1));
