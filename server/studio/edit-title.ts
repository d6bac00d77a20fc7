import { membersOf } from '../catalogue/publish/collection-rows.ts';
import { publicFeedOf } from '../private-feeds/feeds.ts';
import type { PrivateFeedTables } from '../private-feeds/tables.ts';
import { sql, type Transaction } from 'kysely';
import {
  editableFields,
  type ItemEdit,
  readEdits,
  saveEdit,
  UNEDITED,
  lockCatalogue,
} from '../catalogue/publish/edits.ts';
import { editedTitles, publishCollections, publishTitles } from '../catalogue/publish/publish.ts';
import { orderSubjects, readRenames } from '../catalogue/publish/subjects.ts';
import { kindOf, type SourcedTitle } from '../catalogue/publish/title-rows.ts';
import { documentOf } from '../catalogue/write-catalogue.ts';
import type { FeedTables } from '../feeds/tables.ts';
import { ApiError, notFound } from '../http/validation.ts';
import type { LibraryTables } from '../library/tables.ts';
import { nameOfMember } from '../members/listeners.ts';
import type { Sent } from 'audio-streaming-wire/scalars';
import type { titleDetail as wireDetail } from 'audio-streaming-wire/titles';
import { type StudioDatabase, refusedField } from './context.ts';
import {
  type CoverSigner,
  coverAddress,
  episodesOf,
  iso,
  listTranscripts,
  sourcedTitle,
  sourcedTitles,
  wireKind,
} from './find-titles.ts';
import { WINDOWS } from '../catalogue/windows.ts';
import { SUBJECT_TABLES } from '../catalogue/subject-kinds.ts';
import type { EditableFields, EditedFields } from '../catalogue/types.ts';

export type Writing = Transaction<LibraryTables & FeedTables>;

/** Episodes that are published in one statement. */
const BATCH = 500;

/** Who edits, by the id of the account, which version the editor saw, and when. */
export interface Editing {
  readonly id: string;
  /** Null for an edit that does not depend on the version. */
  readonly version: number | null;
  readonly editor: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

interface Change {
  /** Fields with their new values. A value that the source has, too, is no edit. */
  readonly set: EditedFields;
  /** Fields that become those of the source again. */
  readonly reset: readonly (keyof EditableFields)[];
}

const SUBJECTS = new Set<string>([...SUBJECT_TABLES, 'hidden']);

/**
 * Edits a title, and publishes it again (STU-38).
 *
 * @throws {ApiError} 404 for an unknown title, 412 if it is no longer of this version, 422 for fields that contradict
 *   each other
 * @param before is called with the edits that are replaced, while nobody else edits
 */
export async function editTitle(
  db: StudioDatabase,
  editing: Editing,
  change: Change,
  before?: (edited: EditedFields) => Promise<void>,
): Promise<void> {
  const changed = await db.transaction().execute(async (transaction) => {
    const { title, edit } = await beginEdit(transaction, editing);
    await before?.(edit.fields);
    const found = await foundFields(transaction, title);
    const fields = editedFields(found, edit.fields, change);
    requireWindows({ ...found, ...fields });
    const names = [...new Set([...Object.keys(fields), ...Object.keys(edit.fields)])];
    const isChanged = (name: string): boolean => valueOf(fields, name) !== valueOf(edit.fields, name);
    const different = names.filter(isChanged);
    if (different.length > 0) await finishEdit(transaction, editing, title, { ...edit, fields });
    return different;
  });
  if (changed.some((name) => SUBJECTS.has(name))) await orderSubjects(db);
}

/** Locks the catalogue, and reads a title with its edit. */
export async function beginEdit(
  transaction: Writing,
  { id, version }: Editing,
): Promise<{ readonly title: SourcedTitle; readonly edit: ItemEdit }> {
  await lockCatalogue(transaction);
  const db: StudioDatabase = transaction;
  const title = await sourcedTitle(db, id);
  if (title === null) throw notFound('title');
  const edit = (await readEdits(db, [id])).get(id) ?? UNEDITED;
  if (version !== null && edit.version !== version) {
    throw new ApiError(
      412,
      'changed',
      `${(await nameOfMember(db, edit.editedBy)) ?? 'Somebody'} has changed this title meanwhile. Load it again.`,
    );
  }
  return { title, edit };
}

/** Stores an edit as the next version, and publishes the title. */
export async function finishEdit(
  transaction: Writing,
  { id, editor, now }: Editing,
  title: SourcedTitle,
  edit: ItemEdit,
): Promise<void> {
  const db: StudioDatabase = transaction;
  await saveEdit(db, id, {
    fields: edit.fields,
    version: edit.version + 1,
    editedAt: now,
    editedBy: editor,
  });
  if (title.item.content_type === 5) {
    await publishCollections(transaction, [id]);
    return;
  }
  await publishTitles(transaction, [title]);
  if (title.item.content_type !== 3) return;
  // Episodes are shown and hidden with their podcast.
  const episodes = await episodesOf(db, id);
  for (let at = 0; at < episodes.length; at += BATCH) {
    await publishTitles(transaction, await sourcedTitles(db, episodes.slice(at, at + BATCH)));
  }
}

/**
 * Makes a title another edition of `of` (STU-40).
 *
 * @param of null: the title stands alone
 * @throws {ApiError} 404 for an unknown title; 412 if the title has another version by now; 422 unless both are audiobooks,
 *   `of` is no edition itself, and the title has no editions
 */
export async function setEdition(db: StudioDatabase, editing: Editing, of: string | null): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { title, edit } = await beginEdit(transaction, editing);
    const { edition_of: before, ...fields } = edit.fields;
    if (before === (of ?? undefined)) return;
    if (of !== null) {
      const own: StudioDatabase = transaction;
      const other = await sourcedTitle(own, of);
      const edits = await readEdits(own, [of]);
      if (of === editing.id || other === null || [title, other].some(({ item }) => kindOf(item) !== 'file')) {
        throw refusedField('of', 'must be another audiobook');
      }
      if (
        edits.get(of)?.fields.edition_of !== undefined ||
        (await namesOfEditions(own, editing.id)).length > 0
      ) {
        throw refusedField('of', 'must be a title that is no edition, for a title that has none');
      }
    }
    await finishEdit(transaction, editing, title, {
      ...edit,
      fields: of === null ? fields : { ...fields, edition_of: of },
    });
  });
}

/** The titles that the studio calls editions of this one. */
async function namesOfEditions(db: StudioDatabase, id: string) {
  return db
    .selectFrom('item_edits')
    .innerJoin('titles', 'titles.id', 'item_id')
    .select(['titles.id', 'titles.title'])
    .where(sql<boolean>`fields ->> 'edition_of' = ${id}`)
    .orderBy('sort_title')
    .execute();
}

/** The fields as the source says, with the names that authors, categories and topics have now. */
async function foundFields(db: StudioDatabase, { item }: SourcedTitle): Promise<EditableFields> {
  return editableFields((await readRenames(db))(item));
}

function editedFields(found: EditableFields, before: EditedFields, { set, reset }: Change): EditedFields {
  const kept = Object.entries({ ...before, ...set }).filter(
    ([name, value]) =>
      value !== undefined &&
      !(Object.hasOwn(before, name) && !Object.hasOwn(set, name) && reset.some((each) => each === name)) &&
      JSON.stringify(value) !== valueOf(found, name),
  );
  return Object.fromEntries(kept);
}

const valueOf = (fields: EditedFields, name: string): string | undefined =>
  JSON.stringify(Object.entries(fields).find(([each]) => each === name)?.[1]);

/** @throws {ApiError} 422 for a window that ends before it begins */
function requireWindows(fields: EditableFields): void {
  for (const [from, till] of WINDOWS) {
    const start = fields[from];
    const end = fields[till];
    if (start !== null && end !== null && Date.parse(end) <= Date.parse(start)) {
      throw refusedField(till, `must be after ${from}`);
    }
  }
}

/**
 * A title as the studio shows it.
 *
 * @throws {ApiError} 404 for an unknown title
 */
export async function titleDetail(
  studio: CoverSigner & { readonly db: StudioDatabase },
  id: string,
): Promise<Sent<typeof wireDetail>> {
  const { db } = studio;
  const title = await sourcedTitle(db, id);
  const [shown] = title === null ? [] : await editedTitles(db, [title]);
  if (title === null || shown === undefined) throw notFound('title');
  const edit = (await readEdits(db, [id])).get(id) ?? UNEDITED;
  const document = documentOf(shown.item);
  return {
    id,
    kind: wireKind(kindOf(shown.item)),
    state: shown.state,
    version: String(edit.version),
    item: {
      ...document,
      img_url: coverAddress(studio, { img_url: document.img_url, state: shown.state }),
      is_purchased: false,
      is_favorite: false,
    },
    found: await foundFields(db, title),
    edited: Object.keys(edit.fields),
    edited_at: iso(edit.editedAt),
    edited_by: await nameOfMember(db, edit.editedBy),
    edition_of:
      edit.fields.edition_of === undefined
        ? null
        : ((await db
            .selectFrom('titles')
            .select(['id', 'title'])
            .where('id', '=', edit.fields.edition_of)
            .executeTakeFirst()) ?? null),
    editions: await namesOfEditions(db, id),
    members: shown.item.content_type === 5 ? await membersOf(db, id) : null,
    transcripts: await listTranscripts(db, id),
    public_feed: await publicFeedOf(db.withTables<PrivateFeedTables>(), id),
  };
}
