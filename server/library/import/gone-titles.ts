import { sql } from 'kysely';
import type { Walk } from '../folders/walk.ts';
import type { LibraryDatabase } from '../tables.ts';
import { type Identifier, soundsOf } from './identify.ts';
import type { ReportedTitle } from './import-log.ts';
import type { Comparison } from './known.ts';
import { CONFIRM_MS, foldersAbove, type GoneTitle, lostTitles } from './lost.ts';

export interface GoneTitlesOptions {
  readonly db: LibraryDatabase;
  readonly folder: { readonly name: string };
  /** Epoch milliseconds. */
  readonly now: number;
  readonly dryRun: boolean;
  readonly acceptMissing?: boolean | undefined;
}

/** Finds the titles of a folder whose files are gone, which of them may be lost, and which are there again. */
export class GoneTitles {
  constructor(private readonly options: GoneTitlesOptions) {}

  /** The titles that may be gone only because a disk is not mounted. They stay until that is confirmed (CAT-160). */
  async suspect(
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
      replaced: identifier.locations,
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
  async gone(
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
      gone.push(...titles.filter(({ location }) => !isHidden(location)));
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
  async count(): Promise<{ readonly all: number; readonly shown: number }> {
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
  async unhidden({ folder, dirty }: Comparison, identifier: Identifier): Promise<readonly ReportedTitle[]> {
    const locations = new Set(dirty.map(({ location }) => location));
    const { rows } = await sql<{ id: string; location: string }>`
      select distinct t.id, f.location from library_titles t join library_files f on f.title_id = t.id
      where t.folder = ${folder} and t.missing_since is not null and f.folder = t.folder and f.gone_at is null
    `.execute(this.options.db);
    const ids = rows
      .filter(({ id, location }) => !locations.has(location) && !identifier.used.has(id))
      .map(({ id }) => id);
    return this.titles([...new Set(ids)], true);
  }

  private async titles(ids: readonly string[], areMissing: boolean): Promise<readonly GoneTitle[]> {
    if (ids.length === 0) return [];
    const rows = await this.options.db
      .selectFrom('library_titles')
      .select(['id', 'location', 'item', 'lost_since'])
      .where('id', 'in', [...ids])
      .where('missing_since', areMissing ? 'is not' : 'is', null)
      .orderBy('location')
      .execute();
    return rows.map(({ id, location, item, lost_since }) => ({
      id,
      location,
      title: item.title,
      lostSince: lost_since,
    }));
  }
}
