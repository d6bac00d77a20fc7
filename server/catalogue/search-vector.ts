import { type Compound, compoundsOf, joined, spellingsOf, wordsOf } from './search-words.ts';

/** Listeners type few words. More words would only cost time. */
const MOST_WORDS = 12;
/** In a longer term, words are not joined with the next one. */
const MOST_JOINED = 4;
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
 * Makes a query for items that contain every word, in any order and any spelling. The last word may be incomplete, because
 * the listener may still be typing. A word with parts is also found as one word ("Spider-Man": spiderman), and so are two
 * words of a short term.
 *
 * @param categoryId limits the search to a category
 * @returns null for a term without letters and digits, which finds nothing
 */
export function searchQuery(term: string, categoryId: string | null): SearchQuery | null {
  const words = compoundsOf(term).slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const pairs = words.length > MOST_JOINED ? [] : words.slice(1).map((_, at) => joinedAt(words, at));
  const all = (mark: string): string => {
    const ways = anyOf(
      [words, ...pairs].map((each) =>
        allOf(each.map((word, at) => wordQuery(word, mark, at === each.length - 1))),
      ),
    );
    return categoryId === null ? ways : allOf([ways, lexeme(IN_CATEGORY + categoryId)]);
  };
  return { matching: all(''), inTitle: all(IN_TITLE) };
}

/** A word in all its spellings, as its parts or as one word. */
function wordQuery(word: Compound, mark: string, isLast: boolean): string {
  const spelled = (part: string, isOpen: boolean): string =>
    anyOf(spellingsOf(part).map((spelling) => lexeme(mark + spelling) + (isOpen ? ':*' : '')));
  const parts = allOf(word.map((part, at) => spelled(part, isLast && at === word.length - 1)));
  return word.length === 1 ? parts : anyOf([parts, spelled(joined(word), isLast)]);
}

/** The words with one of them and the next one as one word. */
const joinedAt = (words: readonly Compound[], at: number): readonly Compound[] =>
  words.toSpliced(at, 2, [joined(words.slice(at, at + 2).flat())]);

const allOf = (terms: readonly string[]): string => terms.join(' & ');

const anyOf = (terms: readonly string[]): string =>
  terms.length === 1 ? terms.join('') : `(${terms.join(' | ')})`;

function lexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
