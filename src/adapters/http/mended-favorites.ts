import type { ContentId } from '../../domain/content.ts';

// Items stand within a few levels of an answer; what nests deeper holds none that anyone reads.
const DEEPEST = 12;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An item has a title; an author or a topic with the same id has a name. */
const isItem = (value: Readonly<Record<string, unknown>>, id: ContentId): boolean =>
  Object.hasOwn(value, 'id') && Object.hasOwn(value, 'title') && String(value['id']) === id;

/**
 * The same answer with `is_favorite` set on every item of that id, nested ones too. What needs no change
 * is the same object as before; nothing is changed in place.
 */
export const withFavorite = (body: unknown, id: ContentId, isFavorite: boolean, depth = 0): unknown => {
  if (depth > DEEPEST) return body;
  if (Array.isArray(body)) {
    const list: readonly unknown[] = body;
    const mended = list.map((entry) => withFavorite(entry, id, isFavorite, depth + 1));
    return mended.some((entry, position) => entry !== list[position]) ? mended : body;
  }
  if (!isRecord(body)) return body;
  const entries = Object.entries(body);
  const mended = entries.map(([key, value]): [string, unknown] => [
    key,
    withFavorite(value, id, isFavorite, depth + 1),
  ]);
  const same = mended.every(([, value], position) => value === entries[position]?.[1]);
  if (isItem(body, id) && body['is_favorite'] !== isFavorite) {
    return Object.fromEntries([
      ...mended.filter(([key]) => key !== 'is_favorite'),
      ['is_favorite', isFavorite],
    ]);
  }
  return same ? body : Object.fromEntries(mended);
};
