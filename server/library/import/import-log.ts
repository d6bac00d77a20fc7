import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import { endLease, takeLease } from '../../db/settings.ts';
import type { ImportLine, LibraryDatabase, OwnTables } from '../tables.ts';

export interface ReportedTitle {
  readonly id: string;
  readonly title: string;
  readonly location: string;
}

/** The result of an import, or the result that an import would have. */
export interface ImportReport {
  readonly folder: string;
  readonly dryRun: boolean;
  /** False if the import was interrupted. The next import continues where this one stopped. */
  readonly complete: boolean;
  readonly files: number;
  readonly read: number;
  readonly added: readonly ReportedTitle[];
  readonly changed: readonly ReportedTitle[];
  /** Titles without files. They are hidden, and all their data stays. */
  readonly missing: readonly ReportedTitle[];
  /** Titles without files that stay in the catalogue, because too many are gone at once (CAT-160). */
  readonly lost: readonly ReportedTitle[];
  /** What the operator has to do about the lost titles. */
  readonly warning: string | null;
  /** Hidden titles whose files have returned. */
  readonly returned: readonly ReportedTitle[];
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  /** Problems of files that were imported, for example a codec that browsers cannot play. */
  readonly notes: readonly { readonly path: string; readonly note: string }[];
  readonly seconds: number;
}

/** The lines of a report. What needs the operator's attention comes first. */
function importLines(report: ImportReport): readonly ImportLine[] {
  const titles = (kind: ImportLine['kind'], list: readonly ReportedTitle[]): readonly ImportLine[] =>
    list.map(({ title, location }) => ({ kind, path: location, title, reason: null }));
  return [
    ...report.refused.map(({ path, reason }) => ({ kind: 'refused', path, title: null, reason }) as const),
    ...report.notes.map(({ path, note }) => ({ kind: 'notes', path, title: null, reason: note }) as const),
    ...titles('missing', report.missing),
    ...titles('returned', report.returned),
    ...titles('changed', report.changed),
    ...titles('added', report.added),
  ];
}

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
  /** Files read in a second. */
  readonly rate: number;
  readonly secondsLeft: number | null;
}

/** The report as text. Each title, file and note is a line. */
export function reportLines(report: ImportReport): readonly string[] {
  const would = report.dryRun ? 'would be ' : '';
  const titles = (kind: string, list: readonly ReportedTitle[]): readonly string[] =>
    list.map(({ title, location, id }) => `${would}${kind}: ${title} (${location}) ${id}`);
  return [
    ...titles('added', report.added),
    ...titles('changed', report.changed),
    ...titles('back', report.returned),
    ...titles('missing', report.missing),
    ...report.refused.map(({ path, reason }) => `refused: ${path}: ${reason}`),
    ...report.notes.map(({ path, note }) => `note: ${path}: ${note}`),
    ...(report.warning === null ? [] : [`warning: ${report.warning}`]),
    `${report.folder}: ${count(report.files, 'file')}, ${report.read} read; ${would}` +
      `${report.added.length} added, ${report.changed.length} changed, ${report.returned.length} back, ` +
      `${report.missing.length} missing, ${report.lost.length === 0 ? '' : `${report.lost.length} lost, `}${report.refused.length} refused; ${report.seconds.toFixed(1)} s` +
      (report.complete ? '' : '. It was interrupted; import again to continue.'),
  ];
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Formats progress as `[=====>    ] 120 of 800 files, 35 a second, 19 s left`. */
export function progressLine({ done, total, rate, secondsLeft }: ImportProgress): string {
  const width = 24;
  const filled = total === 0 ? width : Math.floor((width * done) / total);
  const left = secondsLeft === null ? '' : `, ${timeText(secondsLeft)} left`;
  return `[${'='.repeat(filled)}${' '.repeat(width - filled)}] ${done} of ${total} files, ${rate.toFixed(rate < 10 ? 1 : 0)} a second${left}`;
}

function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

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
  const take = (): Promise<boolean> => takeLease(db, SETTING, { owner, milliseconds: LIFE_MS });
  let isWaiting = false;
  while (!(await take())) {
    if (!isWaiting) onWait();
    isWaiting = true;
    await wait(ASK_AGAIN_MS, undefined, { ...(signal && { signal }) });
  }
  const renewal = setInterval(() => void take().catch(() => undefined), RENEW_MS);
  try {
    return await run();
  } finally {
    clearInterval(renewal);
    // If this fails, the lease ends by itself.
    await endLease(db, SETTING, owner).catch(() => undefined);
  }
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

const COLUMNS = [
  'id',
  'folder',
  'started_at',
  'ended_at',
  'outcome',
  'message',
  'read_files',
  'total_files',
  'added',
  'changed',
  'missing',
  'returned',
  'refused',
  'notes',
] as const;

/** An import without the lines of its report. */
export type ListedImport = Pick<Selectable<OwnTables['library_imports']>, (typeof COLUMNS)[number]>;

/** The imports with news, those that run first, then the newest. */
export const listImports = (db: LibraryDatabase, most: number): Promise<readonly ListedImport[]> =>
  db
    .selectFrom('library_imports')
    .select(COLUMNS)
    .where((where) => where.or([where('is_news', '=', true), where('outcome', '=', 'running')]))
    .orderBy(sql`outcome = 'running'`, 'desc')
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();

/** One import with the lines of its report. */
export const findImport = (db: LibraryDatabase, id: string) =>
  db
    .selectFrom('library_imports')
    .select([...COLUMNS, 'lines', 'left_out'])
    .where('id', '=', id)
    .executeTakeFirst();
