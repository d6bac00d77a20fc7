import { SUBJECT_TABLES, type SubjectKind, SUBJECTS, type SubjectTable } from '../catalogue/subjects.ts';
import type { CatalogueDatabase } from '../catalogue/tables.ts';
import type { CatalogueItem, Reference } from '../catalogue/types.ts';
import { type CoverSubject, type MediaPath, parseMediaPath } from './request.ts';

/** The sound of one item or chapter. */
export interface AudioSource {
  readonly kind: 'audio';
  readonly id: string;
  /** Counted from 1. Null if the item has no chapters. */
  readonly chapter: number | null;
  /** Whole seconds. */
  readonly duration: number;
}

export interface PdfSource {
  readonly kind: 'pdf';
  readonly id: string;
}

export interface TranscriptSource {
  readonly kind: 'transcript';
  /** The item whose sound it is the text of. */
  readonly id: string;
  readonly transcript: string;
  readonly isTimed: boolean;
}

export interface CoverSource {
  readonly kind: 'cover';
  readonly of: CoverSubject;
  readonly id: string;
  readonly title: string;
  readonly authors: readonly string[];
  /** Ids of topics and categories, which suggest a picture. */
  readonly themes: readonly string[];
}

/** What the media routes need in order to make a medium. */
export type MediaSource = AudioSource | PdfSource | TranscriptSource | CoverSource;

/** The fields of an item from which its media are made. */
export type MediaItem = Pick<
  CatalogueItem,
  | 'id'
  | 'title'
  | 'run_time'
  | 'author_info'
  | 'category_info'
  | 'topic_info'
  | 'chapter_info'
  | 'url'
  | 'pdf_url'
>;

/**
 * Finds the medium of a parsed path and the item with its id.
 * @returns null if the item has no such medium: the chapter is unknown, or there is no PDF or no sound.
 */
export function sourceOfItem(path: MediaPath, item: MediaItem): MediaSource | null {
  if (path.kind === 'transcript') return null;
  if (path.kind === 'cover') {
    if (path.of !== 'item') return null;
    const authors = item.author_info.map((author) => author.name);
    const themes = [...item.topic_info, ...item.category_info].map((theme) => theme.id);
    return {
      kind: 'cover',
      of: 'item',
      id: item.id,
      title: item.title,
      authors,
      themes,
    };
  }
  if (path.kind === 'pdf') {
    return item.pdf_url === null ? null : { kind: 'pdf', id: item.id };
  }
  if (path.chapter !== null) {
    const chapter = item.chapter_info.find((each) => each.chapter_index === path.chapter);
    if (chapter === undefined) return null;
    return { kind: 'audio', id: item.id, chapter: path.chapter, duration: chapter.chapter_run_time };
  }
  if (item.url === null) return null;
  return { kind: 'audio', id: item.id, chapter: null, duration: item.run_time };
}

/** The cover of a subject. */
export function sourceOfReference(of: Exclude<CoverSubject, 'item'>, reference: Reference): CoverSource {
  return {
    kind: 'cover',
    of,
    id: reference.id,
    title: reference.name,
    authors: [],
    themes: [reference.id],
  };
}

const tableOf = (of: SubjectKind): SubjectTable =>
  SUBJECT_TABLES.find((table) => SUBJECTS[table].kind === of) ?? 'topics';

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
      .selectFrom(tableOf(parsed.of))
      .select(['id', 'name'])
      .where('id', '=', parsed.id)
      .executeTakeFirst();
    return reference === undefined ? null : sourceOfReference(parsed.of, reference);
  }
  if (parsed.kind === 'transcript') {
    const found = await db
      .selectFrom('transcripts')
      .innerJoin('items', 'items.id', 'transcripts.item_id')
      .select(['items.id', 'is_timed'])
      .where('transcripts.id', '=', parsed.id)
      .executeTakeFirst();
    if (found === undefined) return null;
    return { kind: 'transcript', id: found.id, transcript: parsed.id, isTimed: found.is_timed };
  }
  const item = await db.selectFrom('items').select('document').where('id', '=', parsed.id).executeTakeFirst();
  return item === undefined ? null : sourceOfItem(parsed, item.document);
}
