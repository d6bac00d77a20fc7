import type { ItemJson } from '../catalogue/documents.ts';
import { type Page, type PageParameters, pageOf, type StoredItem } from '../catalogue/items.ts';
import { JsonText } from '../http/json.ts';
import { type ListenerItems, readListenerItems } from '../members/listener-fields.ts';
import type { ApiContext } from './context.ts';

type ReadContext = Pick<ApiContext, 'db' | 'documents'>;

/** The items by their ids, as the listener sees them. An item that was deleted meanwhile is left out. */
export async function presentById(
  { db, documents }: ReadContext,
  sub: string,
  rows: readonly StoredItem[],
): Promise<ReadonlyMap<string, JsonText>> {
  if (rows.length === 0) return new Map();
  const found = await documents.read(rows);
  const items = [...new Map(rows.map((row) => [row.id, row])).values()].flatMap(({ id, parent_id }) => {
    const json = found.get(id);
    if (json === undefined) return [];
    const others = [parent_id, json.contentId].filter((each) => each !== null);
    return [{ id, json, others, trackIds: json.tracks.map((track) => track.id) }];
  });
  const listener = await readListenerItems(db, sub, items);
  return new Map(items.map(({ id, json, others }) => [id, new JsonText(textOf(id, json, others, listener))]));
}

/** The items in the order of the rows, as the listener sees them. */
export async function present(
  context: ReadContext,
  sub: string,
  rows: readonly StoredItem[],
): Promise<readonly JsonText[]> {
  const items = await presentById(context, sub, rows);
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

/** A page of items as the listener sees them. */
export async function itemPage(
  context: ReadContext,
  sub: string,
  rows: Promise<readonly StoredItem[]>,
  page: PageParameters,
): Promise<Page<JsonText>> {
  const { results, next_page_key } = pageOf(await rows, page);
  return { results: await present(context, sub, results), next_page_key };
}
