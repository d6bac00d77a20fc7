import { sql } from 'kysely';
import { availableParallelism } from 'node:os';
import { writePopularity } from '../catalogue/publish/popularity.ts';
import { orderSubjects } from '../catalogue/publish/subjects.ts';
import type { Clock } from '../clock.ts';
import { diskFolder, type FolderAt } from './folders/folders.ts';
import { importFolder } from './import/import-folder.ts';
import { ImportLog, type ImportProgress, type ImportReport, withLease } from './import/import-log.ts';
import { hideTitles } from './import/write.ts';
import { ReadThreads } from './read/read-threads.ts';
import type { LibraryDatabase, OwnTables } from './tables.ts';
import { heardSince } from '../members/royalties.ts';
import type { Database } from '../members/tables.ts';
import type { MadeMedia } from '../store/made-media.ts';
import { CoverReader } from './cover-reader.ts';

export interface ImportRequest {
  /** An absolute path, or the name of a folder in the store. */
  readonly folder: string;
  readonly dryRun?: boolean;
  /** Hides titles without files at once, even if most of them are gone. */
  readonly acceptMissing?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly onDirectories?: (paths: readonly string[]) => void;
  /** Called once if the import has to wait for another import. */
  readonly onWait?: () => void;
}

/** For so long, what listeners heard makes a title popular. */
const WEEKS_MS = 28 * 24 * 3600 * 1000;

/** Imports folders of audio files into the catalogue, and updates the popularity of titles. */
export class Library {
  private readonly db: LibraryDatabase;
  private readonly threads = new ReadThreads(Math.max(1, Math.min(4, availableParallelism())));
  private readonly covers: CoverReader;

  /** Without the last two, it imports only folders on a disk of this machine. */
  constructor(
    db: Database,
    private readonly clock: Clock,
    private readonly folderAt: FolderAt = diskFolder,
    made: MadeMedia | null = null,
  ) {
    this.db = db.withTables<OwnTables>();
    this.covers = new CoverReader(this.threads, made);
  }

  /**
   * Imports a folder.
   *
   * @throws if the folder itself cannot be read, or if the signal aborts while the import waits for another one
   */
  async import({ onWait, dryRun = false, ...request }: ImportRequest): Promise<ImportReport> {
    const now = (): number => this.clock.now();
    const { db, threads, covers } = this;
    const options = { ...request, folder: this.folderAt(request.folder), db, threads, covers, dryRun };
    return withLease(this.db, onWait ?? (() => undefined), request.signal, async () => {
      if (dryRun) return importFolder({ ...options, now: now() });
      const log = await ImportLog.start(this.db, request.folder, now);
      try {
        const report = await importFolder({
          ...options,
          now: now(),
          onProgress(progress) {
            log.progress(progress);
            request.onProgress?.(progress);
          },
        });
        await this.afterImport(report);
        await log.finish(report);
        return report;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        await log.fail(request.signal?.aborted === true ? null : why).catch(() => undefined);
        throw error;
      }
    });
  }

  /**
   * Hides the titles of all other folders. They return when their folder is imported again.
   *
   * @returns the number of hidden titles of each of these folders
   */
  async hideOtherFolders(folders: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.db
      .selectFrom('library_titles')
      .select(['id', 'folder'])
      .where('missing_since', 'is', null)
      .where(sql<boolean>`not (folder = any(${[...folders]}))`)
      .execute();
    const hidden = new Map<string, number>();
    if (rows.length === 0) return hidden;
    for (const { folder } of rows) hidden.set(folder, (hidden.get(folder) ?? 0) + 1);
    await hideTitles(
      this.db,
      rows.map(({ id }) => id),
      this.clock.now(),
    );
    await orderSubjects(this.db);
    return hidden;
  }

  async refreshPopularity(): Promise<void> {
    await writePopularity(this.db, heardSince(this.clock.now() - WEEKS_MS));
  }

  async close(): Promise<void> {
    await this.threads.close();
  }

  private async afterImport({ added, changed, returned }: ImportReport): Promise<void> {
    const count = added.length + changed.length + returned.length;
    if (count === 0) return;
    await this.refreshPopularity();
    // The planner chooses indexes by statistics. After many new rows, the statistics are outdated.
    if (count > 50) await sql`analyze`.execute(this.db);
  }
}
