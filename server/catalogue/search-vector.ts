import { wordsOf, wordsOfTerm } from './search-words.ts';

/** Listeners type few words. More words would only cost time. */
const MOST_WORDS = 12;
// A typed word contains no slash, so it cannot equal a word with such a prefix.
const IN_TITLE = 'title/';
const IN_CATEGORY = 'category/';

export interface Searchable {
  readonly title: string;
  /** Other texts with words for the search: authors, categories, topics, description, chapters. */
  readonly texts: readonly string[];
  readonly categoryIds: readonly string[];
}

/**
 * The words of an item for the index, in the text form of a `tsvector`. They are split here and not by the database, so
 * that language, locale and extensions of the server make no difference. Titles and categories are marked by words and
 * not by weights, because the planner knows how common each word is.
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
  /** Finds the items that have every word in the title. */
  readonly inTitle: string;
}

/**
 * Makes a query for items that contain every word, in any order. The last word may be incomplete, because the listener may
 * still be typing.
 *
 * @param categoryId limits the search to a category
 * @returns null for a term without letters and digits, which finds nothing
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
