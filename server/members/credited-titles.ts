import { sql } from 'kysely';
import type { Database } from './tables.ts';

/** The title of which a statement counts the listened time, with those who are credited for it. */
export interface CreditedTitle {
  readonly id: string;
  readonly title: string;
  readonly authors: readonly { readonly id: string; readonly name: string }[];
}

interface Row extends CreditedTitle {
  /** The title that the time of this one counts for: the podcast of an episode, the title of a collection's track. */
  readonly counts_for: string | null;
}

/** A track of a collection may refer to an episode of a podcast. */
const MOST_STEPS = 3;

/**
 * Finds the titles that the listened time of some items counts for (PROG-59): of an episode its podcast, of a track of a
 * collection the title that the track stands for, or else the collection. Unknown items are missing in the result.
 */
export async function creditedTitles(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CreditedTitle>> {
  const rows = new Map<string, Row>();
  let wanted = [...new Set(ids)];
  for (let step = 0; step < MOST_STEPS && wanted.length > 0; step += 1) {
    const found = await read(db, wanted);
    for (const row of found) rows.set(row.id, row);
    wanted = [...new Set(found.map(({ counts_for }) => counts_for ?? ''))].filter(
      (id) => id !== '' && !rows.has(id),
    );
  }
  return new Map(
    [...new Set(ids)].flatMap((id) => {
      let row = rows.get(id);
      if (row === undefined) return [];
      for (let step = 0; step < MOST_STEPS; step += 1) row = rows.get(row.counts_for ?? '') ?? row;
      const { id: titleId, title, authors } = row;
      return [[id, { id: titleId, title, authors }] as const];
    }),
  );
}

async function read(db: Database, ids: readonly string[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select id, document ->> 'title' as title, document -> 'author_info' as authors,
      case content_type when 4 then parent_id when 6 then coalesce(content_id, parent_id) end as counts_for
    from items where id = any(${[...ids]})
  `.execute(db);
  return rows;
}
