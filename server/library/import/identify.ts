import { sql } from 'kysely';
import { idOf } from '../../catalogue/items.ts';
import type { ReportedTitle } from './import-log.ts';
import type { LibraryDatabase } from '../tables.ts';
import type { TitleDraft } from '../titles/build-titles.ts';

/** The title to which a draft belongs, or the file whose sound it repeats. */
export type Identity =
  { readonly kind: 'title'; readonly id: string } | { readonly kind: 'double'; readonly of: string };

interface Row {
  readonly folder: string;
  readonly path: string;
  readonly place: string;
  readonly audio_id: string;
  readonly title_id: string;
  readonly is_present: boolean;
}

/**
 * Finds the title to which a draft belongs, by its sound. So a title that was renamed, moved or tagged again stays
 * the same title. An identifier belongs to one import, because it remembers which titles it has assigned.
 */
export class Identifier {
  /** The titles that this import has assigned, with their places. */
  private readonly given = new Map<string, string>();
  /** Title and file by sound. Only a dry run needs them, because it writes no rows. */
  private readonly drafted = new Map<string, { readonly title: string; readonly path: string }>();

  constructor(
    private readonly db: LibraryDatabase,
    private readonly folder: string,
    private readonly stale: ReadonlySet<string>,
  ) {}

  get used(): ReadonlySet<string> {
    return new Set(this.given.keys());
  }

  /** The places of the titles that this import has assigned. */
  get places(): ReadonlySet<string> {
    return new Set(this.given.values());
  }

  async identify(draft: TitleDraft, group: string): Promise<Identity> {
    const audio = [...new Set(draft.sections.map(({ sound }) => sound.facts.audioId))];
    const paths = new Set(draft.sections.map(({ sound }) => sound.file.path));
    const rows = await this.rowsOf(audio);
    const votes = new Map<string, { readonly sounds: Set<string>; isHere: boolean }>();
    for (const row of rows) {
      const vote = votes.get(row.title_id) ?? { sounds: new Set(), isHere: false };
      vote.sounds.add(row.audio_id);
      vote.isHere ||= row.folder === this.folder && paths.has(row.path);
      votes.set(row.title_id, vote);
    }
    const ranked = [...votes].toSorted(
      ([id, one], [otherId, other]) =>
        Number(other.isHere) - Number(one.isHere) ||
        other.sounds.size - one.sounds.size ||
        (id < otherId ? -1 : 1),
    );
    for (const [id, vote] of ranked) {
      const isOwn = vote.isHere || vote.sounds.size * 2 >= audio.length;
      if (isOwn && !this.isElsewhere(id, rows, draft, group)) return this.give(id, draft, audio);
    }
    const double = ranked.find(([, vote]) => vote.sounds.size === audio.length)?.[0];
    if (double !== undefined) {
      const row = rows.find((each) => each.title_id === double && each.is_present);
      return { kind: 'double', of: row?.path ?? this.given.get(double) ?? double };
    }
    const id = idOf('t', ...audio.toSorted());
    return this.give(
      votes.has(id) || this.given.has(id) ? idOf('t', ...audio, draft.place) : id,
      draft,
      audio,
    );
  }

  private give(id: string, draft: TitleDraft, audio: readonly string[]): Identity {
    this.given.set(id, draft.place);
    for (const each of audio) {
      const path = draft.sections[0]?.sound.file.path ?? draft.place;
      if (!this.drafted.has(each)) this.drafted.set(each, { title: id, path });
    }
    return { kind: 'title', id };
  }

  /** True if the title is present at another place. */
  private isElsewhere(id: string, rows: readonly Row[], draft: TitleDraft, group: string): boolean {
    const given = this.given.get(id);
    if (given !== undefined) return given !== draft.place;
    return rows.some(
      (row) =>
        row.title_id === id &&
        row.is_present &&
        !(row.folder === this.folder && (row.place === group || this.stale.has(row.path))),
    );
  }

  private async rowsOf(audio: readonly string[]): Promise<readonly Row[]> {
    const { rows } = await sql<Row>`
      select f.folder, f.path, f.place, f.audio_id, f.title_id,
        f.gone_at is null and t.missing_since is null as is_present
      from library_files f join library_titles t on t.id = f.title_id
      where f.audio_id = any(${audio})
    `.execute(this.db);
    const drafted = audio.flatMap((audio_id) => {
      const found = this.drafted.get(audio_id);
      if (found === undefined || rows.some((row) => row.title_id === found.title)) return [];
      const { title, path } = found;
      return [{ folder: '', path, place: '', audio_id, title_id: title, is_present: true }];
    });
    return [...rows, ...drafted];
  }
}

/** Milliseconds. An import that finds most titles gone hides them only if an import this long before found the same. */
export const CONFIRM_MS = 2 * 3600_000;

/** A title whose files are all gone. */
export interface GoneTitle extends ReportedTitle {
  /** When an import first kept the title although its files were gone. */
  readonly lostSince: number | null;
}

export interface Gone {
  readonly titles: readonly GoneTitle[];
  /** Number of titles in the catalogue before the import. */
  readonly shown: number;
  /** Number of titles that were hidden in the last hours without a confirmation. */
  readonly hiddenBefore: number;
  /** Places where the import found other sound. The files of a title there were replaced. */
  readonly replaced: ReadonlySet<string>;
  /** Folders that exist, without any sound in them. A disk that is not mounted looks like this. */
  readonly emptyFolders: ReadonlySet<string>;
}

/**
 * The titles whose files may be gone only because a disk is not mounted (CAT-160): all of them, if most titles of the
 * folder are gone; else those of an empty folder inside it that had several titles. The only title of a library may be
 * gone for good if the library has other files. A title that is lost once stays lost, whatever else is found.
 */
export function lostTitles(gone: Gone): readonly GoneTitle[] {
  const { shown, hiddenBefore, replaced, emptyFolders } = gone;
  const titles = gone.titles.filter(({ place }) => !replaced.has(place));
  const count = titles.length + hiddenBefore;
  const areMost = count > 1 && count * 2 > shown + hiddenBefore;
  const emptyAbove = ({ place }: GoneTitle): string | undefined =>
    foldersAbove(place).find((path) => emptyFolders.has(path));
  const counts = new Map<string | undefined, number>();
  for (const path of titles.map(emptyAbove)) counts.set(path, (counts.get(path) ?? 0) + 1);
  return titles.filter((title) => {
    const path = emptyAbove(title);
    const isEmptied = path === '' || (path !== undefined && (counts.get(path) ?? 0) > 1);
    return areMost || isEmptied || title.lostSince !== null;
  });
}

/** The folders of a path, the outermost first, and the path itself. */
export const foldersAbove = (path: string): readonly string[] => {
  const parts = path.split('/');
  return ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
};

/** True if an earlier import found the title gone, long enough ago. */
export const isConfirmed = ({ lostSince }: GoneTitle, now: number): boolean =>
  lostSince !== null && now - lostSince >= CONFIRM_MS;

/** Says what became of the lost titles and what to do; null if there are none. It stays the same until that changes. */
export function lostWarning(
  lost: readonly GoneTitle[],
  shown: number,
  folder: string,
  now: number,
): string | null {
  if (lost.length === 0) return null;
  const end = Math.max(...lost.map(({ lostSince }) => lostSince ?? now)) + CONFIRM_MS;
  const hour = new Date(end).toISOString().slice(0, 16).replace('T', ' ');
  return (
    `The files of ${lost.length} of ${shown} titles are gone. The titles stay in the catalogue, because a disk may ` +
    `not be mounted. Mount it again. If the files are gone for good, an import after ${hour} UTC hides the titles, and ` +
    `"npm run admin -- import --accept-missing ${JSON.stringify(folder)}" hides them now.`
  );
}
