import {
  type ColumnType,
  type Generated,
  type GeneratedAlways,
  type Kysely,
  sql,
  type Transaction,
} from 'kysely';
import type { Cue } from 'audio-streaming-transcripts/read-transcript';
import type { CatalogueItem, ContentType, EditedFields } from './types.ts';
import type { Bounds } from './windows.ts';
import type { SubjectTable } from './subject-kinds.ts';

/** Written as JSON text and read as a value. */
type Json<T> = ColumnType<T, string, string>;

/** An item as the API sends it, without the fields that belong to one listener. */
export type ItemDocument = Omit<CatalogueItem, 'parent_id' | 'position' | 'released_at' | 'popularity'>;

/** One item: the document for the API, and the columns that queries filter and sort by. */
interface ItemsTable extends Bounds<number | null> {
  id: string;
  content_type: ContentType;
  /** The podcast or collection that this item is a part of. */
  parent_id: string | null;
  /** What a child refers to: the podcast of an episode, the item of a collection's track. */
  content_id: string | null;
  position: number;
  run_time: number | null;
  released_at: number;
  popularity: number;
  /** True if the item or a part of it is always listen-free. */
  has_free_listening: boolean;
  /** A number from 0 to 1 that never changes. It is used to draw a random item. */
  draw: number;
  /** The dates of this edition of the catalogue are measured from this moment. */
  edition: number;
  document: Json<ItemDocument>;
  /** Changes whenever the document changes. The database sets it. */
  version: Generated<string>;
  /** The words for the search, a `tsvector`. */
  words: ColumnType<string, string, string>;
  sort_title: string;
  sort_author: string;
  language: string | null;
  /** An ISO date, or a month or a year. */
  published: string | null;
  /** The position of a collection among the collections; null for one that follows by popularity. */
  collection_position: number | null;
  /** The title of which this one is another edition. `connectEditions` sets it. */
  edition_of: Generated<string | null>;
}

export type TitleKind = 'file' | 'podcast' | 'episode' | 'collection';

/** `hidden` by the studio; `missing` if its source lacks it. */
export type TitleState = 'published' | 'hidden' | 'missing';

/** One title of a library as the table of the studio shows it, with its edits. Also titles that are not in `items`. */
interface TitlesTable extends Bounds<number | null> {
  id: string;
  parent_id: string | null;
  kind: TitleKind;
  content_type: ContentType;
  title: string;
  authors: Json<readonly string[]>;
  img_url: string;
  run_time: number | null;
  added_at: number;
  state: TitleState;
  is_edited: boolean;
  discount_price: number | null;
  /** True if one of the six bounds is set. */
  has_window: boolean;
  sort_title: string;
  sort_author: string;
  /** The words of title and authors. */
  search: string;
}

/** A topic, a category, an author, a series or a narrator, in the order in which it is shown. */
interface ShelfTable {
  id: string;
  name: string;
  img_url: string;
  position: number;
  /** The name as a text that sorts. Empty until `orderSubjects` sets it. */
  sort_name: Generated<string>;
}

interface ItemInTable {
  item_id: string;
  popularity: number;
}

/** From where a transcript is: a file beside the sound, the sound itself, a feed, or the studio. */
export type TranscriptSource = 'file' | 'inside' | 'feed' | 'studio';

/** The tables of the catalogue. Instants are epoch milliseconds. */
export interface CatalogueTables {
  /** What the provider stores about itself, by name. */
  provider_settings: { name: string; value: string };
  items: ItemsTable;
  authors: ShelfTable;
  categories: ShelfTable & { search_name: string };
  topics: ShelfTable;
  series: ShelfTable;
  narrators: ShelfTable;
  item_authors: ItemInTable & { author_id: string };
  item_categories: ItemInTable & { category_id: string };
  item_topics: ItemInTable & { topic_id: string };
  item_narrators: ItemInTable & { narrator_id: string };
  item_series: ItemInTable & {
    series_id: string;
    /** Its position in the series, as a text that sorts. */
    sort_key: string;
  };
  /** Each pair of a category and a topic that an item has. */
  item_category_topics: ItemInTable & { category_id: string; topic_id: string };
  /** What the studio changed. What the source found is stored elsewhere, and never changed by an edit. */
  item_edits: {
    item_id: string;
    fields: Json<EditedFields>;
    version: number;
    edited_at: number | null;
    /** The `sub` of the member. */
    edited_by: string | null;
  };
  /** The names and positions that the studio gave to subjects. */
  subject_edits: {
    subject_table: SubjectTable;
    id: string;
    name: string | null;
    position: number | null;
    /** The subject that this one was merged into, or that has its name. */
    merged_into: Generated<string | null>;
    /** False while there are titles with the name of before. */
    is_applied: boolean;
  };
  /** Every word of `items.words` that can be typed. The database adds them. */
  search_words: { word: string };
  titles: TitlesTable;
  /** The collections that were made in the studio. */
  collections: { id: string; title: string; description: string; position: number | null; added_at: number };
  transcripts: {
    id: string;
    item_id: string;
    /** 0 for the whole sound of the item. */
    chapter: number;
    /** A language tag, or `und`. */
    language: string;
    source: TranscriptSource;
    /** The name of its file, or its address in a feed. */
    origin: string;
    is_timed: boolean;
    /** Every word of it, a `tsvector`. */
    words: string | null;
  };
  /** The sentences of a transcript, some at a time. */
  transcript_passages: {
    transcript_id: string;
    position: number;
    language: string;
    cues: Json<readonly Cue[]>;
    /** A `tsvector`. The database computes it. */
    words: GeneratedAlways<string>;
  };
  collection_members: { collection_id: string; member_id: string; position: number };
}

export type CatalogueDatabase = Kysely<CatalogueTables>;

/**
 * Adds rows, or updates those with the same id.
 *
 * @param rows have the same columns, with the id
 */
export async function writeRows(
  transaction: Transaction<CatalogueTables>,
  table: 'items' | 'titles',
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const changed = columns.filter((name) => name !== 'id');
  const named = (names: readonly string[], of = '') => sql.join(names.map((name) => sql.ref(of + name)));
  // All rows are one parameter. A parameter for each value would be more than a statement may have.
  await sql`
    insert into ${sql.table(table)} (${named(columns)})
    select ${named(columns)}
    from json_populate_recordset(null::${sql.table(table)}, cast(${JSON.stringify(rows)} as json))
    on conflict (id) do update set (${named(changed)}) = (${named(changed, 'excluded.')})
  `.execute(transaction);
}

/** A column of an instant. */
export const instant = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));
