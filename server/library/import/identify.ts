import { sql } from 'kysely';
import type { LibraryDatabase, StoredSection } from '../tables.ts';
import type { Comparison } from './known.ts';
import { idOf } from '../../catalogue/ids.ts';
import type { TitleDraft } from '../titles/title-draft.ts';

/** The title to which a draft belongs, or the file whose sound it repeats. */
export type Identity =
  { readonly kind: 'title'; readonly id: string } | { readonly kind: 'double'; readonly of: string };

/** A file that belongs to a title. */
interface TitleFile {
  readonly folder: string;
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
  readonly audio_id: string;
  readonly title_id: string;
  readonly gone_at: number | null;
}

/** A title that has sounds of a draft. */
interface Candidate {
  readonly id: string;
  readonly location: string;
  readonly isShown: boolean;
  /** The sounds of the title when it was last written. */
  readonly sounds: ReadonlySet<string>;
  /** The files of the title that still exist, with the same sound. */
  readonly standing: readonly TitleFile[];
  /** Number of sounds that the title and the draft have in common. */
  readonly shared: number;
  /** True if a file of the draft is where the title has it. */
  readonly isHere: boolean;
}

/** A title that this import has assigned. */
interface Given {
  readonly location: string;
  /** A file of each sound. */
  readonly paths: ReadonlyMap<string, string>;
}

/**
 * Finds the title to which a draft belongs, by its sound (CAT-261). So a title that was renamed, moved or tagged again
 * stays the same title. An identifier belongs to one import, because it remembers which titles it has assigned.
 */
export class Identifier {
  private readonly given = new Map<string, Given>();
  private readonly givenBySound = new Map<string, Set<string>>();
  /** The sounds of changed files that this import has read; null for a file that could not be read. */
  private readonly readAgain = new Map<string, string | null>();

  constructor(
    private readonly db: LibraryDatabase,
    private readonly folder: string,
    private readonly comparison: Pick<Comparison, 'listed' | 'isHidden'>,
  ) {}

  get used(): ReadonlySet<string> {
    return new Set(this.given.keys());
  }

  /** The locations of the titles that this import has assigned. */
  get locations(): ReadonlySet<string> {
    return new Set([...this.given.values()].map(({ location }) => location));
  }

  /** The paths of the files of the titles that this import has assigned. */
  get paths(): ReadonlySet<string> {
    return new Set([...this.given.values()].flatMap(({ paths }) => [...paths.values()]));
  }

  /** True if this import has assigned the sound to a title. */
  hasGiven(audio: string): boolean {
    return this.givenBySound.has(audio);
  }

  /** Remembers what a known file contains now. */
  learn(path: string, audio: string | null): void {
    this.readAgain.set(path, audio);
  }

  async identify(draft: TitleDraft): Promise<Identity> {
    const paths = new Map(
      draft.sections.map(({ sound }) => [sound.file.path, sound.facts.audioId] as const).toReversed(),
    );
    const audio = [...new Set(paths.values())];
    const candidates = await this.candidates(audio, paths);
    const own = candidates.find((each) => isOwn(each, draft.location, audio.length, paths));
    if (own !== undefined) return this.give(own.id, draft.location, paths);
    const double = this.doubleOf(audio) ?? doubleAmong(candidates, audio, this.folder, paths);
    if (double !== null) return { kind: 'double', of: double };
    return this.give(await this.newId(audio, draft.location), draft.location, paths);
  }

  private give(id: string, location: string, paths: ReadonlyMap<string, string>): Identity {
    this.given.set(id, { location, paths: new Map([...paths].map(([path, audio]) => [audio, path])) });
    for (const each of paths.values()) {
      this.givenBySound.set(each, (this.givenBySound.get(each) ?? new Set()).add(id));
    }
    return { kind: 'title', id };
  }

  /** The file of a title that this import has assigned, if the title has all these sounds. */
  private doubleOf([first = '', ...others]: readonly string[]): string | null {
    for (const id of this.givenBySound.get(first) ?? []) {
      const paths = this.given.get(id)?.paths;
      if (paths !== undefined && others.every((each) => paths.has(each))) return paths.get(first) ?? id;
    }
    return null;
  }

  /** An id that no title has or had. So a new title never gets the positions of another one. */
  private async newId(audio: readonly string[], location: string): Promise<string> {
    const sounds = audio.toSorted();
    for (let times = 0; ; times++) {
      const id =
        times === 0
          ? idOf('t', ...sounds)
          : idOf('t', ...sounds, location, ...(times > 1 ? [String(times)] : []));
      if (this.given.has(id)) continue;
      const found = await this.db
        .selectFrom('library_titles')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (found === undefined) return id;
    }
  }

  /** The titles that the draft may be, the best one first. */
  private async candidates(
    audio: readonly string[],
    paths: ReadonlyMap<string, string>,
  ): Promise<readonly Candidate[]> {
    const { rows } = await sql<{ id: string; shared: number; is_here: boolean }>`
      select id, count(distinct audio_id)::int as shared, bool_or(is_here) as is_here from (
        select title_id as id, audio_id, folder = ${this.folder} and path = any(${[...paths.keys()]}) as is_here
          from library_files where audio_id = any(${audio}) and title_id is not null
        union all
        select title_id, audio_id, false from library_sounds where audio_id = any(${audio})
      ) found group by id
    `.execute(this.db);
    // A sound that many titles share, such as the one of a publisher, makes none of them a candidate.
    const ids = rows
      .filter(({ id, shared, is_here }) => !this.given.has(id) && (is_here || shared * 2 >= audio.length))
      .map(({ id }) => id);
    if (ids.length === 0) return [];
    const titles = await this.db
      .selectFrom('library_titles')
      .select(['id', 'location', 'sections', 'missing_since'])
      .where('id', 'in', ids)
      .execute();
    const files = await this.filesOf(ids);
    return titles
      .map(({ id, location, sections, missing_since }): Candidate => {
        const sounds = soundsOf(sections);
        const standing = files.filter(
          (file) => file.title_id === id && this.isStanding(file, missing_since === null),
        );
        return {
          id,
          location,
          isShown: missing_since === null,
          sounds,
          standing,
          shared: audio.filter((each) => sounds.has(each)).length,
          isHere: standing.some((file) => file.folder === this.folder && paths.has(file.path)),
        };
      })
      .toSorted(
        (one, other) =>
          Number(other.isHere) - Number(one.isHere) ||
          other.shared - one.shared ||
          Number(other.isShown) - Number(one.isShown) ||
          (one.id < other.id ? -1 : 1),
      );
  }

  private async filesOf(ids: readonly string[]): Promise<readonly TitleFile[]> {
    const { rows } = await sql<TitleFile>`
      select folder, path, size, mtime, audio_id, title_id, gone_at from library_files
      where title_id = any(${[...ids]}) and audio_id is not null order by path
    `.execute(this.db);
    return rows;
  }

  /** True if the file is still where it was, with the same sound. Other folders are as their last import found them. */
  private isStanding(file: TitleFile, isShown: boolean): boolean {
    const { listed, isHidden } = this.comparison;
    if (file.folder !== this.folder) return file.gone_at === null && isShown;
    if (isHidden(file.path)) return file.gone_at === null;
    const now = listed.get(file.path);
    if (now === undefined) return false;
    const read = this.readAgain.get(file.path);
    return read === undefined ? now.size === file.size && now.mtime === file.mtime : read === file.audio_id;
  }
}

export const soundsOf = (sections: readonly StoredSection[]): ReadonlySet<string> =>
  new Set(sections.map(({ audio }) => audio));

/**
 * Decides whether a draft is the title. A title with files that still stand belongs to the draft with these files. Of
 * several such drafts, the one at the location of the title gets it, else the one with most of its sounds. A title without
 * such files moved, if the draft has most of its sounds, and not mostly others.
 */
function isOwn(
  { location, sounds, standing, shared, isHere }: Candidate,
  draftLocation: string,
  count: number,
  paths: ReadonlyMap<string, string>,
): boolean {
  const hasMost = shared * 2 > sounds.size;
  if (standing.length === 0) return hasMost && shared * 2 >= count;
  return isHere && (location === draftLocation || hasMost || standing.every(({ path }) => paths.has(path)));
}

/** The file of a title that has all these sounds elsewhere now. */
function doubleAmong(
  candidates: readonly Candidate[],
  audio: readonly string[],
  folder: string,
  paths: ReadonlyMap<string, string>,
): string | null {
  for (const { standing } of candidates) {
    const elsewhere = standing.filter((file) => file.folder !== folder || !paths.has(file.path));
    const found = audio.map((each) => elsewhere.find(({ audio_id }) => audio_id === each)?.path);
    if (found.every((path) => path !== undefined)) return found[0] ?? null;
  }
  return null;
}
