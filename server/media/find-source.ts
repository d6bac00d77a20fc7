import type { CatalogueDatabase } from '../catalogue/tables.ts';
import { parseMediaPath } from './path.ts';
import { type MediaSource, sourceOfItem, sourceOfReference } from './source.ts';

const TABLES = { author: 'authors', category: 'categories', topic: 'topics' } as const;

/**
 * Finds the medium of an address.
 *
 * @param path such as `/media/covers/topic-sleep.svg`
 * @returns null if the catalogue has no such medium
 */
export async function findMediaSource(db: CatalogueDatabase, path: string): Promise<MediaSource | null> {
  const parsed = parseMediaPath(path);
  if (parsed === null) return null;
  if (parsed.kind === 'cover' && parsed.of !== 'item') {
    const reference = await db
      .selectFrom(TABLES[parsed.of])
      .select(['id', 'name'])
      .where('id', '=', parsed.id)
      .executeTakeFirst();
    return reference === undefined ? null : sourceOfReference(parsed.of, reference);
  }
  const item = await db.selectFrom('items').select('document').where('id', '=', parsed.id).executeTakeFirst();
  return item === undefined ? null : sourceOfItem(parsed, item.document);
}
