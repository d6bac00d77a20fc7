import { type RawBuilder, sql } from 'kysely';
import { cut, type ItemQuery, type PageParameters, type StoredItem } from '../catalogue/items.ts';
import type { Database } from './tables.ts';

/** How a listener wants a list: an order, and what it is limited to, by the names of the filters. */
export interface Arrangement {
  readonly sort?: string | undefined;
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  title: sql`items.sort_title`,
  author: sql`items.sort_author`,
  length: sql`items.run_time`,
  added: sql`items.released_at`,
  published: sql`items.published`,
  progress: sql`coalesce(case when not heard.is_active then 1
    when heard.chapter_index is null then heard.last_position / (1000.0 * greatest(items.run_time, 1))
    else (heard.chapter_index - 1.0) / greatest(json_array_length(items.document -> 'chapter_info'), 1) end, 0)`,
};

const LENGTHS: Readonly<Record<string, RawBuilder<boolean>>> = {
  '0-1h': sql`items.run_time < 3600`,
  '1-5h': sql`items.run_time >= 3600 and items.run_time < 18000`,
  '5-10h': sql`items.run_time >= 18000 and items.run_time < 36000`,
  '10h+': sql`items.run_time >= 36000`,
};

const PROGRESS: Readonly<Record<string, RawBuilder<boolean>>> = {
  not_started: sql`heard.item_id is null`,
  in_progress: sql`heard.is_active`,
  finished: sql`not heard.is_active`,
};

const anyOf = (
  conditions: Readonly<Record<string, RawBuilder<boolean>>>,
  values: readonly string[],
): RawBuilder<boolean> | null => {
  const known = values.flatMap((value) => (Object.hasOwn(conditions, value) ? (conditions[value] ?? []) : []));
  return known.length === 0 ? null : sql`(${sql.join(known, sql` or `)})`;
};

/** The condition of a filter; null for an unknown one, such as one of an old link (CAT-196). */
function conditionOf(sub: string, name: string, values: readonly string[]): RawBuilder<boolean> | null {
  const list = [...values];
  switch (name) {
    case 'progress':
      return anyOf(PROGRESS, list);
    case 'length':
      return anyOf(LENGTHS, list);
    case 'saved':
      return list.includes('yes')
        ? sql`exists (select from favorite_items f where f.sub = ${sub} and f.item_id = items.id)`
        : null;
    case 'language':
      return sql`items.language = any(${list})`;
    case 'narrator':
      return sql`exists (select from item_narrators l join narrators n on n.id = l.narrator_id
        where l.item_id = items.id and n.name = any(${list}))`;
    case 'series':
      return sql`exists (select from item_series l join series s on s.id = l.series_id
        where l.item_id = items.id and s.name = any(${list}))`;
    default:
      return null;
  }
}

/**
 * A page of a list in the order and with the filters that the listener wants, and one row more if there is a next page
 * (CAT-196). A list without them stays as it is.
 *
 * @returns null if the listener wants neither
 */
export function arranged(
  list: ItemQuery,
  sub: string,
  { sort = '', filters }: Arrangement,
  page: PageParameters,
): Promise<readonly StoredItem[]> | null {
  const name = sort.replace(/^-/u, '');
  const order = Object.hasOwn(ORDERS, name) ? ORDERS[name] : undefined;
  const conditions = Object.entries(filters).flatMap(
    ([filter, values]) => conditionOf(sub, filter, values) ?? [],
  );
  if (order === undefined && conditions.length === 0) return null;
  const needsProgress = name === 'progress' || filters['progress'] !== undefined;
  const limited = conditions.reduce<ItemQuery>(
    (query, condition) => query.where(condition),
    needsProgress
      ? list
          .leftJoin(sql<{ item_id: string }>`playback_positions`.as('heard'), (join) =>
            join.onRef('heard.item_id', '=', 'items.id').on(sql<boolean>`heard.sub = ${sub}`),
          )
          .$castTo<StoredItem>()
      : list,
  );
  if (order === undefined) return cut(limited, page).execute();
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`;
  return cut(
    limited.clearOrderBy().orderBy(sql`${order}`, direction).orderBy('items.id'),
    page,
  ).execute();
}

/** Values that a page offers. More would be no choice. */
const MOST_VALUES = 200;

/** What every list can be sorted and filtered by, with the values of this catalogue. */
export async function choicesOf(db: Database) {
  const { rows } = await sql<Readonly<Record<'languages' | 'narrators' | 'series', readonly string[]>>>`
    with recursive languages(language) as (
      select min(language) from items where parent_id is null
      union all select (select min(language) from items where parent_id is null and language > l.language)
      from languages l where l.language is not null
    )
    select
      (select coalesce(json_agg(language), '[]') from languages where language is not null) as languages,
      (select coalesce(json_agg(distinct name), '[]') from
        (select name from narrators order by position, id limit ${MOST_VALUES}) n) as narrators,
      (select coalesce(json_agg(distinct name), '[]') from
        (select name from series order by position, id limit ${MOST_VALUES}) s) as series
  `.execute(db);
  const { languages = [], narrators = [], series = [] } = rows[0] ?? {};
  const named = { language: languages, narrator: narrators, series };
  return {
    sorts: Object.keys(ORDERS),
    filters: {
      progress: Object.keys(PROGRESS),
      saved: ['yes'],
      length: Object.keys(LENGTHS),
      ...Object.fromEntries(Object.entries(named).filter(([, values]) => values.length > 0)),
    },
  };
}
