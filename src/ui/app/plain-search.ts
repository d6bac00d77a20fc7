/**
 * The query string as plain text: `q=123` and `q=true` are the strings that they read, unquoted
 * (contract 3.10). Of a name that is given more than once the last one counts.
 */
export const parsePlainSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query));

/** The inverse: with its question mark, or empty. Only text is written. */
export const stringifyPlainSearch = (search: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  ).toString();
  return query === '' ? '' : `?${query}`;
};
