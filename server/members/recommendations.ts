import { sql } from 'kysely';
import type { PageParameters, StoredItem } from '../catalogue/items.ts';
import type { Database } from './tables.ts';

/** How many of the listener's latest actions count for recommendations. */
const TRACES = 30;
/** The most items of one topic. */
const PER_TOPIC = 40;

/**
 * Items of the topics of the listener's latest actions. Items with several such topics come first. Items that the
 * listener started, bought or saved are left out. A listener without actions gets the best items of every topic.
 *
 * @returns a page, and one row more if there is a next page
 */
export async function recommendedFor(
  db: Database,
  sub: string,
  page: PageParameters,
): Promise<readonly StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    with traces as (
      (select item_id from playback_positions where sub = ${sub} order by updated_at desc limit ${TRACES})
      union (select item_id from favorite_items where sub = ${sub} order by created_at desc limit ${TRACES})
      union (select item_id from purchases where sub = ${sub} order by purchased_at desc limit ${TRACES})
    ),
    known as (
      select item_id from traces
      union select i.parent_id from traces join items i on i.id = traces.item_id where i.parent_id is not null
    ),
    liked as (select distinct t.topic_id from known join item_topics t on t.item_id = known.item_id),
    topics_to_offer as (
      select topic_id from liked union all select id from topics where not exists (select from liked)
    ),
    offers as (
      select offer.item_id, count(*) as topics, max(offer.popularity) as popularity
      from topics_to_offer cross join lateral (
        select item_id, popularity from item_topics t where t.topic_id = topics_to_offer.topic_id
        order by t.popularity desc, t.item_id limit ${PER_TOPIC}
      ) offer
      where not exists (select from known where known.item_id = offer.item_id)
      group by offer.item_id
    ),
    chosen as (
      select item_id, topics, popularity from offers
      order by topics desc, popularity desc, item_id
      limit ${page.limit + 1} offset ${(page.next_page - 1) * page.limit}
    )
    select items.id, items.parent_id, items.version
    from chosen join items on items.id = chosen.item_id
    order by chosen.topics desc, chosen.popularity desc, chosen.item_id
  `.execute(db);
  return rows;
}
