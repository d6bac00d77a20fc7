import { sql, type Transaction } from 'kysely';
import { replaceTranscripts, type TranscriptDraft } from '../../catalogue/transcripts.ts';
import type { CatalogueItem } from '../../catalogue/types.ts';
import { movePositions } from '../../members/listening-positions.ts';
import { markMissing, publishTitles } from '../../catalogue/publish/publish.ts';
import type { FileFacts } from '../read/read-file.ts';
import type { LibraryDatabase, LibraryTables, StoredSection } from '../tables.ts';
import type { GoneTitle } from './lost.ts';
import type { ListedFile } from '../folders/walk.ts';
import type { TitleDraft } from '../titles/title-draft.ts';

export interface ReadFile {
  readonly file: ListedFile;
  readonly location: string;
  readonly result: FileFacts | { readonly refused: string };
}

/** Saves the results of reading files. After an interruption, the next import does not read these files again. */
export async function saveFiles(
  db: LibraryDatabase,
  folder: string,
  files: readonly ReadFile[],
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ file, location, result }) => ({
    folder,
    location,
    path: file.path,
    size: file.size,
    mtime: file.mtime,
    audio_id: 'refused' in result ? null : result.audioId,
    facts: 'refused' in result ? null : JSON.stringify(result),
    refusal: 'refused' in result ? result.refused : null,
  }));
  await db
    .insertInto('library_files')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['folder', 'path']).doUpdateSet((set) => ({
        location: set.ref('excluded.location'),
        size: set.ref('excluded.size'),
        mtime: set.ref('excluded.mtime'),
        audio_id: set.ref('excluded.audio_id'),
        facts: set.ref('excluded.facts'),
        refusal: set.ref('excluded.refusal'),
        // A file with another sound belongs to no title until its group is imported.
        title_id: sql<string | null>`case when library_files.audio_id = excluded.audio_id
          then library_files.title_id end`,
      })),
    )
    .execute();
}

export interface IdentifiedTitle {
  readonly item: CatalogueItem;
  readonly draft: TitleDraft;
  readonly addedAt: number;
  /** The sections before this import; null for a new title. */
  readonly before: readonly StoredSection[] | null;
  /** True if the catalogue shows the same item already. */
  readonly isShown: boolean;
  /** Those of files beside the sound, and of the sound itself. Null leaves those of before. */
  readonly transcripts: Readonly<Record<'file' | 'inside', readonly TranscriptDraft[]>> | null;
}

/** A group whose titles were identified. */
export interface FinishedGroup {
  readonly location: string;
  /** Null if a file was refused. The next import then looks at the group again. */
  readonly signature: string | null;
  readonly paths: readonly string[];
  readonly titles: readonly IdentifiedTitle[];
}

const sectionsOf = (draft: TitleDraft): readonly StoredSection[] =>
  draft.sections.map(({ sound, span, seconds }) => ({
    audio: sound.facts.audioId,
    start: span?.start ?? 0,
    seconds,
  }));

/** Number of groups in a transaction. Meanwhile, edits of the studio wait. */
const GROUPS_AT_ONCE = 8;

export async function writeTitles(
  db: LibraryDatabase,
  folder: string,
  groups: readonly FinishedGroup[],
): Promise<void> {
  for (let at = 0; at < groups.length; at += GROUPS_AT_ONCE) {
    await writeGroups(db, folder, groups.slice(at, at + GROUPS_AT_ONCE));
  }
}

async function writeGroups(
  db: LibraryDatabase,
  folder: string,
  groups: readonly FinishedGroup[],
): Promise<void> {
  const titles = groups.flatMap((group) => group.titles);
  await db.transaction().execute(async (transaction) => {
    await publishTitles(
      transaction,
      titles
        .filter(({ isShown }) => !isShown)
        .map(({ item, addedAt }) => ({ item, addedAt, isMissing: false })),
    );
    for (const title of titles) await writeTitle(transaction, folder, title);
    for (const { location, signature, paths, titles: own } of groups) {
      const sounding = [
        ...new Set(own.flatMap(({ draft }) => draft.sections.map(({ sound }) => sound.file.path))),
      ];
      // A file that is in no title of its group repeats the sound of another one.
      await transaction
        .updateTable('library_files')
        .set({ location, gone_at: null, title_id: sql`case when path = any(${sounding}) then title_id end` })
        .where('folder', '=', folder)
        .where(sql<boolean>`path = any(${[...paths]})`)
        .execute();
      if (signature === null) {
        await transaction
          .deleteFrom('library_groups')
          .where('folder', '=', folder)
          .where('location', '=', location)
          .execute();
      } else {
        await transaction
          .insertInto('library_groups')
          .values({ folder, location, signature })
          .onConflict((conflict) => conflict.columns(['folder', 'location']).doUpdateSet({ signature }))
          .execute();
      }
    }
  });
}

async function writeTitle(
  transaction: Transaction<LibraryTables>,
  folder: string,
  { item, draft, addedAt, before, transcripts }: IdentifiedTitle,
): Promise<void> {
  const sections = sectionsOf(draft);
  const title = {
    folder,
    location: draft.location,
    item: JSON.stringify(item),
    cover: draft.cover === null ? null : JSON.stringify(draft.cover),
    sections: JSON.stringify(sections),
    missing_since: null,
  };
  await transaction
    .insertInto('library_titles')
    .values({ id: item.id, added_at: addedAt, ...title })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(title))
    .execute();
  await transaction.deleteFrom('library_sounds').where('title_id', '=', item.id).execute();
  const hasChapters = draft.sections.length > 1;
  const sounds = draft.sections.map(({ sound, span }, at) => ({
    title_id: item.id,
    chapter: hasChapters ? at + 1 : 0,
    folder,
    path: sound.file.path,
    audio_id: sound.facts.audioId,
    container: sound.facts.container,
    span: span === null ? null : JSON.stringify(span),
  }));
  // The number of parameters of a statement is limited.
  for (let at = 0; at < sounds.length; at += 1000) {
    await transaction
      .insertInto('library_sounds')
      .values(sounds.slice(at, at + 1000))
      .execute();
  }
  const paths = [...new Set(sounds.map(({ path }) => path))];
  await transaction
    .updateTable('library_files')
    .set({ title_id: null })
    .where('title_id', '=', item.id)
    .where(sql<boolean>`not (folder = ${folder} and path = any(${paths}))`)
    .execute();
  await transaction
    .updateTable('library_files')
    .set({ title_id: item.id })
    .where('folder', '=', folder)
    .where(sql<boolean>`path = any(${paths})`)
    .execute();
  if (transcripts !== null) {
    await replaceTranscripts(transaction, item.id, 'file', transcripts.file);
    await replaceTranscripts(transaction, item.id, 'inside', transcripts.inside);
  }
  if (before !== null && JSON.stringify(before) !== JSON.stringify(sections)) {
    await movePositions(transaction, item.id, (chapter, seconds) => {
      const moved = movedPosition(before, sections, (chapter ?? 1) - 1, seconds);
      if (moved === null) return null;
      return { chapter: sections.length > 1 ? moved.section + 1 : null, position: moved.position };
    });
  }
}

/**
 * The same moment of the same sound in other sections. If the title has this sound no more, it is the start of
 * the next sound that it still has, else of the last one before. So it never is in a sound that is new to the title.
 *
 * @param seconds the position in the section
 * @returns the section, and milliseconds in it; null if the title has nothing of what it had
 */
function movedPosition(
  before: readonly StoredSection[],
  after: readonly StoredSection[],
  at: number,
  seconds: number,
): { readonly section: number; readonly position: number } | null {
  const from = before[at];
  if (from === undefined) return null;
  const moment = from.start + seconds;
  const has = (section: StoredSection | undefined): boolean =>
    section?.audio === from.audio && section.start <= moment && moment <= section.start + section.seconds;
  // The same sound may be in the title twice.
  const same = has(after[at]) ? at : after.findIndex(has);
  if (same >= 0) return { section: same, position: Math.round((moment - (after[same]?.start ?? 0)) * 1000) };
  for (const { audio, start } of [...before.slice(at), ...before.slice(0, at).toReversed()]) {
    const next = after.findLastIndex((section) => section.audio === audio && section.start <= start);
    if (next >= 0) return { section: next, position: 0 };
  }
  return null;
}

/** Marks files of a folder as gone, and forgets groups that no longer exist. */
export async function markGone(
  db: LibraryDatabase,
  folder: string,
  paths: readonly string[],
  locations: readonly string[],
  now: number,
): Promise<void> {
  for (let at = 0; at < paths.length; at += 1000) {
    await db
      .updateTable('library_files')
      .set({ gone_at: now })
      .where('folder', '=', folder)
      .where(sql<boolean>`path = any(${paths.slice(at, at + 1000)})`)
      .execute();
  }
  for (let at = 0; at < locations.length; at += 1000) {
    await db
      .deleteFrom('library_groups')
      .where('folder', '=', folder)
      .where(sql<boolean>`location = any(${locations.slice(at, at + 1000)})`)
      .execute();
  }
}

/** Remembers since when titles are lost, and forgets it for all others in the catalogue (CAT-160). */
export async function markLost(
  db: LibraryDatabase,
  folder: string,
  lost: readonly GoneTitle[],
  now: number,
): Promise<void> {
  const ids = lost.map(({ id }) => id);
  await sql`
    update library_titles set lost_since = case when id = any(${ids}) then coalesce(lost_since, ${now}) end
    where folder = ${folder} and missing_since is null and (lost_since is not null or id = any(${ids}))
  `.execute(db);
}

/** Hides titles. The data of their listeners stays, and appears again with the titles. */
export async function hideTitles(db: LibraryDatabase, ids: readonly string[], now: number): Promise<void> {
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500);
    await db.transaction().execute(async (transaction) => {
      await markMissing(transaction, some);
      await transaction
        .updateTable('library_titles')
        .set({ missing_since: now })
        .where('id', 'in', some)
        .execute();
    });
  }
}

/** Shows hidden titles again, unchanged. */
export async function showTitles(db: LibraryDatabase, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500);
    await db.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('library_titles')
        .select(['item', 'added_at'])
        .where('id', 'in', some)
        .execute();
      await publishTitles(
        transaction,
        rows.map(({ item, added_at }) => ({ item, addedAt: added_at, isMissing: false })),
      );
      await transaction
        .updateTable('library_titles')
        .set({ missing_since: null })
        .where('id', 'in', some)
        .execute();
    });
  }
}
