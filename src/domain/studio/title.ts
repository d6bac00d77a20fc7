import type { ContentId, ContentItem, ContentType, Discount } from '../catalogue/content.ts';
import type { Instant, Seconds, Window } from '../time.ts';
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
