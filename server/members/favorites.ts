import { type Expression, type RawBuilder, sql } from 'kysely';
import { cut, type PageParameters } from '../catalogue/pages.ts';
import { type ItemQuery, items, type StoredItem } from '../catalogue/item-queries.ts';
import { SINGLE } from '../catalogue/sort-keys.ts';
import type { Subject } from '../catalogue/types.ts';
import type { Database } from './tables.ts';
import { isNoEdition } from '../catalogue/editions.ts';

/**
 * Saves an item among the favourites, or removes it. Saving twice has the same effect as saving once.
 *
 * @param now epoch milliseconds
 */
export async function saveFavoriteItem(
  db: Database,
  sub: string,
  favorite: { readonly itemId: string; readonly isFavorite: boolean },
  now: number,
): Promise<void> {
  const { itemId, isFavorite } = favorite;
  if (!isFavorite) {
    await db.deleteFrom('favorite_items').where('sub', '=', sub).where('item_id', '=', itemId).execute();
    return;
  }
  await db
    .insertInto('favorite_items')
    .values({ sub, item_id: itemId, created_at: now })
    .onConflict((conflict) => conflict.columns(['sub', 'item_id']).doNothing())
    .execute();
}

/**
 * The favourites, the newest first.
 *
 * @param podcasts podcasts and their episodes, or everything else
 */
export const favoriteItemsOf = (db: Database, sub: string, podcasts: boolean): ItemQuery =>
  items(db)
    .innerJoin(
      sql<{ sub: string; item_id: string; created_at: number }>`favorite_items`.as('saved'),
      'saved.item_id',
      'items.id',
    )
    .where('saved.sub', '=', sub)
    .where(podcasts ? sql<boolean>`content_type in (3, 4)` : sql<boolean>`content_type not in (3, 4)`)
    .orderBy('saved.created_at', 'desc')
    .orderBy('saved.item_id')
    .$castTo<StoredItem>();

/**
 * Follows an author, or ends that. Following twice has the same effect as following once.
 *
 * @param now epoch milliseconds
 */
export async function saveFavoriteAuthor(
  db: Database,
  sub: string,
  favorite: { readonly authorId: string; readonly isFavorite: boolean },
  now: number,
): Promise<void> {
  const { authorId, isFavorite } = favorite;
  if (!isFavorite) {
    await db
      .deleteFrom('favorite_authors')
      .where('sub', '=', sub)
      .where('author_id', '=', authorId)
      .execute();
    return;
  }
  await db
    .insertInto('favorite_authors')
    .values({ sub, author_id: authorId, created_at: now })
    .onConflict((conflict) => conflict.columns(['sub', 'author_id']).doNothing())
    .execute();
}

/** Whether the listener follows an author, as an expression of a statement. */
export const isFavoriteAuthor = (sub: string, authorId: string): RawBuilder<boolean> =>
  sql`exists (select from favorite_authors where sub = ${sub} and author_id = ${authorId})`;

/** A page of the followed authors, the newest first, and one row more if there is a next page. */
export const favoriteAuthorsOf = (
  db: Database,
  sub: string,
  page: PageParameters,
): Promise<readonly Subject[]> =>
  cut(
    db
      .selectFrom('favorite_authors')
      .innerJoin('authors', 'authors.id', 'favorite_authors.author_id')
      .select(['authors.id', 'authors.name', 'authors.img_url'])
      .where('favorite_authors.sub', '=', sub)
      .orderBy('favorite_authors.created_at', 'desc')
      .orderBy('authors.id'),
    page,
  ).execute();

/** How many of the listener's latest actions count for recommendations. */
const TRACES = 30;
/** More topics than an item has. */
const FIRST = 1_000_000;
/** The most items of one topic. */
const PER_TOPIC = 40;

/** The sort keys of volumes with a number. */
const NUMBERED = '1%';
/** The key after which the next volume of a series follows: of a range, its last number. */
const endOf = sql`(case when right(l.sort_key, 1) = ${SINGLE} or l.sort_key not like ${NUMBERED} then l.sort_key
  else '1' || split_part(l.sort_key, ' ', 3) || ' ~' end)`;

/**
 * Items of the topics of the listener's latest actions. Items with several such topics come first. Items that the
 * listener started, bought or saved are left out. A listener without actions gets the best items of every topic. Before
 * all of them come the next volumes of series that the listener has finished a volume of (CAT-194).
 *
 * @returns the query of a page, and one row more if there is a next page
 */
export const recommendedFor = (sub: string, page: PageParameters): Expression<StoredItem> => sql<StoredItem>`
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
      where not exists (select from known where known.item_id = offer.item_id) and ${isNoEdition('offer.item_id')}
      group by offer.item_id
    ),
    finished as (
      select distinct on (l.series_id) l.series_id, ${endOf} as sort_key, i.sort_title, i.id as item_id,
        max(p.updated_at) over (partition by l.series_id) as updated_at
      from playback_positions p join item_series l on l.item_id = p.item_id join items i on i.id = p.item_id
      where p.sub = ${sub} and not p.is_active
      order by l.series_id, l.sort_key like ${NUMBERED} desc, ${endOf} desc, i.sort_title desc, i.id desc
    ),
    next_volumes as (
      select volume.item_id, finished.updated_at from finished cross join lateral (
        select l.item_id from item_series l join items i on i.id = l.item_id
        where l.series_id = finished.series_id
          and right(l.sort_key, 1) = ${SINGLE} and ${isNoEdition('l.item_id')}
          and case when finished.sort_key like ${NUMBERED}
            then (l.sort_key, i.sort_title, l.item_id) > (finished.sort_key, finished.sort_title, finished.item_id)
              and (l.sort_key, i.sort_title) <> (finished.sort_key, finished.sort_title)
            else l.sort_key like ${NUMBERED} end
        order by l.sort_key, i.sort_title, l.item_id limit 1
      ) volume
      where not exists (
        select from playback_positions p where p.sub = ${sub} and p.item_id = volume.item_id
      )
    ),
    ranked as (
      select item_id, max(topics) as topics, max(popularity) as popularity from (
        select item_id, topics, popularity from offers
        union all select item_id, ${FIRST}::bigint, updated_at from next_volumes
      ) each group by item_id
    ),
    chosen as (
      select item_id, topics, popularity from ranked
      order by topics desc, popularity desc, item_id
      limit ${page.limit + 1} offset ${(page.next_page - 1) * page.limit}
    )
    select items.id, items.parent_id, items.version
    from chosen join items on items.id = chosen.item_id
    order by chosen.topics desc, chosen.popularity desc, chosen.item_id
  `;
