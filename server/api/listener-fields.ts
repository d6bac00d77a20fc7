import type { FastifyRequest } from 'fastify';
import { type Expression, sql } from 'kysely';
import type { ItemJson } from '../catalogue/documents.ts';
import type { StoredItem } from '../catalogue/item-queries.ts';
import { type Page, type PageParameters, pageOf } from '../catalogue/pages.ts';
import { JsonText } from '../http/validation.ts';
import {
  type ListenerItems,
  type Owned,
  allOwned,
  firstOwned,
  readListenerItems,
} from '../members/listener-items.ts';
import type { ReadAlso } from '../pool/tokens/verify.ts';
import { type ApiContext, admit } from './context.ts';

export type ReadContext = Pick<ApiContext, 'db' | 'documents' | 'clock'>;

/** The items by their ids, as the listener sees them. An item that was deleted meanwhile is left out. */
export async function presentById(
  { db, documents }: ReadContext,
  sub: string,
  rows: readonly StoredItem[],
  owned?: Owned,
): Promise<ReadonlyMap<string, JsonText>> {
  if (rows.length === 0) return new Map();
  const found = await documents.read(rows);
  const items = [...new Map(rows.map((row) => [row.id, row])).values()].flatMap(({ id, parent_id }) => {
    const json = found.get(id);
    if (json === undefined) return [];
    const others = [parent_id, json.contentId].filter((each) => each !== null);
    return [{ id, json, others, trackIds: json.tracks.map((track) => track.id) }];
  });
  const listener = await readListenerItems(db, sub, items, owned);
  return new Map(items.map(({ id, json, others }) => [id, new JsonText(textOf(id, json, others, listener))]));
}

/** The items in the order of the rows, as the listener sees them. */
export async function present(
  context: ReadContext,
  sub: string,
  rows: readonly StoredItem[],
  owned?: Owned,
): Promise<readonly JsonText[]> {
  const items = await presentById(context, sub, rows, owned);
  return rows.flatMap(({ id }) => items.get(id) ?? []);
}

/** Adds the fields of the listener to an item and its tracks. */
function textOf(id: string, json: ItemJson, others: readonly string[], listener: ListenerItems): string {
  const own = ({ is_purchased, is_favorite }: ReturnType<ListenerItems['fieldsOf']>): string =>
    `"is_purchased":${is_purchased},"is_favorite":${is_favorite}`;
  const tracks = json.tracks.map((track) => `{${track.fields},${own(listener.fieldsOf(track.id, id))}}`);
  const progress = listener.progressIn(id);
  return (
    `{${json.fields},"tracks":[${tracks.join(',')}],${own(listener.fieldsOf(id, ...others))}` +
    `${progress === undefined ? '' : `,"progress":${JSON.stringify(progress)}`}}`
  );
}

export async function itemPage(
  context: ReadContext,
  sub: string,
  rows: Promise<readonly StoredItem[]> | readonly StoredItem[],
  page: PageParameters,
  owned?: Owned,
): Promise<Page<JsonText>> {
  const { results, next_page_key } = pageOf(await rows, page);
  return { results: await present(context, sub, results, owned), next_page_key };
}

/**
 * Checks the token, and reads a list and what the listener has, all in one statement (CAT-333).
 *
 * @param readAlso what else the statement reads
 */
export async function admitToRows<Row, Also = null>(
  request: FastifyRequest,
  list: (sub: string) => Expression<Row>,
  readAlso?: ReadAlso<Also>,
) {
  const { sub, also } = await admit(
    request,
    (own) =>
      sql<{ rows: readonly Row[]; owned: Owned; also: Also }>`json_build_object(
        'rows', (select coalesce(json_agg(each), '[]') from (${list(own)}) each), 'owned', ${firstOwned(own)},
        'also', ${readAlso?.(own) ?? sql`null`})`,
  );
  return { ...also, sub, owned: allOwned(also.owned) };
}
