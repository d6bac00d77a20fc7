import { sql } from 'kysely';
import { idOf } from '../../catalogue/references.ts';
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
