import type { TitleFields } from 'audio-streaming-wire/titles';

/**
 * The items of a provider as the API sends them, with the fields that the provider's queries need, and without the
 * fields that belong to one listener (`is_purchased`, `is_favorite`).
 *
 * The names are those of the API (snake case). Instants are ISO 8601 in UTC, durations whole seconds, prices US dollars.
 */

/** 0 default; 1 audiobook; 2 audiobook with chapters; 3 podcast; 4 podcast episode; 5 collection; 6 its track. */
export type ContentType = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** An ISO 8601 instant in UTC, such as `2026-05-03T18:00:00.000Z`. */
export type IsoInstant = string;

/** A pointer to an author, a category or a topic, with the name that a tile shows. */
export interface Reference {
  readonly id: string;
  readonly name: string;
}

/** A series that a title belongs to. */
export interface SeriesReference extends Reference {
  /** The position in the series as its source writes it, such as "2", "0.5", "1-3" or "2a". */
  readonly sequence?: string;
}

/** An author, a category, a topic, a series or a narrator. */
export interface Subject extends Reference {
  readonly img_url: string;
}

export interface Chapter {
  readonly chapter_title: string;
  readonly chapter_url: string;
  /** Counted from 1. */
  readonly chapter_index: number;
  /** Whole seconds; null if it is not known, never 0 (CAT-243). */
  readonly chapter_run_time: number | null;
}

/** What the source of a podcast or an episode says for podcast apps. The app itself does not show it. */
export interface PodcastFacts {
  readonly explicit?: boolean;
  /** True if it is heard from the first episode on. */
  readonly serial?: boolean;
  /** The number of an episode, in its season if it has one. */
  readonly number?: number;
  /** Missing for a whole episode. */
  readonly kind?: 'trailer' | 'bonus';
}

/** The fields that an item and a collection's own track share. */
export interface Sounding {
  readonly id: string;
  /** What a child's tile links to. Null for an item without a parent. */
  readonly content_id: string | null;
  readonly title: string;
  /** Relative to the provider's origin. */
  readonly img_url: string;
  readonly content_type: ContentType;
  /** Whole seconds; of a podcast or a collection, the sum of its parts. */
  /** Null if it is not known, never 0 (CAT-243). */
  readonly run_time: number | null;
  readonly author_info: readonly Reference[];
  readonly description: string;
  /** The number among the parts of its parent, from 1. Null for an item without a parent. */
  readonly index: number | null;
  /** The day of a programme that a track belongs to. Null outside programmes. */
  readonly day_number: number | null;
  /** When an episode was published, if that is known. */
  readonly published_at?: IsoInstant;
  /** The season of an episode, if that is known. */
  readonly season?: number;
  /** Of a podcast or an episode. */
  readonly podcast?: PodcastFacts;
  /** The address of the sound. Null if only the parts have a sound (types 2, 3 and 5). */
  readonly url: string | null;
  readonly listen_free: boolean;
  readonly valid_from: IsoInstant | null;
  readonly valid_till: IsoInstant | null;
}

/** A track that a collection contains (content type 6). The catalogue also has it as a child item. */
export type OwnTrack = Sounding;

export interface CatalogueItem extends Sounding {
  /** Empty unless the item is an audiobook with chapters. */
  readonly chapter_info: readonly Chapter[];
  /** The own tracks of a collection. Empty if they have to be fetched, and for every other type. */
  readonly tracks: readonly OwnTrack[];
  readonly category_info: readonly Reference[];
  readonly topic_info: readonly Reference[];
  readonly series?: readonly SeriesReference[];
  readonly narrators?: readonly Reference[];
  /** A BCP 47 language tag. */
  readonly language?: string;
  /** The ISO date of the first publication. If only the year is known, its first day. */
  readonly published?: string;
  readonly listen_free_start: IsoInstant | null;
  readonly listen_free_end: IsoInstant | null;
  readonly has_listen_free_content: boolean;
  /** Above 0 if the item has or had a discount; otherwise null. */
  readonly discount_price: number | null;
  readonly discount_start: IsoInstant | null;
  readonly discount_end: IsoInstant | null;
  readonly pdf_url: string | null;

  /** For queries only, never on the wire: the podcast or collection that this item is a part of. */
  readonly parent_id: string | null;
  /** For queries only: the order within the parent, from 1. 0 for an item without a parent. */
  readonly position: number;
  /** For queries only: when it was published, never in the future. New Releases are ordered by it. */
  readonly released_at: IsoInstant;
  /** For queries only: the number of listeners. Trending is ordered by it. */
  readonly popularity: number;
}

export interface Catalogue {
  readonly authors: readonly Subject[];
  readonly topics: readonly Subject[];
  readonly categories: readonly Subject[];
  readonly series: readonly Subject[];
  readonly narrators: readonly Subject[];
  /** The named items, parents before their children. */
  readonly items: readonly CatalogueItem[];
  /** The number of items that `batches` yields: the named items, or `scale` if that is more. */
  readonly total: number;
  /** Every item: first the named ones, then generated ones up to `total`. Parents come before their children. */
  batches(size?: number): Generator<readonly CatalogueItem[], void, undefined>;
}

/**
 * Builds the catalogue of a provider.
 *
 * @param options.now epoch milliseconds; every window, discount and release date is relative to it
 * @param options.scale the minimum number of items
 */
export type BuildCatalogue = (options: { readonly now: number; readonly scale?: number }) => Catalogue;

/** What an editor can change of a title. Instants are ISO 8601 in UTC, prices US dollars. */
export type EditableFields = TitleFields & { readonly pdf_url: string | null };

/** The edited fields of one title. Fields that are absent are as the source says. */
export type EditedFields = Partial<EditableFields> & {
  /** The id of the title of which this one is another edition (STU-40). */
  readonly edition_of?: string;
};
