/**
 * Parses the query string as plain text: `q=123` and `q=true` stay text (CAT-30). If a name occurs several times, the
 * last value counts. A filter of a list has all its values (CAT-233).
 */
export const parsePlainSearch = (query: string): Record<string, string | readonly string[]> => {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    [...parameters].map(([name, last]) => [
      name,
      name.startsWith('filter.') ? parameters.getAll(name) : last,
    ]),
  );
};

/** Writes a query string: it starts with a question mark, or is empty. Only texts and lists of texts are written. */
export const stringifyPlainSearch = (search: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) =>
      [value].flat().flatMap((each) => (typeof each === 'string' ? [[name, each]] : [])),
    ),
  ).toString();
  return query === '' ? '' : `?${query}`;
};
