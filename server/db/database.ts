import type { ColumnType, Generated, Kysely } from 'kysely';
import type { CatalogueItem, ContentType } from '../catalogue/types.ts';

/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, string>;

/** An item as its listeners see it, but for what belongs to one of them. */
export type ItemDocument = Omit<CatalogueItem, 'parent_id' | 'position' | 'released_at' | 'popularity'>;

/** One item: the wire document, and beside it the columns that queries filter and sort by. */
interface ItemsTable {
  id: string;
  content_type: ContentType;
  /** The podcast or collection that this item is a part of. */
  parent_id: string | null;
  /** What a child stands for: an episode's podcast, the item behind a collection's track. */
  content_id: string | null;
  position: number;
  run_time: number;
  released_at: number;
  popularity: number;
  valid_from: number | null;
  valid_till: number | null;
  discount_start: number | null;
  discount_end: number | null;
  /** Listen-free at any time, in a window, or in part. */
  listen_free_start: number | null;
  listen_free_end: number | null;
  has_free_listening: boolean;
  /** A number from 0 to 1, fixed for good: where the item falls when one is drawn by chance. */
  draw: number;
  /** The moment that the dates of this edition of the catalogue are measured from. */
  edition: number;
  document: Json<ItemDocument>;
  /** The words by which a search finds the item. */
  words: ColumnType<string, string, string>;
}

/** A topic, a category or an author, in the order in which it is shown. */
interface ShelfTable {
  id: string;
  name: string;
  img_url: string;
  position: number;
}

/** The position of one listener in one item. */
interface PlaybackPositionsTable {
  sub: string;
  item_id: string;
  content_type: ContentType;
  is_active: boolean;
  chapter_index: number | null;
  /** Milliseconds. */
  chapter_position: number | null;
  /** Milliseconds. */
  last_position: number | null;
  playback_speed: number;
  updated_at: number;
}

interface ListenersTable {
  sub: string;
  email: string;
  full_name: string;
  /** Null for a free listener. */
  plan: 'monthly' | 'yearly' | null;
  is_trialing: boolean;
  is_canceled: boolean;
  /** When the plan ends; null while it renews by itself. */
  paid_until: number | null;
  created_at: number;
}

interface ItemInTable {
  item_id: string;
  popularity: number;
}

/** The provider's tables. Instants are epoch milliseconds. */
export interface Tables {
  /** What the provider remembers of itself, by name. */
  provider_settings: { name: string; value: string };
  items: ItemsTable;
  authors: ShelfTable;
  categories: ShelfTable & { search_name: string };
  topics: ShelfTable;
  item_authors: ItemInTable & { author_id: string };
  item_categories: ItemInTable & { category_id: string };
  item_topics: ItemInTable & { topic_id: string };
  /** Each pair of a category and a topic that an item has. */
  item_category_topics: ItemInTable & { category_id: string; topic_id: string };
  listeners: ListenersTable;
  favorite_items: { sub: string; item_id: string; created_at: number };
  favorite_authors: { sub: string; author_id: string; created_at: number };
  purchases: { sub: string; item_id: string; purchased_at: number };
  playback_positions: PlaybackPositionsTable;
  /**
   * Which sounds a listener was given an address of, and when first: what can have been heard since then is the most
   * that is counted. `royalties` is what was counted of it so far, in milliseconds.
   */
  opened_sounds: { sub: string; sound_id: string; opened_at: number; royalties: number };
  /** Milliseconds heard, scaled by speed, as far as they count. */
  royalty_reports: {
    id: Generated<number>;
    sub: string;
    content_id: string;
    duration: number;
    reported_at: number;
  };
  login_attempts: { id: Generated<number>; email: string; success: boolean; attempted_at: number };
  free_listening: { sub: string; item_id: string; opened_at: number; until: number };
  password_changes: { id: Generated<number>; sub: string; changed_at: number };
}

export type Database = Kysely<Tables>;
