import { stat } from 'node:fs/promises';
import { orderSubjects } from '../../catalogue/publish/subjects.ts';
import type { CatalogueItem } from '../../catalogue/types.ts';
import type { AudioFolder } from '../folders/folders.ts';
import type { ListedFile } from '../folders/walk.ts';
import { FACTS_VERSION, type FileFacts } from '../read/read-file.ts';
import type { ReadThreads } from '../read/read-threads.ts';
import type { LibraryDatabase } from '../tables.ts';
import { buildTitles } from '../titles/build-titles.ts';
import { makeItem } from '../titles/make-item.ts';
import { type Group, groupFolders } from '../titles/group.ts';
import { Attempts, waitingReason } from './attempts.ts';
import { Identifier } from './identify.ts';
import { GoneTitles } from './gone-titles.ts';
import { isConfirmed, lostWarning } from './lost.ts';
import { type Comparison, compare, knownFacts } from './known.ts';
import type { ImportProgress, ImportReport, ReportedTitle } from './import-log.ts';
import {
  type FinishedGroup,
  hideTitles,
  type IdentifiedTitle,
  markGone,
  markLost,
  type ReadFile,
  saveFiles,
  showTitles,
  writeTitles,
} from './write.ts';
import { BesideSounds } from './read-beside.ts';
import type { CoverSource, KnownSound, TitleDraft } from '../titles/title-draft.ts';
import type { CoverReader } from '../cover-reader.ts';

export interface ImportOptions {
  readonly db: LibraryDatabase;
  readonly threads: ReadThreads;
  readonly folder: AudioFolder;
  readonly covers: CoverReader;
  /** Epoch milliseconds. */
  readonly now: number;
  /** If true, the import reads and reports, and writes nothing. */
  readonly dryRun: boolean;
  /** If true, titles without files are hidden at once, even if most of them are gone. */
  readonly acceptMissing?: boolean;
  /** Stops the import after the files that are being read. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Receives the paths of all folders that were found, so that they can be watched. */
  readonly onDirectories?: (paths: readonly string[]) => void;
}

/** About so many files are read before their titles are written. */
const FILES_OF_BATCH = 64;

/**
 * Imports a folder: lists it, compares it with earlier imports, reads new files, groups them into titles, and writes
 * the titles. A dry run does the same and writes nothing. An import deletes no data.
 *
 * @throws if the folder itself cannot be read
 */
export async function importFolder(options: ImportOptions): Promise<ImportReport> {
  return new Import(options).run();
}

class Import {
  private readonly started = performance.now();
  private readonly added: ReportedTitle[] = [];
  private readonly changed: ReportedTitle[] = [];
  private readonly returned: ReportedTitle[] = [];
  private readonly refused: { path: string; reason: string }[] = [];
  private readonly notes: { path: string; note: string }[] = [];
  /** Changed files that were read before all others; null for one that cannot be read. */
  private readonly readAgain = new Map<string, FileFacts | null>();
  private done = 0;
  private total = 0;
  private isEmpty = false;

  private readonly goneTitles: GoneTitles;
  private readonly beside: BesideSounds;

  constructor(private readonly options: ImportOptions) {
    const { folder, threads, covers } = options;
    this.goneTitles = new GoneTitles(options);
    this.beside = new BesideSounds(
      folder,
      threads,
      covers,
      (path, note) => void this.notes.push({ path, note }),
    );
  }

  async run(): Promise<ImportReport> {
    const { db, signal, dryRun, now } = this.options;
    const folder = this.options.folder.name;
    const found = await this.options.folder.walk(signal);
    this.refused.push(...found.refused);
    this.options.onDirectories?.(found.directories);
    const groups = groupFolders(found.folders);
    const attempts = await Attempts.of(db, folder, groups, now);
    const waiting = new Map(attempts.waiting.map((group) => [group.location, waitingReason(group)]));
    for (const [path, reason] of waiting) this.refused.push({ path, reason });
    const comparison = await compare(
      db,
      folder,
      groups.filter(({ location }) => !waiting.has(location)),
      [...found.unreadable, ...waiting.keys()],
    );
    this.total = comparison.toRead;
    const { all, shown } = await this.goneTitles.count();
    this.isEmpty = all === 0;
    if (!dryRun) await markGone(db, folder, [...comparison.stale], comparison.vanished, now);
    const identifier = new Identifier(db, folder, comparison);
    this.progress();
    await this.readChanged(comparison, identifier, attempts);
    for (const batch of batchesOf(comparison.dirty, attempts.suspects)) {
      if (this.isStopped()) break;
      await this.attempt(attempts, batch, () => this.importGroups(batch, identifier));
      if (!dryRun && !this.isStopped()) await attempts.forget(batch);
    }
    const complete = !this.isStopped();
    const gone = complete ? await this.goneTitles.gone(comparison, identifier) : [];
    const suspect = gone.length === 0 ? [] : await this.goneTitles.suspect(gone, shown, found, identifier);
    const lost = suspect.filter((title) => !isConfirmed(title, now));
    const missing = gone.filter((title) => !lost.includes(title));
    const unhidden = complete ? await this.goneTitles.unhidden(comparison, identifier) : [];
    if (!dryRun) {
      if (complete) await markLost(db, folder, suspect, now);
      await hideTitles(
        db,
        missing.map(({ id }) => id),
        now,
      );
      await showTitles(
        db,
        unhidden.map(({ id }) => id),
      );
      if (comparison.dirty.length + missing.length + unhidden.length > 0) await orderSubjects(db);
    }
    return {
      folder,
      dryRun,
      complete,
      files: groups.reduce((sum, { sounds }) => sum + sounds.length, 0),
      read: this.done,
      added: this.added,
      changed: this.changed,
      missing: missing.map(reported),
      lost: lost.map(reported),
      warning: lostWarning(lost, shown, folder, now),
      returned: [...this.returned, ...unhidden.map(reported)],
      refused: this.refused,
      notes: this.notes,
      seconds: (performance.now() - this.started) / 1000,
    };
  }

  /** Does work that reads files of the groups. A note of it is left only if the process ends meanwhile. */
  private async attempt(
    attempts: Attempts,
    groups: readonly Group[],
    work: () => Promise<void>,
  ): Promise<void> {
    if (this.options.dryRun) return work();
    await attempts.begin(groups);
    try {
      await work();
    } finally {
      await attempts.takeBack(groups);
    }
  }

  private async importGroups(groups: readonly Group[], identifier: Identifier): Promise<void> {
    const { db, dryRun } = this.options;
    const folder = this.options.folder.name;
    const facts = new Map([...(await knownFacts(db, folder, groups)), ...this.readAgainIn(groups)]);
    await this.readNew(groups, facts);
    if (this.isStopped()) return;
    const finished: FinishedGroup[] = [];
    for (const group of groups) {
      const sounds = group.sounds.flatMap((file): readonly KnownSound[] => {
        const known = facts.get(file.path);
        return known === undefined ? [] : [{ file, facts: known }];
      });
      for (const { file, facts: each } of sounds) {
        this.notes.push(...each.notes.map((note) => ({ path: file.path, note })));
      }
      const titles: IdentifiedTitle[] = [];
      let isWhole = group.sounds.every(({ path }) => isRead(facts.get(path)));
      const drafts = buildTitles(group, sounds, await this.beside.sidecars(group));
      for (const draft of drafts) {
        const title = await this.identified(draft, identifier);
        if (title === null) isWhole = false;
        else
          titles.push({
            ...title,
            transcripts: await this.beside.transcripts(title, group, drafts.length === 1),
          });
      }
      finished.push({
        location: group.location,
        signature: isWhole ? group.signature : null,
        paths: sounds.map(({ file }) => file.path),
        titles,
      });
    }
    if (!dryRun) await writeTitles(db, folder, finished);
  }

  /**
   * Reads the known files that have changed, before any title is identified: a title whose files still have the same
   * sound is given to no other files.
   */
  private async readChanged(
    { dirty, stale }: Comparison,
    identifier: Identifier,
    attempts: Attempts,
  ): Promise<void> {
    const changed = dirty.flatMap((group) => {
      const sounds = group.sounds.filter(({ path }) => stale.has(path));
      return sounds.length === 0 ? [] : [{ ...group, sounds }];
    });
    for (const batch of batchesOf(changed, attempts.suspects)) {
      if (this.isStopped()) return;
      const facts = new Map<string, FileFacts>();
      await this.attempt(attempts, batch, () => this.readNew(batch, facts));
      for (const { path } of batch.flatMap(({ sounds }) => sounds)) {
        const read = facts.get(path) ?? null;
        identifier.learn(path, read?.audioId ?? null);
        // An import that writes reads them from the database again.
        if (read === null || this.options.dryRun) this.readAgain.set(path, read);
      }
    }
  }

  /** The facts that a dry run has read already. */
  private readAgainIn(groups: readonly Group[]): readonly (readonly [string, FileFacts])[] {
    return groups.flatMap(({ sounds }) =>
      sounds.flatMap(({ path }) => {
        const read = this.readAgain.get(path) ?? null;
        return read === null ? [] : [[path, read] as const];
      }),
    );
  }

  /** Reads the files of the groups that are not known yet. Adds their facts to `facts`. */
  private async readNew(groups: readonly Group[], facts: Map<string, FileFacts>): Promise<void> {
    const { db, dryRun } = this.options;
    const folder = this.options.folder.name;
    const open = groups.flatMap(({ location, sounds }) =>
      sounds
        .filter(({ path }) => !isRead(facts.get(path)) && !this.readAgain.has(path))
        .map((file) => ({ file, location })),
    );
    const { readsAtOnce } = this.options.folder;
    for (let at = 0; at < open.length && !this.isStopped(); at += readsAtOnce) {
      const read = await Promise.all(
        open.slice(at, at + readsAtOnce).map(async ({ file, location }): Promise<ReadFile> => {
          const result = await this.readFile(file, facts.get(file.path)?.audioId ?? null);
          this.done += 1;
          this.progress();
          return { file, location, result };
        }),
      );
      // After a stop, every file that was being read is refused. This says nothing about the file.
      const valid = this.isStopped() ? read.filter(({ result }) => !('refused' in result)) : read;
      for (const { file, result } of valid) {
        if (!('refused' in result)) facts.set(file.path, result);
        else if (!facts.has(file.path)) this.refused.push({ path: file.path, reason: result.refused });
        else
          this.refused.push({ path: file.path, reason: `${result.refused}; what was read before is used` });
      }
      const fresh = valid.filter(({ file, result }) => !('refused' in result && facts.has(file.path)));
      if (!dryRun) await saveFiles(db, folder, fresh);
    }
  }

  private async readFile(
    { path, size, mtime }: ListedFile,
    known: string | null,
  ): Promise<ReadFile['result']> {
    const { folder, threads } = this.options;
    const result = (await folder.withFile(path, (file) => threads.read(file, known))) ?? {
      refused: 'it is gone',
    };
    // A file that is still being copied would become a title of its first half.
    const now = await folder.stat(path);
    const isSame = now?.size === size && now.mtime === mtime;
    return isSame || 'refused' in result
      ? result
      : { refused: 'it changed while it was read; the next import reads it again' };
  }

  private isStopped(): boolean {
    return this.options.signal?.aborted === true;
  }

  private async identified(
    drafted: TitleDraft,
    identifier: Identifier,
  ): Promise<Omit<IdentifiedTitle, 'transcripts'> | null> {
    const identity = await identifier.identify(drafted);
    if (identity.kind === 'double') {
      this.refused.push({ path: drafted.location, reason: `it has the same sound as ${identity.of}` });
      return null;
    }
    const { db, now } = this.options;
    const { id } = identity;
    const stored = await db
      .selectFrom('library_titles')
      .select(['item', 'location', 'cover', 'sections', 'added_at', 'missing_since'])
      .where('id', '=', id)
      .executeTakeFirst();
    const draft = { ...drafted, cover: await this.beside.usableCover(drafted.covers, stored?.cover ?? null) };
    // In the first import all titles are new. So the dates of their files decide their order.
    const addedAt = stored?.added_at ?? (this.isEmpty ? Math.min(now, draft.newest) : now);
    const item = makeItem(id, draft, addedAt, stored?.item.popularity ?? addedAt / 1e14);
    const reported = { id, title: draft.title, location: draft.location };
    if (stored === undefined) this.added.push(reported);
    else if (stored.missing_since !== null) this.returned.push(reported);
    else if (!isSame(stored, { item, location: draft.location, cover: draft.cover }))
      this.changed.push(reported);
    else return { item, draft, addedAt, before: stored.sections, isShown: true };
    return { item, draft, addedAt, before: stored?.sections ?? null, isShown: false };
  }

  private progress(): void {
    const { onProgress } = this.options;
    if (onProgress === undefined) return;
    const seconds = (performance.now() - this.started) / 1000;
    const rate = seconds === 0 ? 0 : this.done / seconds;
    const left = this.total - this.done;
    onProgress({
      done: this.done,
      total: this.total,
      rate,
      secondsLeft: this.done < 3 || rate === 0 ? null : left / rate,
    });
  }
}

/** True if this release has read the file. */
const isRead = (facts: FileFacts | undefined): boolean => facts?.version === FACTS_VERSION;

interface Shown {
  readonly item: CatalogueItem;
  readonly location: string;
  readonly cover: CoverSource | null;
}

function isSame(one: Shown, other: Shown): boolean {
  const text = ({ item, location, cover }: Shown): string => JSON.stringify([item, location, cover]);
  return text(one) === text(other);
}

/** Divides the groups into batches of about `FILES_OF_BATCH` files. Each suspect is a batch alone. */
function* batchesOf(
  groups: readonly Group[],
  suspects: ReadonlySet<string>,
): Generator<readonly Group[], void, undefined> {
  let batch: Group[] = [];
  let files = 0;
  for (const group of groups) {
    const isAlone = suspects.has(group.location);
    if (isAlone && batch.length > 0) {
      yield batch;
      batch = [];
      files = 0;
    }
    batch.push(group);
    files += group.sounds.length;
    if (!isAlone && files < FILES_OF_BATCH) continue;
    yield batch;
    batch = [];
    files = 0;
  }
  if (batch.length > 0) yield batch;
}

const reported = ({ id, title, location }: ReportedTitle): ReportedTitle => ({ id, title, location });

/** Returns a sentence if the folder cannot be imported, else null. */
export async function whyNotFolder(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return `${path} does not exist or may not be read.`;
  return found.isDirectory() ? null : `${path} is not a folder.`;
}
