import type { FastifyRequest } from 'fastify';
import type { Expression } from 'kysely';
import * as v from 'valibot';
import { type ItemQuery, rowsOf, type StoredItem } from '../catalogue/item-queries.ts';
import type { PageParameters } from '../catalogue/pages.ts';
import { withoutTimeBudget } from '../db/time-budget.ts';
import { JsonText } from '../http/validation.ts';
import { FILTER_NAMES, type Wanted, arrangement, offeredBy } from '../members/arrangement.ts';
import { page, plain } from './parameters.ts';
import { admitToRows, itemPage, type ReadContext } from './listener-fields.ts';

const about = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));

/** The parameters of a list that can be sorted and filtered. What does not fit is ignored (CAT-197). */
export const arranging = {
  sort: v.fallback(
    v.optional(about(plain, 'A name of `sorts`, or the name after a minus for the other direction.')),
    undefined,
  ),
  ...v.entriesFromList(
    FILTER_NAMES.map((name) => `filter.${name}` as const),
    v.fallback(
      v.optional(
        about(v.union([plain, v.array(plain)]), 'A value of this filter in `filters`. It may repeat.'),
      ),
      undefined,
    ),
  ),
};

const arrangingQuery = v.object(arranging);
type Arranging = v.InferOutput<typeof arrangingQuery>;

export const arrangedPage = (usual: number) => v.object({ ...page(usual).entries, ...arranging });

function wanted(query: Arranging): Wanted {
  const values = FILTER_NAMES.map((name) => [name, [query[`filter.${name}`] ?? []].flat()] as const);
  return { sort: query.sort, filters: Object.fromEntries(values) };
}

/** What is offered, and the same as JSON. */
async function readOffer(db: ReadContext['db']) {
  const offered = await offeredBy(db);
  const [sorts, filters] = [offered.sorts, offered.filters].map((each) => new JsonText(JSON.stringify(each)));
  return { offered, sent: { sorts, filters } };
}

/** How long an offer is remembered, in milliseconds. Every list has it, and it changes rarely (CAT-199). */
const REMEMBERED_MS = 2_000;
const offers = new WeakMap<ReadContext['db'], { until: number; offer: ReturnType<typeof readOffer> }>();

/** How the listener wants a list, and what is offered for it. */
export async function readArrangement({ db, clock }: Pick<ReadContext, 'db' | 'clock'>, query: Arranging) {
  const now = clock.now();
  let known = offers.get(db);
  if (known === undefined || known.until <= now || known.until > now + REMEMBERED_MS) {
    // Several requests share this statement. So its time counts for none of them.
    known = { until: now + REMEMBERED_MS, offer: withoutTimeBudget(() => readOffer(db)) };
    offers.set(db, known);
    known.offer.catch(() => offers.delete(db));
  }
  const { offered, sent } = await known.offer;
  return { offered: sent, arrange: arrangement(wanted(query), offered) };
}

/**
 * A page of items that the listener may sort and filter (CAT-196).
 *
 * @param request of a route with `admits`
 * @param list makes the query of a page, or of the whole list for null
 */
export async function arrangedItemPage(
  context: ReadContext,
  request: FastifyRequest,
  query: PageParameters & Arranging,
  list: (sub: string, page: PageParameters | null) => ItemQuery,
) {
  const { offered, arrange } = await readArrangement(context, query);
  const window = { skip: (query.next_page - 1) * query.limit, count: query.limit + 1 };
  const { sub, rows, owned } = await admitToRows(request, (own): Expression<StoredItem> =>
    arrange === null ? list(own, query) : rowsOf(arrange(own).lists(list(own, null)), window),
  );
  return { ...(await itemPage(context, sub, rows, query, owned)), ...offered };
}
