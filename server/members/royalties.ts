import { type RawBuilder, sql } from 'kysely';
import type { Chapter, Reference } from '../catalogue/types.ts';
import { FASTEST_SPEED } from './listening-positions.ts';
import { keepNewest } from './keep-newest.ts';
import type { Database, RefusalReason } from './tables.ts';
import { parseMediaPath } from '../media/media-path.ts';

/** The title of which a statement counts the listened time, with those who are credited for it. */
export interface CreditedTitle {
  readonly id: string;
  readonly title: string;
  readonly authors: readonly Reference[];
  /** Absent if it has none, or is no longer in the catalogue. */
  readonly narrators?: readonly Reference[] | null;
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
      const { counts_for: _, ...title } = row;
      return [[id, title] as const];
    }),
  );
}

async function read(db: Database, ids: readonly string[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select id, document ->> 'title' as title, document -> 'author_info' as authors,
      document -> 'narrators' as narrators,
      case content_type when 4 then parent_id when 6 then coalesce(content_id, parent_id) end as counts_for
    from items where id = any(${[...ids]})
  `.execute(db);
  return rows;
}

/** One item of a royalty report: whole milliseconds of content. */
export interface RoyaltyReport {
  readonly content_id: string;
  readonly duration: number;
  /** How long ago it was heard, in milliseconds. */
  readonly age?: number;
}

/** The app counts by the second, and the clocks of two machines differ. */
const GRACE_MS = 5_000;

/** The most refused royalties of one listener. A broken or hostile client must not fill the database. */
const MOST_REFUSED = 1_000;

/**
 * Stores when a listener first got the address of a sound. The listener can have heard it only after that.
 *
 * @param now epoch milliseconds
 */
export async function saveOpened(db: Database, sub: string, sound: string, now: number): Promise<void> {
  // Most sounds are opened again and again. While the database can only be read, they still play (CAT-133).
  const known = await db
    .selectFrom('opened_sounds')
    .select('sub')
    .where('sub', '=', sub)
    .where('sound_id', '=', sound)
    .executeTakeFirst();
  if (known !== undefined) return;
  await db
    .insertInto('opened_sounds')
    .values({ sub, sound_id: sound, opened_at: now, royalties: 0 })
    .onConflict((conflict) => conflict.columns(['sub', 'sound_id']).doNothing())
    .execute();
}

/**
 * Counts royalties, but no more than the listener can have heard (PROG-56). For one title, this is the time since the
 * listener first got its address, at the highest speed. For all titles together, it is the time since the first
 * address. A report that is days late counts in full. What does not count is set aside with its reason (PROG-57): an
 * error would hold back the other titles of the report. Each millisecond that is reported is in exactly one of the two
 * (PROG-60).
 *
 * @param now epoch milliseconds
 */
export async function addRoyalties(
  db: Database,
  sub: string,
  reports: readonly RoyaltyReport[],
  now: number,
): Promise<void> {
  const ids = reports.map(({ content_id }) => content_id);
  const [sounds, titles] = await Promise.all([soundsOf(db, ids), creditedTitles(db, ids)]);
  await db.transaction().execute(async (transaction) => {
    // The rows are locked in one order: reports that run at once neither count time twice nor deadlock.
    const opened = await transaction
      .selectFrom('opened_sounds')
      .select(['sound_id', 'opened_at', 'royalties'])
      .where('sub', '=', sub)
      .orderBy('sound_id')
      .forUpdate()
      .execute();
    const remainingOfSound = new Map(
      opened.map(({ sound_id, opened_at, royalties }) => [sound_id, mostSince(opened_at, now) - royalties]),
    );
    const first = Math.min(...opened.map(({ opened_at }) => opened_at));
    let remainingOfAll = mostSince(first, now) - opened.reduce((sum, { royalties }) => sum + royalties, 0);
    const added = new Map<string, number>();
    const refused = new Map<string, { content_id: string; duration: number; reason: RefusalReason }>();
    const refuse = (content_id: string, duration: number, reason: RefusalReason): void => {
      if (duration <= 0) return;
      const key = `${reason} ${content_id}`;
      const before = refused.get(key)?.duration ?? 0;
      refused.set(key, { content_id, duration: before + duration, reason });
    };
    const accepted = reports.flatMap(({ content_id, duration, age = 0 }) => {
      const sound = sounds.get(content_id);
      const remaining = sound === undefined ? undefined : remainingOfSound.get(sound);
      if (sound === undefined || remaining === undefined) {
        refuse(content_id, duration, titles.has(content_id) ? 'never-opened' : 'unknown-title');
        return [];
      }
      const part = Math.max(0, Math.floor(Math.min(duration, remaining, remainingOfAll)));
      refuse(content_id, duration - part, 'too-long');
      if (part === 0) return [];
      remainingOfSound.set(sound, remaining - part);
      remainingOfAll -= part;
      added.set(sound, (added.get(sound) ?? 0) + part);
      return { content_id, duration: part, age };
    });
    for (const [sound, more] of added) {
      await transaction
        .updateTable('opened_sounds')
        .set((set) => ({ royalties: set('royalties', '+', more) }))
        .where('sub', '=', sub)
        .where('sound_id', '=', sound)
        .execute();
    }
    if (accepted.length > 0) {
      await storeJoined(transaction, sub, accepted, now);
      await saveTitles(
        transaction,
        titles,
        accepted.map(({ content_id }) => content_id),
      );
    }
    if (refused.size > 0) {
      await transaction
        .insertInto('refused_royalties')
        .values([...refused.values()].map((each) => ({ ...each, sub, reported_at: now })))
        .execute();
      const ofListener = { column: 'sub', value: sub } as const;
      await keepNewest(transaction, 'refused_royalties', MOST_REFUSED, [ofListener]);
    }
  });
}

/** The reports of a title that arrive in one quarter of an hour are one row: a client that reports all the time fills no table (PROG-92). */
const JOINED_MS = 15 * 60_000;

const DAY_MS = 24 * 3600_000;
/** A listener who changes the title in each quarter of an hour, and was offline for a week, has fewer. */
const MOST_ROWS_OF_DAY = 1_000;

const startOf = (instant: number): number => Math.floor(instant / JOINED_MS) * JOINED_MS;

/**
 * Above the most rows of a day, the time of a title joins its newest row of the day, whenever it was heard: nothing is
 * lost, and the rows stay bounded by the titles (PROG-94).
 *
 * The caller holds the lock of the listener's opened sounds, so no other report of theirs runs at once.
 */
async function storeJoined(
  db: Database,
  sub: string,
  accepted: readonly RoyaltyReport[],
  now: number,
): Promise<void> {
  const joins = new Map<string, { content_id: string; heard_at: number | null; duration: number }>();
  const from = startOf(now);
  const { rows } = await db
    .selectFrom('royalty_reports')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('sub', '=', sub)
    .where('reported_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow();
  let ofDay = rows;
  for (const { content_id, duration, age = 0 } of accepted) {
    const heard = startOf(now - age);
    const key = `${heard} ${content_id}`;
    const { duration: before } = joins.get(key) ?? { duration: 0 };
    const heard_at = heard === from ? null : heard;
    joins.set(key, { content_id, heard_at, duration: before + duration });
  }
  for (const { content_id, heard_at, duration } of joins.values()) {
    const isFull = ofDay >= MOST_ROWS_OF_DAY;
    const joined = await db
      .updateTable('royalty_reports')
      .set((set) => ({ duration: set('duration', '+', duration) }))
      .where('id', '=', (row) =>
        row
          .selectFrom('royalty_reports')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('sub', '=', sub)
          .where('content_id', '=', content_id)
          .where((column) =>
            isFull
              ? column('reported_at', '>', now - DAY_MS)
              : column.and([
                  column('heard_at', 'is not distinct from', heard_at),
                  column('reported_at', '>=', from),
                  column('reported_at', '<', from + JOINED_MS),
                ]),
          ),
      )
      .executeTakeFirst();
    if (joined.numUpdatedRows > 0n) continue;
    ofDay += 1;
    await db
      .insertInto('royalty_reports')
      .values({ sub, content_id, duration, reported_at: now, heard_at })
      .execute();
  }
}

/** Stores the titles of royalties, so that a statement can name them after they were removed from the catalogue. */
async function saveTitles(
  db: Database,
  titles: Awaited<ReturnType<typeof creditedTitles>>,
  ids: readonly string[],
): Promise<void> {
  // One order for all, so that two reports cannot deadlock.
  const rows = [...new Set(ids)].toSorted().flatMap((content_id) => {
    const title = titles.get(content_id);
    if (title === undefined) return [];
    const { id: title_id, title: name, authors } = title;
    return { content_id, title_id, title: name, authors };
  });
  if (rows.length === 0) return;
  // Most reports are about a title that is stored already. Its row is not touched: `on conflict` would lock it until
  // this report is stored on every machine, and all reports of the title would wait for each other (PROG-74).
  // With `offset 0` the database looks for each row by the index, and does not read the whole table.
  await sql`
    insert into royalty_titles (content_id, title_id, title, authors)
    select content_id, title_id, title, authors
    from json_populate_recordset(null::royalty_titles, ${JSON.stringify(rows)}::json) as given
    where not exists (
      select from royalty_titles as stored
      where stored.content_id = given.content_id
        and (stored.title_id, stored.title, stored.authors::text) = (given.title_id, given.title, given.authors::text)
      offset 0
    )
    order by content_id
    on conflict (content_id) do update
    set title_id = excluded.title_id, title = excluded.title, authors = excluded.authors
  `.execute(db);
}

/** The milliseconds of content that fit into a span of time; 0 if the clock was set back. */
function mostSince(start: number, now: number): number {
  return now < start ? 0 : (now - start + GRACE_MS) * FASTEST_SPEED;
}

/** The sound of each title. A track of a collection uses the sound of another title. */
async function soundsOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; url: string | null; chapters: readonly Chapter[] }>`
    select id, document ->> 'url' as url, document -> 'chapter_info' as chapters
    from items where id = any(${[...new Set(ids)]})
  `.execute(db);
  return new Map(
    rows.flatMap(({ id, url, chapters }) => {
      const medium = parseMediaPath(url ?? chapters[0]?.chapter_url ?? '');
      return medium?.kind === 'audio' ? [[id, medium.id] as const] : [];
    }),
  );
}

/** How long each item was heard since an instant, in milliseconds that count. */
export const heardSince = (instant: number): RawBuilder<{ content_id: string; duration: number }> => sql`
  select content_id, sum(duration) as duration from royalty_reports where reported_at > ${instant} group by content_id`;
