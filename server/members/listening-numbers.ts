import { sql } from 'kysely';
import type { Reference } from '../catalogue/types.ts';
import { creditedTitles } from './royalties.ts';
import type { Database } from './tables.ts';

/** The types of items that count as books. */
const BOOKS = [1, 2];
const MOST_PEOPLE = 10;

interface HeardPerson extends Reference {
  readonly seconds: number;
}

/** Zones differ from UTC by whole quarters of an hour. */
const QUARTER_MS = 15 * 60_000;

/**
 * What a listener has heard, by day in a time zone, with the most heard authors and narrators and the number of finished books (PROG-84).
 * It is counted from the reports that royalties are counted from, in seconds of content. A report belongs to the day on which
 * it was heard (PROG-93). People of one title each get its whole time.
 *
 * @param zone a name that `Intl` knows
 * @param now epoch milliseconds
 */
export async function listeningNumbers(db: Database, sub: string, zone: string, now: number) {
  const [times, contents] = await Promise.all([
    sql<{ quarter: number; duration: number }>`
      select floor(coalesce(heard_at, reported_at) / ${QUARTER_MS})::float8 as quarter, sum(duration)::float8 as duration
      from royalty_reports where sub = ${sub} group by 1 order by 1`.execute(db),
    sql<{ content_id: string; duration: number }>`
      select content_id, sum(duration)::float8 as duration
      from royalty_reports where sub = ${sub} group by 1`.execute(db),
  ]);
  const titles = await creditedTitles(
    db,
    contents.rows.map(({ content_id }) => content_id),
  );
  // The database may not have the older names of zones, which some browsers send.
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const days = new Map<string, number>();
  for (const { quarter, duration } of times.rows) {
    const day = calendar.format(quarter * QUARTER_MS);
    days.set(day, (days.get(day) ?? 0) + duration / 1000);
  }
  const people = { authors: new Map<string, HeardPerson>(), narrators: new Map<string, HeardPerson>() };
  for (const { content_id, duration } of contents.rows) {
    const seconds = duration / 1000;
    const title = titles.get(content_id);
    for (const kind of ['authors', 'narrators'] as const) {
      for (const { id, name } of title?.[kind] ?? []) {
        people[kind].set(id, { id, name, seconds: (people[kind].get(id)?.seconds ?? 0) + seconds });
      }
    }
  }
  const finished = await db
    .selectFrom('playback_positions')
    .innerJoin('items', 'items.id', 'item_id')
    .select(({ fn }) => fn.countAll<number>().as('books'))
    .where('sub', '=', sub)
    .where('is_active', '=', false)
    .where(sql<boolean>`items.content_type = any(${BOOKS})`)
    .executeTakeFirst();
  return {
    today: calendar.format(now),
    days: [...days].map(([day, seconds]) => ({ day, seconds })),
    finished_books: finished?.books ?? 0,
    authors: mostHeard(people.authors),
    narrators: mostHeard(people.narrators),
  };
}

const mostHeard = (people: ReadonlyMap<string, HeardPerson>): readonly HeardPerson[] =>
  [...people.values()]
    .toSorted((one, other) => other.seconds - one.seconds || (one.id < other.id ? -1 : 1))
    .slice(0, MOST_PEOPLE);
