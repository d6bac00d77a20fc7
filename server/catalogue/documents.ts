import { sql } from 'kysely';
import { BoundedCache } from '../bounded-cache.ts';
import type { StoredItem } from './item-queries.ts';
import type { CatalogueDatabase, ItemDocument } from './tables.ts';

/** A part of a JSON object: its fields without the braces. */
type JsonFields = string;

/** The document of an item as JSON, in parts. The fields of the listener are added to the item and to its tracks. */
export interface ItemJson {
  readonly contentId: string | null;
  /** Without `tracks`. */
  readonly fields: JsonFields;
  readonly tracks: readonly { readonly id: string; readonly fields: JsonFields }[];
}

/** Some tens of megabytes: the documents of about ten thousand items. */
const MOST_CHARACTERS = 32 * 1024 * 1024;

/**
 * The documents of items, cached by their version (CAT-96). A query reads the versions together with the list. So
 * every edit is seen at once, also one by another process. Only documents that are not cached are read and parsed.
 */
export class ItemDocuments {
  private readonly cached: BoundedCache<{ readonly version: string; readonly json: ItemJson }>;

  constructor(
    private readonly db: CatalogueDatabase,
    mostCharacters = MOST_CHARACTERS,
  ) {
    this.cached = new BoundedCache(mostCharacters);
  }

  /** Characters in the cache. */
  get size(): number {
    return this.cached.size;
  }

  /** Returns the documents by the ids of their items. An item that was deleted meanwhile is left out. */
  async read(rows: readonly StoredItem[]): Promise<ReadonlyMap<string, ItemJson>> {
    const found = new Map<string, ItemJson>();
    const missing = new Set<string>();
    for (const { id, version } of rows) {
      const cached = this.cached.get(id);
      if (cached?.version === version) found.set(id, cached.json);
      else missing.add(id);
    }
    if (missing.size === 0) return found;
    // A document that changes between the two queries is read in its newer version.
    const documents = await this.db
      .selectFrom('items')
      .select(['id', 'version', 'document'])
      .where(sql<boolean>`id = any(${[...missing]})`)
      .execute();
    for (const { id, version, document } of documents) {
      const json = jsonOf(document);
      this.cached.set(id, { version, json }, sizeOf(json));
      found.set(id, json);
    }
    return found;
  }
}

function jsonOf({ tracks, ...document }: ItemDocument): ItemJson {
  return {
    contentId: document.content_id,
    fields: fieldsOf(document),
    tracks: tracks.map((track) => ({ id: track.id, fields: fieldsOf(track) })),
  };
}

const fieldsOf = (value: object): JsonFields => JSON.stringify(value).slice(1, -1);

const sizeOf = ({ fields, tracks }: ItemJson): number =>
  tracks.reduce((sum, track) => sum + track.fields.length, fields.length);
