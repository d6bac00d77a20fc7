/**
 * Parses the query string as plain text: `q=123` and `q=true` stay text (CAT-30). If a name occurs several times, the
 * last value counts.
 */
export const parsePlainSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query));

/** Writes a query string: it starts with a question mark, or is empty. Only text values are written. */
export const stringifyPlainSearch = (search: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  ).toString();
  return query === '' ? '' : `?${query}`;
};
