import { type RawBuilder, sql } from 'kysely';
import type { ItemQuery } from '../catalogue/item-queries.ts';
import type { Database } from './tables.ts';

/** The indexes of the descending orders have titles without a date last. */
const SORTS: Readonly<Record<string, readonly [up: RawBuilder<unknown>, down: RawBuilder<unknown>]>> = {
  title: [sql`items.sort_title`, sql`items.sort_title desc`],
  author: [sql`items.sort_author`, sql`items.sort_author desc`],
  length: [sql`items.run_time`, sql`items.run_time desc nulls last`],
  added: [sql`items.released_at`, sql`items.released_at desc`],
  published: [sql`items.published`, sql`items.published desc nulls last`],
};
/** Sorts by how much the listener has heard (CAT-205). */
const BY_PROGRESS = 'progress';
const SORT_NAMES = [...Object.keys(SORTS), BY_PROGRESS];

const LENGTHS: Readonly<Record<string, RawBuilder<boolean>>> = {
  '0-1h': sql`items.run_time between 1 and 3599`,
  '1-5h': sql`items.run_time between 3600 and 17999`,
  '5-10h': sql`items.run_time between 18000 and 35999`,
  '10h+': sql`items.run_time >= 36000`,
};

/** A position at the start counts as unheard: apps report none before the first second (CAT-198). */
const started = sql`(not p.is_active or p.last_position > 1000 or p.chapter_position > 1000 or p.chapter_index > 1)`;
const heard = (sub: string, how: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from playback_positions p where p.sub = ${sub} and p.item_id = items.id and ${how})`;

const PROGRESS: Readonly<Record<string, (sub: string) => RawBuilder<boolean>>> = {
  not_started: (sub) => sql`not ${heard(sub, started)}`,
  in_progress: (sub) => heard(sub, sql`p.is_active and ${started}`),
  finished: (sub) => heard(sub, sql`not p.is_active`),
};

const linked = (
  links: string,
  key: string,
  subjects: string,
  names: readonly string[],
): RawBuilder<boolean> =>
  sql`exists (select from ${sql.table(links)} l join ${sql.table(subjects)} s on s.id = ${sql.ref(`l.${key}`)}
    where l.item_id = items.id and s.name = any(${[...names]}))`;

const anyOf = (conditions: readonly (RawBuilder<boolean> | undefined)[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    conditions.filter((each) => each !== undefined),
    sql` or `,
  )})`;

type Condition = (sub: string, values: readonly string[]) => RawBuilder<boolean>;

const FILTERS = {
  progress: (sub, values) => anyOf(values.map((value) => PROGRESS[value]?.(sub))),
  saved: (sub) => sql`exists (select from favorite_items f where f.sub = ${sub} and f.item_id = items.id)`,
  language: (_sub, values) => sql`items.language = any(${[...values]})`,
  length: (_sub, values) => anyOf(values.map((value) => LENGTHS[value])),
  narrator: (_sub, values) => linked('item_narrators', 'narrator_id', 'narrators', values),
  series: (_sub, values) => linked('item_series', 'series_id', 'series', values),
} satisfies Readonly<Record<string, Condition>>;

type Filter = keyof typeof FILTERS;
const isFilter = (name: string): name is Filter => Object.hasOwn(FILTERS, name);
export const FILTER_NAMES = Object.keys(FILTERS).filter(isFilter);

/** What lists can be sorted and filtered by. */
export interface Offered {
  readonly sorts: readonly string[];
  readonly filters: Partial<Readonly<Record<Filter, readonly string[]>>>;
}

/** More values would be no choice. */
const MOST_VALUES = 200;

/** What this catalogue offers. A filter that makes no difference is left out (CAT-199). */
export async function offeredBy(db: Database): Promise<Offered> {
  const top = sql`items.parent_id is null`;
  const names = (table: string) => sql`(select coalesce(json_agg(name order by position, name), '[]') from
    (select name, min(position) as position from
      (select name, position from ${sql.table(table)} order by position, id limit ${MOST_VALUES}) n
      group by name) n)`;
  const lengths = Object.entries(LENGTHS).map(
    ([name, is]) =>
      // The order makes the database use the index.
      sql`case when (select run_time from items where ${top} and ${is} order by run_time, id limit 1) is not null
        then ${name}::text end`,
  );
  // The index is read once for each language.
  const { rows } = await sql<Readonly<Record<'language' | 'length' | 'narrator' | 'series', string[]>>>`
    with recursive languages(language) as (
      select min(language) from items where ${top}
      union all select (select min(language) from items where ${top} and language > l.language)
      from languages l where l.language is not null
    )
    select array_remove(array(select language from languages limit ${MOST_VALUES}), null) as language,
      array_remove(array[${sql.join(lengths)}], null) as length,
      ${names('narrators')} as narrator, ${names('series')} as series
  `.execute(db);
  const ofCatalogue = Object.entries(rows[0] ?? {}).filter(([, values]) => values.length > 1);
  return {
    sorts: SORT_NAMES,
    filters: { progress: Object.keys(PROGRESS), saved: ['yes'], ...Object.fromEntries(ofCatalogue) },
  };
}

/** A sort, and the values of filters, as a listener sent them. */
export interface Wanted {
  readonly sort: string | undefined;
  readonly filters: Partial<Readonly<Record<Filter, readonly string[]>>>;
}

/** Sorts and filters a list. The result are lists that follow each other. */
export interface Arrange {
  readonly isSorted: boolean;
  readonly filter: (list: ItemQuery) => ItemQuery;
  readonly lists: (list: ItemQuery) => readonly ItemQuery[];
}

/**
 * How to sort and filter lists as the listener wants it. What is not offered is ignored (CAT-197).
 *
 * @returns null if nothing is wanted that is offered
 */
export function arrangement(
  { sort = '', filters }: Wanted,
  offered: Offered,
): ((sub: string) => Arrange) | null {
  const isDown = sort.startsWith('-');
  const name = isDown ? sort.slice(1) : sort;
  const isSorted = offered.sorts.includes(name);
  const filtered = FILTER_NAMES.flatMap((filter) => {
    const values = filters[filter]?.filter((value) => offered.filters[filter]?.includes(value)) ?? [];
    return values.length === 0 ? [] : [(sub: string) => FILTERS[filter](sub, values)];
  });
  if (!isSorted && filtered.length === 0) return null;
  const order = SORTS[name]?.[isDown ? 1 : 0];
  return (sub) => {
    const filter = (list: ItemQuery) =>
      filtered.reduce<ItemQuery>((query, condition) => query.where(condition(sub)), list);
    return {
      isSorted,
      filter,
      lists: (list) => {
        const limited = filter(list);
        if (name === BY_PROGRESS) return byProgress(sub, limited, isDown);
        return [order === undefined ? limited : limited.clearOrderBy().orderBy(order).orderBy('items.id')];
      },
    };
  };
}

/** The milliseconds of the chapters before the one that a position is in. */
const chaptersBefore = sql`1000 * (
  select coalesce(sum((chapter ->> 'chapter_run_time')::float8), 0)
  from json_array_elements(items.document -> 'chapter_info') chapter
  where (chapter ->> 'chapter_index')::integer < p.chapter_index)`;

/** How much of a title was heard. A finished title was heard whole. */
const heardPart = (sub: string) => sql`(
  select case when p.is_active
    then coalesce(p.last_position, p.chapter_position + ${chaptersBefore}, 0) / (1000.0 * greatest(coalesce(items.run_time, 0), 1))
    else 1 end
  from playback_positions p where p.sub = ${sub} and p.item_id = items.id)`;

/** Two lists, because an index has the titles that nobody has started in their order: those of a listener are few. */
function byProgress(sub: string, list: ItemQuery, isDown: boolean): readonly ItemQuery[] {
  const isStarted = heard(sub, started);
  const part = heardPart(sub);
  const own = list
    .where(isStarted)
    .clearOrderBy()
    .orderBy(isDown ? sql`${part} desc` : part)
    .orderBy('items.id');
  const others = list.where(sql<boolean>`not ${isStarted}`);
  return isDown ? [own, others] : [others, own];
}
