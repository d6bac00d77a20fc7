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

interface HeardPart {
  readonly day: string;
  readonly content_id: string;
  readonly duration: number;
}

/**
 * What a listener has heard, by day in a time zone, with the most heard authors and narrators and the number of finished books (PROG-84).
 * It is counted from the reports that royalties are counted from, in seconds of content. A report belongs to the day on which
 * it arrived. People of one title each get its whole time.
 *
 * @param zone a name of the time zone database
 * @param now epoch milliseconds
 */
export async function listeningNumbers(db: Database, sub: string, zone: string, now: number) {
  const { rows } = await sql<HeardPart>`
    select to_char(to_timestamp(reported_at / 1000.0) at time zone ${zone}, 'YYYY-MM-DD') as day, content_id,
      sum(duration)::float8 as duration
    from royalty_reports where sub = ${sub} group by 1, 2 order by 1`.execute(db);
  const titles = await creditedTitles(db, [...new Set(rows.map(({ content_id }) => content_id))]);
  const days = new Map<string, number>();
  const people = { authors: new Map<string, HeardPerson>(), narrators: new Map<string, HeardPerson>() };
  for (const { day, content_id, duration } of rows) {
    const seconds = duration / 1000;
    days.set(day, (days.get(day) ?? 0) + seconds);
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
    today: new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now),
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
