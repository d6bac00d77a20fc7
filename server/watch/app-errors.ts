import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import * as v from 'valibot';

/** What went wrong in the browsers of listeners, counted by day. Nothing names a person, an address or a title (APP-83). */
export type AppErrorTables = {
  app_errors: {
    /** Days since 1970, in UTC. */
    day: number;
    kind: string;
    file: string;
    line: number;
    version: string;
    browser: string;
    count: number;
  };
};

export const appErrorMigrations: Record<string, Migration> = {
  '0001_initial': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('app_errors')
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('file', 'text', (column) => column.notNull())
        .addColumn('line', 'integer', (column) => column.notNull())
        .addColumn('version', 'text', (column) => column.notNull())
        .addColumn('browser', 'text', (column) => column.notNull())
        .addColumn('count', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('app_errors_pk', ['day', 'kind', 'file', 'line', 'version', 'browser'])
        .execute();
    },
  },
};

const DAY_MS = 86_400_000;
const DAYS_KEPT = 30;
/** Of one day (APP-84). Further kinds are not kept, and known ones are counted on. */
const MOST_KINDS = 200;
const LARGEST = 2_147_483_647;

const whole = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));

/** The forms allow no word of a listener: a class, a file of the app, a number. */
export const appErrorReport = v.strictObject({
  version: v.pipe(v.string(), v.regex(/^[\w.-]{1,20}$/u)),
  browser: v.picklist(['chrome', 'edge', 'firefox', 'opera', 'safari', 'other']),
  errors: v.pipe(
    v.array(
      v.strictObject({
        kind: v.pipe(v.string(), v.regex(/^[A-Z][A-Za-z]{0,39}$/u)),
        file: v.pipe(v.string(), v.regex(/^[\w.-]{1,80}\.js$/u)),
        line: whole(LARGEST),
        count: v.pipe(whole(100), v.minValue(1)),
      }),
    ),
    v.minLength(1),
    v.maxLength(10),
  ),
});

export type AppErrorDatabase = Kysely<AppErrorTables>;

/** Counts the errors of a report, and forgets those of earlier months. */
export async function addReport(
  db: AppErrorDatabase,
  { version, browser, errors }: v.InferOutput<typeof appErrorReport>,
  now: number,
): Promise<void> {
  const day = Math.floor(now / DAY_MS);
  await db
    .deleteFrom('app_errors')
    .where('day', '<=', day - DAYS_KEPT)
    .execute();
  for (const { kind, file, line, count } of errors) {
    await sql`insert into app_errors (day, kind, file, line, version, browser, count)
      select ${day}::integer, ${kind}::text, ${file}::text, ${line}::integer, ${version}::text, ${browser}::text, ${count}::bigint
      where (select count(*) from app_errors where day = ${day}) < ${MOST_KINDS} or exists (
        select from app_errors where day = ${day} and kind = ${kind} and file = ${file} and line = ${line}
          and version = ${version} and browser = ${browser})
      on conflict (day, kind, file, line, version, browser)
      do update set count = least(app_errors.count + excluded.count, ${LARGEST})`.execute(db);
  }
}

/** An error in the browsers of listeners, and the number of its reports. */
export interface AppError {
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly version: string;
  readonly browsers: string;
  readonly count: number;
}

/** The errors of the last days, the most frequent first. */
export async function readAppErrors(
  db: AppErrorDatabase,
  now: number,
  days: number,
): Promise<readonly AppError[]> {
  const { rows } = await sql<AppError>`
    select kind, file, line, version, string_agg(distinct browser, ', ' order by browser) as browsers,
      least(sum(count), ${LARGEST})::int as count
    from app_errors where day > ${Math.floor(now / DAY_MS) - days}
    group by kind, file, line, version order by count desc, kind, file, line limit 20`.execute(db);
  return rows;
}
