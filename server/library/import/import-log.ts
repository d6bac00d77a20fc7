import { sql } from 'kysely';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ImportLine, importLines, type ImportProgress, type ImportReport } from './report.ts';
import type { LibraryDatabase } from '../tables.ts';

const SETTING = 'library-import';
/** Milliseconds. If a process dies, its lease ends after this time. */
const LIFE_MS = 30_000;
const RENEW_MS = 10_000;
const ASK_AGAIN_MS = 500;

/**
 * Runs one import at a time, in all processes of a database. The lease is a row and no lock of a connection, because
 * an import takes long and connections may be shared.
 */
export async function withLease<Result>(
  db: LibraryDatabase,
  onWait: () => void,
  signal: AbortSignal | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  const owner = randomUUID();
  let isWaiting = false;
  while (!(await take(db, owner))) {
    if (!isWaiting) onWait();
    isWaiting = true;
    await wait(ASK_AGAIN_MS, undefined, { ...(signal && { signal }) });
  }
  const renewal = setInterval(() => void take(db, owner).catch(() => undefined), RENEW_MS);
  try {
    return await run();
  } finally {
    clearInterval(renewal);
    // If this fails, the lease ends by itself.
    await db
      .deleteFrom('provider_settings')
      .where('name', '=', SETTING)
      .where('value', 'like', `${owner} %`)
      .execute()
      .catch(() => undefined);
  }
}

/** Takes or renews the lease. The stored value is the owner and the end of the lease, by the clock of the database. */
async function take(db: LibraryDatabase, owner: string): Promise<boolean> {
  const { rows } = await sql<{ value: string }>`
    insert into provider_settings (name, value)
    values (cast(${SETTING} as text), cast(${owner} as text) || ' ' || (extract(epoch from clock_timestamp()) * 1000 + cast(${LIFE_MS} as bigint))::bigint)
    on conflict (name) do update set value = excluded.value
    where split_part(provider_settings.value, ' ', 1) = ${owner}
      or split_part(provider_settings.value, ' ', 2)::bigint < extract(epoch from clock_timestamp()) * 1000
    returning value
  `.execute(db);
  return rows.length > 0;
}

/** Number of reports that are kept. */
const MOST_REPORTS = 200;
const MOST_LINES = 2000;
const SAVE_EVERY_MS = 1000;
const INTERRUPTED = 'It was interrupted. The next import continues.';

/** Stores the report of one import, and its progress while it runs. An import that holds the lease makes one. */
export class ImportLog {
  private saved = -Infinity;
  private saving: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly db: LibraryDatabase,
    private readonly id: string,
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  static async start(db: LibraryDatabase, folder: string, now: () => number): Promise<ImportLog> {
    // Only one import runs at a time. So another one that seems to run has died with its process.
    await db
      .updateTable('library_imports')
      .set({ outcome: 'failed', message: INTERRUPTED, ended_at: now(), is_news: true })
      .where('outcome', '=', 'running')
      .execute();
    const id = randomUUID();
    await db
      .insertInto('library_imports')
      .values({
        id,
        folder,
        started_at: now(),
        ended_at: null,
        outcome: 'running',
        message: null,
        is_news: true,
        problems: '',
        lines: '[]',
      })
      .execute();
    return new ImportLog(db, id, folder, now);
  }

  progress({ done, total }: ImportProgress): void {
    if (performance.now() - this.saved < SAVE_EVERY_MS) return;
    this.saved = performance.now();
    this.saving = this.saving.then(() =>
      this.db
        .updateTable('library_imports')
        .set({ read_files: done, total_files: total })
        .where('id', '=', this.id)
        .execute()
        .catch(() => undefined),
    );
  }

  async finish(report: ImportReport): Promise<void> {
    const lines = importLines(report);
    const count = (kind: ImportLine['kind']): number => lines.filter((each) => each.kind === kind).length;
    const counts = {
      added: count('added'),
      changed: count('changed'),
      missing: count('missing'),
      returned: count('returned'),
      refused: count('refused'),
      notes: count('notes'),
    };
    const message = report.complete ? report.warning : INTERRUPTED;
    const isChange = counts.added + counts.changed + counts.missing + counts.returned > 0;
    await this.end(report.complete ? 'done' : 'failed', message, lines, isChange, {
      ...counts,
      read_files: report.read,
      total_files: report.read,
    });
  }

  /** @param message why nothing was imported; null if the import was stopped */
  async fail(message: string | null): Promise<void> {
    await this.end('failed', message ?? INTERRUPTED, [], false, {});
  }

  private async end(
    outcome: 'done' | 'failed',
    message: string | null,
    lines: readonly ImportLine[],
    isChange: boolean,
    counts: Readonly<Record<string, number>>,
  ): Promise<void> {
    await this.saving;
    if (message === INTERRUPTED && !isChange) {
      // The provider ended while it looked at the folder.
      await this.db.deleteFrom('library_imports').where('id', '=', this.id).execute();
      return;
    }
    const wrong = lines.filter(({ kind }) => kind === 'refused' || kind === 'notes');
    const problems =
      message === null && wrong.length === 0
        ? ''
        : createHash('sha256')
            .update(JSON.stringify([message, wrong]))
            .digest('hex');
    const before = await this.db
      .selectFrom('library_imports')
      .select('problems')
      .where('folder', '=', this.folder)
      .where('id', '<>', this.id)
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    await this.db
      .updateTable('library_imports')
      .set({
        ended_at: this.now(),
        outcome,
        message,
        // A file that is refused again at each import is reported once.
        is_news: isChange || (problems !== '' && problems !== before?.problems),
        problems,
        lines: JSON.stringify(lines.slice(0, MOST_LINES)),
        left_out: Math.max(0, lines.length - MOST_LINES),
        ...counts,
      })
      .where('id', '=', this.id)
      .execute();
    await this.forgetOld();
  }

  /** Keeps the newest reports with news, and the newest one of each folder. */
  private async forgetOld(): Promise<void> {
    await sql`
      delete from library_imports where id not in (
        (select id from library_imports where is_news order by started_at desc, id limit ${MOST_REPORTS})
        union all
        (select distinct on (folder) id from library_imports order by folder, started_at desc, id)
      )`.execute(this.db);
  }
}
