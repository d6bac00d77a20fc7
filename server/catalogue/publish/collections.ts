import { findCollection, publishedMembers } from './collection-rows.ts';
import type { CatalogueDatabase, ItemDocument } from '../tables.ts';
import type { CatalogueItem, Reference } from '../types.ts';
import { totalRunTime } from '../run-time.ts';
import { idOf } from '../ids.ts';
import type { SourcedTitle } from './title-rows.ts';
import { NOT_FOR_SALE } from '../windows.ts';

interface Collection {
  /** Missing if none of its members is in the catalogue. */
  readonly title: SourcedTitle;
  readonly tracks: readonly CatalogueItem[];
  /** Its position among the collections; null for one that follows by popularity. */
  readonly position: number | null;
}

/** @returns null if there is no such collection */
export async function readCollection(db: CatalogueDatabase, id: string): Promise<Collection | null> {
  const row = await findCollection(db, id);
  if (row === undefined) return null;
  const documents = await publishedMembers(db, id);
  const releasedAt = new Date(row.added_at).toISOString();
  const base = { parent_id: id, released_at: releasedAt, popularity: row.added_at / 1e14 };
  const tracks = documents
    .flatMap((member) => tracksOf(id, member))
    .map((track, at): CatalogueItem => ({ ...track, ...base, index: at + 1, position: at + 1 }));
  const item: CatalogueItem = {
    ...NOT_FOR_SALE,
    id,
    content_id: null,
    title: row.title,
    img_url: documents[0]?.img_url ?? `/media/covers/item-${id}.svg`,
    content_type: 5,
    run_time: totalRunTime(tracks.map(({ run_time }) => run_time)),
    author_info: union(documents.map(({ author_info }) => author_info)),
    description: row.description,
    index: null,
    day_number: null,
    url: null,
    listen_free: false,
    valid_from: null,
    valid_till: null,
    chapter_info: [],
    // Listeners fetch them by pages.
    tracks: [],
    category_info: union(documents.map(({ category_info }) => category_info)),
    topic_info: union(documents.map(({ topic_info }) => topic_info)),
    ...base,
    parent_id: null,
    position: 0,
  };
  return {
    title: { item, addedAt: row.added_at, isMissing: tracks.length === 0 },
    tracks,
    position: row.position,
  };
}

/** The tracks of one member: one for each chapter, or one for the whole. They have the sound of the member. */
function tracksOf(
  collectionId: string,
  member: ItemDocument,
): readonly Omit<CatalogueItem, 'parent_id' | 'position' | 'released_at' | 'popularity'>[] {
  const common = {
    ...member,
    content_id: member.id,
    content_type: 6,
    chapter_info: [],
    tracks: [],
    discount_price: null,
    discount_start: null,
    discount_end: null,
    pdf_url: null,
  } as const;
  if (member.chapter_info.length === 0) {
    return member.url === null ? [] : [{ ...common, id: idOf('k', collectionId, member.id) }];
  }
  return member.chapter_info.map((chapter) => ({
    ...common,
    id: idOf('k', collectionId, member.id, String(chapter.chapter_index)),
    title: `${member.title}: ${chapter.chapter_title}`,
    url: chapter.chapter_url,
    run_time: chapter.chapter_run_time,
  }));
}

const union = (lists: readonly (readonly Reference[])[]): readonly Reference[] => [
  ...new Map(lists.flat().map((each) => [each.id, each])).values(),
];
