import type { ContentId } from '../../domain/catalogue/content.ts';

// Items are within a few levels of a response. Deeper levels contain none that the app reads.
const DEEPEST = 12;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for a content item of that id. An author or a topic of the same id has a name instead of a title. */
const isItem = (value: Readonly<Record<string, unknown>>, id: ContentId): boolean =>
  Object.hasOwn(value, 'id') && Object.hasOwn(value, 'title') && String(value['id']) === id;

/**
 * True if the text of a response may contain that id. So most responses need not be parsed. Always true for an id that
 * JSON can write in several ways.
 */
export const mayMention = (text: string, id: ContentId): boolean =>
  !/^[\w-]+$/u.test(id) || new RegExp(`"id"\\s*:\\s*"?${id}"?\\s*[,}]`, 'u').test(text);

/**
 * Returns the response with `is_favorite` set on every item of that id, also on nested ones (FAV-10). Mutates
 * nothing; parts without a change are the same objects as before. Leaves out levels that are too deep to be written
 * as text.
 */
export const withFavorite = (body: unknown, id: ContentId, isFavorite: boolean, depth = 0): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  if (depth > DEEPEST) return null;
  if (Array.isArray(body)) {
    const list: readonly unknown[] = body;
    const updated = list.map((entry) => withFavorite(entry, id, isFavorite, depth + 1));
    return updated.some((entry, position) => entry !== list[position]) ? updated : body;
  }
  return isRecord(body) ? updatedRecord(body, id, isFavorite, depth) : body;
};

const updatedRecord = (
  record: Readonly<Record<string, unknown>>,
  id: ContentId,
  isFavorite: boolean,
  depth: number,
): unknown => {
  const updated = Object.entries(record).map(
    ([key, value]) => [key, withFavorite(value, id, isFavorite, depth + 1)] as const,
  );
  if (isItem(record, id) && record['is_favorite'] !== isFavorite) {
    return { ...Object.fromEntries(updated), is_favorite: isFavorite };
  }
  return updated.every(([key, value]) => value === record[key]) ? record : Object.fromEntries(updated);
};
