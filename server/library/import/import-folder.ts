import { sql } from 'kysely';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { orderSubjects } from '../../catalogue/publish/subjects.ts';
import type { TranscriptDraft } from '../../catalogue/transcripts.ts';
import type { CatalogueItem } from '../../catalogue/types.ts';
import type { AudioFolder } from '../folders/folders.ts';
import type { ListedFile, Walk } from '../folders/walk.ts';
import { FACTS_VERSION, type FileFacts } from '../read/read-file.ts';
import type { ReadThreads, Refusal } from '../read/read-threads.ts';
import type { Sidecar } from '../read/sidecars.ts';
import { LARGEST_TRANSCRIPT } from '../read/transcripts.ts';
import type { LibraryDatabase } from '../tables.ts';
import { buildTitles } from '../titles/build-titles.ts';
import { makeItem } from '../titles/make-item.ts';
import { type Group, groupFolders, lastPart } from '../titles/group.ts';
import { draftsOf, transcriptFiles } from '../titles/transcript-files.ts';
import { Attempts, waitingReason } from './attempts.ts';
import { Identifier, soundsOf } from './identify.ts';
import { CONFIRM_MS, foldersAbove, type GoneTitle, isConfirmed, lostTitles, lostWarning } from './lost.ts';
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
import type { CoverSource, KnownSidecar, KnownSound, TitleDraft } from '../titles/title-draft.ts';
import { type CoverReader, whyNotCover } from '../cover-reader.ts';

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
const LARGEST_SIDECAR = 4 * 1024 * 1024;

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

  constructor(private readonly options: ImportOptions) {}

  async run(): Promise<ImportReport> {
    const { db, signal, dryRun, now } = this.options;
    const folder = this.options.folder.name;
    const found = await this.options.folder.walk(signal);
    this.refused.push(...found.refused);
    this.options.onDirectories?.(found.directories);
    const groups = groupFolders(found.folders);
    const attempts = await Attempts.of(db, folder, groups, now);
    const waiting = new Map(attempts.waiting.map((group) => [group.place, waitingReason(group)]));
    for (const [path, reason] of waiting) this.refused.push({ path, reason });
    const comparison = await compare(
      db,
      folder,
      groups.filter(({ place }) => !waiting.has(place)),
      [...found.unreadable, ...waiting.keys()],
    );
    this.total = comparison.toRead;
    const { all, shown } = await this.countTitles();
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
    const gone = complete ? await this.gone(comparison, identifier) : [];
    const suspect = gone.length === 0 ? [] : await this.suspect(gone, shown, found, identifier);
    const lost = suspect.filter((title) => !isConfirmed(title, now));
    const missing = gone.filter((title) => !lost.includes(title));
    const unhidden = complete ? await this.unhidden(comparison, identifier) : [];
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
      const drafts = buildTitles(group, sounds, await this.readSidecars(group));
      for (const draft of drafts) {
        const title = await this.identified(draft, identifier);
        if (title === null) isWhole = false;
        else
          titles.push({
            ...title,
            transcripts: await this.readTranscripts(title, group, drafts.length === 1),
          });
      }
      finished.push({
        place: group.place,
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
    const open = groups.flatMap(({ place, sounds }) =>
      sounds
        .filter(({ path }) => !isRead(facts.get(path)) && !this.readAgain.has(path))
        .map((file) => ({ file, place })),
    );
    const { readsAtOnce } = this.options.folder;
    for (let at = 0; at < open.length && !this.isStopped(); at += readsAtOnce) {
      const read = await Promise.all(
        open.slice(at, at + readsAtOnce).map(async ({ file, place }): Promise<ReadFile> => {
          const result = await this.readFile(file, facts.get(file.path)?.audioId ?? null);
          this.done += 1;
          this.progress();
          return { file, place, result };
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
      this.refused.push({ path: drafted.place, reason: `it has the same sound as ${identity.of}` });
      return null;
    }
    const { db, now } = this.options;
    const { id } = identity;
    const stored = await db
      .selectFrom('library_titles')
      .select(['item', 'place', 'cover', 'sections', 'added_at', 'missing_since'])
      .where('id', '=', id)
      .executeTakeFirst();
    const draft = { ...drafted, cover: await this.usableCover(drafted.covers, stored?.cover ?? null) };
    // In the first import all titles are new. So the dates of their files decide their order.
    const addedAt = stored?.added_at ?? (this.isEmpty ? Math.min(now, draft.newest) : now);
    const item = makeItem(id, draft, addedAt, stored?.item.popularity ?? addedAt / 1e14);
    const reported = { id, title: draft.title, place: draft.place };
    if (stored === undefined) this.added.push(reported);
    else if (stored.missing_since !== null) this.returned.push(reported);
    else if (!isSame(stored, { item, place: draft.place, cover: draft.cover })) this.changed.push(reported);
    else return { item, draft, addedAt, before: stored.sections, isShown: true };
    return { item, draft, addedAt, before: stored?.sections ?? null, isShown: false };
  }

  /** Returns the first cover that can be shown, and notes the others. A cover that is used already is not read again. */
  private async usableCover(
    covers: readonly CoverSource[],
    used: CoverSource | null,
  ): Promise<CoverSource | null> {
    for (const cover of covers) {
      if (cover.version === used?.version && cover.path === used.path) return cover;
      const problem = await whyNotCover(this.options.covers, this.options.folder, cover);
      if (problem === null) return cover;
      this.notes.push({ path: cover.path, note: problem });
    }
    return null;
  }

  private async readSidecars(group: Group): Promise<readonly KnownSidecar[]> {
    const read = await Promise.all(
      group.sidecars.map(async ({ path, size }): Promise<readonly KnownSidecar[]> => {
        if (!/\.(?:cue|opf)$|(?:^|\/)(?:metadata\.json|desc\.txt|reader\.txt)$/iu.test(path)) return [];
        const sidecar = await this.readSidecar(path, size);
        if ('refused' in sidecar) {
          this.notes.push({ path, note: sidecar.refused });
          return [];
        }
        if (sidecar.note !== null) this.notes.push({ path, note: sidecar.note });
        return [{ path, ...sidecar }];
      }),
    );
    return read.flat();
  }

  private async readSidecar(path: string, size: number): Promise<Sidecar | Refusal> {
    const { folder, threads } = this.options;
    if (size > LARGEST_SIDECAR) return { refused: 'it is too large for a description, and is not read' };
    const bytes = await folder.read(path, LARGEST_SIDECAR);
    return bytes === null ? { refused: 'it cannot be read' } : threads.sidecar(lastPart(path), bytes);
  }

  /**
   * Reads the transcripts beside the sounds of a title and inside them, and notes what is wrong with them (TEXT-52). Null
   * if one cannot be read now.
   */
  private async readTranscripts(
    { item, draft: { sections } }: Pick<IdentifiedTitle, 'item' | 'draft'>,
    group: Group,
    isOnlyTitle: boolean,
  ): Promise<IdentifiedTitle['transcripts']> {
    const { folder, threads } = this.options;
    const beside: TranscriptDraft[] = [];
    for (const found of transcriptFiles(sections, group.sidecars, isOnlyTitle)) {
      const { path, size } = found.file;
      const note = (text: string): void => void this.notes.push({ path, note: text });
      if (size > LARGEST_TRANSCRIPT) {
        note('it is too large for a transcript, and is not read');
        continue;
      }
      const bytes = await folder.read(path, LARGEST_TRANSCRIPT);
      if (bytes === null) return null;
      const seconds =
        found.sound?.facts.seconds ?? sections.reduce((sum, section) => sum + section.seconds, 0);
      const read = await threads.transcript(bytes, extname(path).slice(1), seconds);
      if ('refused' in read) {
        note(read.refused);
        continue;
      }
      // Other programs write JSON of their own beside the sound.
      if (read.cues.length > 0 || extname(path).toLowerCase() !== '.json') read.problems.forEach(note);
      beside.push(...draftsOf(item.id, sections, found, read));
    }
    const inside: TranscriptDraft[] = [];
    for (const sound of new Set(sections.map((section) => section.sound))) {
      if (sound.facts.hasText !== true) continue;
      const { path } = sound.file;
      const read = await folder.withFile(path, (file) => threads.inside(file, sound.facts));
      if (read === null) return null;
      if ('refused' in read) {
        this.notes.push({ path, note: `its text is not read: ${read.refused}` });
        continue;
      }
      for (const found of read) {
        this.notes.push(...found.problems.map((problem) => ({ path, note: `The text in it: ${problem}` })));
        inside.push(...draftsOf(item.id, sections, { file: sound.file, language: null, sound }, found));
      }
    }
    return { file: beside, inside };
  }

  /** The titles that may be gone only because a disk is not mounted. They stay until that is confirmed (CAT-160). */
  private async suspect(
    gone: readonly GoneTitle[],
    shown: number,
    { directories, folders }: Walk,
    identifier: Identifier,
  ): Promise<readonly GoneTitle[]> {
    const { db, folder, now, acceptMissing } = this.options;
    if (acceptMissing === true) return gone.map((title) => ({ ...title, lostSince: -Infinity }));
    const { rows } = await sql<{ id: string }>`
      select id from library_titles t
      where folder = ${folder.name} and missing_since > ${now - CONFIRM_MS} and lost_since is null
        and not exists (select from library_files f where f.title_id = t.id and f.gone_at is null)
    `.execute(db);
    const withSound = new Set(
      folders.flatMap(({ path, sounds }) => (sounds.length === 0 ? [] : foldersAbove(path))),
    );
    const moved = await this.withoutSounds(gone, identifier);
    return lostTitles({
      titles: gone.filter(({ id }) => !moved.has(id)),
      shown,
      hiddenBefore: rows.filter(({ id }) => !identifier.used.has(id)).length,
      replaced: identifier.places,
      emptyFolders: new Set(directories.filter((path) => !withSound.has(path))),
    });
  }

  /** Those of the titles whose sounds mostly belong to other titles now. Their files are not lost. */
  private async withoutSounds(
    titles: readonly GoneTitle[],
    identifier: Identifier,
  ): Promise<ReadonlySet<string>> {
    const { db } = this.options;
    const moved = new Set<string>();
    for (let at = 0; at < titles.length; at += 500) {
      const ids = titles.slice(at, at + 500).map(({ id }) => id);
      const rows = await db
        .selectFrom('library_titles')
        .select(['id', 'sections'])
        .where('id', 'in', ids)
        .execute();
      const all = [...new Set(rows.flatMap(({ sections }) => [...soundsOf(sections)]))];
      const files = await db
        .selectFrom('library_files')
        .select('audio_id')
        .distinct()
        .where(sql<boolean>`audio_id = any(${all})`)
        .where('gone_at', 'is', null)
        .where('title_id', 'is not', null)
        .where('title_id', 'not in', ids)
        .execute();
      const present = new Set(files.map(({ audio_id }) => audio_id));
      for (const { id, sections } of rows) {
        const sounds = [...soundsOf(sections)];
        const found = sounds.filter((each) => present.has(each) || identifier.hasGiven(each));
        if (found.length * 2 > sounds.length) moved.add(id);
      }
    }
    return moved;
  }

  /** The titles in the catalogue that have no files any more. */
  private async gone(
    { folder, stale, touched, isHidden }: Comparison,
    identifier: Identifier,
  ): Promise<readonly GoneTitle[]> {
    const { db, dryRun } = this.options;
    // An earlier import may have marked the files already.
    const marked = await this.withoutFiles();
    const taken = identifier.paths;
    const candidates = dryRun
      ? [...new Set([...marked, ...touched, ...(await this.titlesOfFiles([...taken]))])].filter(
          (id) => !identifier.used.has(id),
        )
      : marked;
    const gone: GoneTitle[] = [];
    for (let at = 0; at < candidates.length; at += 500) {
      const some = candidates.slice(at, at + 500);
      const files = await db
        .selectFrom('library_files')
        .select(['folder', 'path', 'title_id'])
        .where('title_id', 'in', some)
        .where('gone_at', 'is', null)
        .execute();
      const present = new Set(
        files
          .filter((file) => file.folder !== folder || !(stale.has(file.path) || taken.has(file.path)))
          .map(({ title_id }) => title_id),
      );
      const titles = await this.titles(
        some.filter((id) => !present.has(id)),
        false,
      );
      // An earlier import may have marked the changed files of a title that cannot be read now.
      gone.push(...titles.filter(({ place }) => !isHidden(place)));
    }
    return gone;
  }

  private async titlesOfFiles(paths: readonly string[]): Promise<readonly string[]> {
    const { db, folder } = this.options;
    const { rows } = await sql<{ id: string }>`
      select distinct title_id as id from library_files
      where folder = ${folder.name} and path = any(${[...paths]}) and title_id is not null
    `.execute(db);
    return rows.map(({ id }) => id);
  }

  /** Number of titles of all folders, and of those of this folder that are in the catalogue. */
  private async countTitles(): Promise<{ readonly all: number; readonly shown: number }> {
    const { rows } = await sql<{ all: number; shown: number }>`
      select count(*)::int as all, count(*) filter
        (where folder = ${this.options.folder.name} and missing_since is null)::int as shown
      from library_titles`.execute(this.options.db);
    return rows[0] ?? { all: 0, shown: 0 };
  }

  private async withoutFiles(): Promise<readonly string[]> {
    const { db, folder } = this.options;
    const { rows } = await sql<{ id: string }>`
      select id from library_titles t where folder = ${folder.name} and missing_since is null
        and not exists (select from library_files f where f.title_id = t.id and f.gone_at is null)
    `.execute(db);
    return rows.map(({ id }) => id);
  }

  /** The hidden titles whose files are present and unchanged. */
  private async unhidden(
    { folder, dirty }: Comparison,
    identifier: Identifier,
  ): Promise<readonly ReportedTitle[]> {
    const places = new Set(dirty.map(({ place }) => place));
    const { rows } = await sql<{ id: string; place: string }>`
      select distinct t.id, f.place from library_titles t join library_files f on f.title_id = t.id
      where t.folder = ${folder} and t.missing_since is not null and f.folder = t.folder and f.gone_at is null
    `.execute(this.options.db);
    const ids = rows
      .filter(({ id, place }) => !places.has(place) && !identifier.used.has(id))
      .map(({ id }) => id);
    return this.titles([...new Set(ids)], true);
  }

  private async titles(ids: readonly string[], areMissing: boolean): Promise<readonly GoneTitle[]> {
    if (ids.length === 0) return [];
    const rows = await this.options.db
      .selectFrom('library_titles')
      .select(['id', 'place', 'item', 'lost_since'])
      .where('id', 'in', [...ids])
      .where('missing_since', areMissing ? 'is not' : 'is', null)
      .orderBy('place')
      .execute();
    return rows.map(({ id, place, item, lost_since }) => ({
      id,
      place,
      title: item.title,
      lostSince: lost_since,
    }));
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
  readonly place: string;
  readonly cover: CoverSource | null;
}

function isSame(one: Shown, other: Shown): boolean {
  const text = ({ item, place, cover }: Shown): string => JSON.stringify([item, place, cover]);
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
    const isAlone = suspects.has(group.place);
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

const reported = ({ id, title, place }: ReportedTitle): ReportedTitle => ({ id, title, place });

/** Returns a sentence if the folder cannot be imported, else null. */
export async function whyNotFolder(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return `${path} does not exist or may not be read.`;
  return found.isDirectory() ? null : `${path} is not a folder.`;
}
