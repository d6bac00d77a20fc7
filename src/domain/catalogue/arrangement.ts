/** How a list is sorted and filtered: by a name that the provider offers, or the name with a minus for the other direction. */
export type Arrangement = {
  readonly sort: string | null;
  /** The chosen values of each filter. A title has to have one value of every filter. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
};

/** What a provider offers for a list: the names of sorts, and the values of filters by name. */
export type OfferedArrangement = {
  readonly sorts: readonly string[];
  readonly filters: Readonly<Record<string, readonly string[]>>;
};

/** The order of the provider, and all titles. */
export const AS_SENT: Arrangement = { sort: null, filters: {} };

const FILTER = 'filter.';

/** The parameters of an address or of a call (CAT-233). */
export type ArrangementQuery = {
  readonly sort?: string;
  readonly [filter: `filter.${string}`]: readonly string[] | undefined;
};

/** Writes an arrangement as parameters: `sort=-added`, `filter.language=en`. */
export const arrangementQuery = ({ sort, filters }: Arrangement): ArrangementQuery => {
  const chosen = Object.entries(filters).filter(([, values]) => values.length > 0);
  const parameters: Record<`filter.${string}`, readonly string[]> = {};
  for (const [name, values] of chosen) parameters[`filter.${name}`] = values;
  return { ...(sort !== null && { sort }), ...parameters };
};

const texts = (value: unknown): readonly string[] =>
  [value].flat().filter((text): text is string => typeof text === 'string' && text !== '');

/** Reads the parameters of an address. Anything else in it is ignored. */
export const readArrangement = (query: Readonly<Record<string, unknown>>): Arrangement => ({
  sort: texts(query['sort'])[0] ?? null,
  filters: Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const values = [...new Set(texts(value))];
      const isFilter = name.startsWith(FILTER) && name.length > FILTER.length && values.length > 0;
      return isFilter ? [[name.slice(FILTER.length), values]] : [];
    }),
  ),
});

/** The filter by what is downloaded. Only the browser knows that, so the filter is not sent (CAT-206). */
export const DOWNLOADED = 'downloaded';

/** The part of an arrangement that the provider gets. */
export const sentPart = ({ sort, filters }: Arrangement): Arrangement => {
  const { [DOWNLOADED]: _own, ...sent } = filters;
  return { sort, filters: sent };
};

/** The number of chosen values. */
export const countFilters = ({ filters }: Arrangement): number => Object.values(filters).flat().length;

/** True for the order of the provider, and all titles. */
export const isAsSent = (arrangement: Arrangement): boolean =>
  arrangement.sort === null && countFilters(arrangement) === 0;

const ascending = (sort: string): string => sort.replace(/^-/, '');

/** The part of an arrangement that the provider offers. An old link may name more (CAT-234). */
export const offeredPart = ({ sort, filters }: Arrangement, offered: OfferedArrangement): Arrangement => ({
  sort: sort !== null && offered.sorts.includes(ascending(sort)) ? sort : null,
  filters: Object.fromEntries(
    Object.entries(filters).flatMap(([name, values]) => {
      const known = Object.hasOwn(offered.filters, name) ? offered.filters[name] : undefined;
      const kept = values.filter((value) => known?.includes(value));
      return kept.length === 0 ? [] : [[name, kept]];
    }),
  ),
});

/** Chooses a value of a filter, or no longer. */
export const toggledFilter = (arrangement: Arrangement, name: string, value: string): Arrangement => {
  const values = arrangement.filters[name] ?? [];
  const changed = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  const { [name]: _before, ...others } = arrangement.filters;
  return { ...arrangement, filters: changed.length === 0 ? others : { ...others, [name]: changed } };
};
