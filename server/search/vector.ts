import { wordsOf, wordsOfTerm } from './words.ts';

/** A listener types a few words; more than these only cost. */
const MOST_WORDS = 12;
const CATEGORY_PREFIX = 'category/';

export interface Searchable {
  readonly title: string;
  /** Whatever else it should be found by: authors, categories, topics, description. */
  readonly texts: readonly string[];
  readonly categoryIds: readonly string[];
}

/**
 * What the database's index holds of an item, in the text form of a `tsvector`. Words are split here and not by the
 * database, so that one index works the same whatever the server's language, locale and extensions. Categories stand
 * in it as words of their own, which no typed word can equal: they hold a slash.
 */
export function searchVector(item: Searchable): string {
  const title = new Set(wordsOf(item.title));
  const others = new Set(item.texts.flatMap((text) => wordsOf(text)).filter((word) => !title.has(word)));
  return [
    ...[...title].map((word) => `${lexeme(word)}:1A`),
    ...[...others].map((word) => `${lexeme(word)}:2D`),
    ...item.categoryIds.map((id) => `${lexeme(CATEGORY_PREFIX + id)}:3D`),
  ].join(' ');
}

export interface SearchQuery {
  /** Finds the items, in the text form of a `tsquery`. */
  readonly matching: string;
  /** Finds those of them that have every word in the title. */
  readonly inTitle: string;
}

/**
 * Every word must be there, in any order; the last one may be only begun, as somebody who types leaves it.
 *
 * @param categoryId only items of this category
 * @returns null for a term without any letter or digit, which finds nothing
 */
export function searchQuery(term: string, categoryId: string | null): SearchQuery | null {
  const words = wordsOfTerm(term).slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const all = (weight: string): string =>
    words
      .map((word, at) => `${lexeme(word)}:${at === words.length - 1 ? '*' : ''}${weight}`.replace(/:$/, ''))
      .join(' & ');
  const category = categoryId === null ? '' : ` & ${lexeme(CATEGORY_PREFIX + categoryId)}`;
  return { matching: all('') + category, inTitle: all('A') };
}

function lexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
