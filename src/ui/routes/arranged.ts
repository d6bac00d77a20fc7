import { redirect } from '@tanstack/react-router';
import {
  type ArrangementQuery,
  arrangementQuery,
  readArrangement,
} from '../../domain/catalogue/arrangement.ts';
import { stringifyPlainSearch } from '../navigation/plain-search.ts';
import type { Services } from '../services.ts';

export const arrangementOf = (search: Readonly<Record<string, unknown>>): ArrangementQuery =>
  arrangementQuery(readArrangement(search));

/** Opens the page as the listener has sorted and filtered it before, unless the address says how (CAT-237). */
const recallArrangement = ({
  context: { services },
  location: { pathname, searchStr },
}: {
  readonly context: { readonly services: Services };
  readonly location: { readonly pathname: string; readonly searchStr: string };
}): void => {
  const recalled = searchStr === '' ? services.listPreferences.recall(pathname) : null;
  if (recalled !== null)
    redirect({ href: pathname + stringifyPlainSearch(recalled), replace: true, throw: true });
};

/** The page stays when its sort or its filters change. */
export const withoutArrangement = (search: object): object =>
  Object.fromEntries(
    Object.entries(search).filter(([name]) => name !== 'sort' && !name.startsWith('filter.')),
  );

/** The options of a route whose address names a sort and filters. */
export const ARRANGED = {
  validateSearch: arrangementOf,
  loaderDeps: ({ search }: { readonly search: ArrangementQuery }) => ({
    arrangement: readArrangement(search),
  }),
  beforeLoad: recallArrangement,
} as const;
