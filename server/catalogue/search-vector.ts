import { wordsOf, wordsOfTerm } from './search-words.ts';

/** A listener types a few words; more than these only cost. */
const MOST_WORDS = 12;
// Words of a kind of their own, which no typed word can equal: they hold a slash.
const IN_TITLE = 'title/';
const IN_CATEGORY = 'category/';

export interface Searchable {
  readonly title: string;
  /** Whatever else it should be found by: authors, categories, topics, description. */
  readonly texts: readonly string[];
  readonly categoryIds: readonly string[];
}

/**
 * What the database's index holds of an item, in the text form of a `tsvector`. Words are split here and not by the
 * database, so that one index works the same whatever the server's language, locale and extensions. Titles and
 * categories are marked by words and not by weights, because the planner's figures know how common each word is.
 */
export function searchVector(item: Searchable): string {
  const title = wordsOf(item.title);
  const words = new Set([
    ...title,
    ...title.map((word) => IN_TITLE + word),
    ...item.texts.flatMap((text) => wordsOf(text)),
    ...item.categoryIds.map((id) => IN_CATEGORY + id),
  ]);
  return [...words].map((word) => lexeme(word)).join(' ');
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
  const last = words.at(-1);
  if (last === undefined) return null;
  const category = categoryId === null ? [] : [lexeme(IN_CATEGORY + categoryId)];
  const all = (mark: string): string =>
    [...words.slice(0, -1).map((word) => lexeme(mark + word)), `${lexeme(mark + last)}:*`, ...category].join(
      ' & ',
    );
  return { matching: all(''), inTitle: all(IN_TITLE) };
}

function lexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
