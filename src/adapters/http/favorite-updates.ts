import type { ContentId } from '../../domain/catalogue/content.ts';

// Items stand within a few levels of an answer; what nests deeper holds none that anyone reads.
const DEEPEST = 12;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An item has a title; an author or a topic with the same id has a name. */
const isItem = (value: Readonly<Record<string, unknown>>, id: ContentId): boolean =>
  Object.hasOwn(value, 'id') && Object.hasOwn(value, 'title') && String(value['id']) === id;

/**
 * Whether an answer's text may hold an item of that id, so that most answers need not be parsed to know
 * that they do not. An id that JSON can spell in several ways may always be there.
 */
export const mayMention = (text: string, id: ContentId): boolean =>
  !/^[\w-]+$/u.test(id) || new RegExp(`"id"\\s*:\\s*"?${id}"?\\s*[,}]`, 'u').test(text);

/**
 * The same answer with `is_favorite` set on every item of that id, nested ones too. What needs no change
 * is the same object as before; nothing is changed in place. What nests too deep to be written back to
 * text is left out.
 */
export const updateFavorite = (body: unknown, id: ContentId, isFavorite: boolean, depth = 0): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  if (depth > DEEPEST) return null;
  if (Array.isArray(body)) {
    const list: readonly unknown[] = body;
    const mended = list.map((entry) => updateFavorite(entry, id, isFavorite, depth + 1));
    return mended.some((entry, position) => entry !== list[position]) ? mended : body;
  }
  return isRecord(body) ? mendedRecord(body, id, isFavorite, depth) : body;
};

const mendedRecord = (
  record: Readonly<Record<string, unknown>>,
  id: ContentId,
  isFavorite: boolean,
  depth: number,
): unknown => {
  const mended = Object.entries(record).map(
    ([key, value]) => [key, updateFavorite(value, id, isFavorite, depth + 1)] as const,
  );
  if (isItem(record, id) && record['is_favorite'] !== isFavorite) {
    return { ...Object.fromEntries(mended), is_favorite: isFavorite };
  }
  return mended.every(([key, value]) => value === record[key]) ? record : Object.fromEntries(mended);
};
