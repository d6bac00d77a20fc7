import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Transaction, sql } from 'kysely';
import { readSetting, writeSetting } from '../db/settings.ts';
import type { RunAlone } from '../db/exclusive.ts';
import { IN_LANGUAGE, languageMark, type Searchable, searchVector, wordsOfTerm } from './search.ts';
import { authorKey, sequenceKey, titleKey } from './sort-keys.ts';
import {
  type CatalogueDatabase,
  type CatalogueTables,
  type ItemDocument,
  instant,
  writeRows,
} from './tables.ts';
import type { BuildCatalogue, Catalogue, CatalogueItem } from './types.ts';
import { wholeSeconds } from './run-time.ts';
import { mapBounds } from './windows.ts';
import { SUBJECTS, SUBJECT_TABLES } from './subject-kinds.ts';

/** Number of chapters whose titles are searched. The words of an item take at most a megabyte in the database. */
const MOST_CHAPTERS = 1000;
/** The content type of a podcast. */
const PODCAST = 3;

/** Replaces all subjects. */
async function writeShelves(db: CatalogueDatabase, catalogue: Catalogue): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const shelf of SUBJECT_TABLES) {
      await transaction.deleteFrom(shelf).execute();
      const rows = catalogue[shelf].map(({ id, name, img_url }, position) => ({
        id,
        name,
        img_url,
        position,
        search_name: wordsOfTerm(name).join(' '),
      }));
      const columns = sql.join(
        (shelf === 'categories'
          ? ['id', 'name', 'img_url', 'position', 'search_name']
          : ['id', 'name', 'img_url', 'position']
        ).map((name) => sql.ref(name)),
      );
      await sql`insert into ${sql.table(shelf)} (${columns})
        select ${columns} from jsonb_to_recordset(cast(${JSON.stringify(rows)} as jsonb))
        as r(id text, name text, img_url text, position integer, search_name text)`.execute(transaction);
    }
  });
}

/**
 * Adds or updates items, and their links to subjects.
 *
 * @param edition their dates are measured from this moment, epoch milliseconds
 * @param ready the words of some, by their ids
 */
export async function writeItems(
  transaction: Transaction<CatalogueTables>,
  batch: readonly CatalogueItem[],
  edition: number,
  ready: ReadonlyMap<string, ReadyWords> = new Map(),
): Promise<void> {
  const rows: Readonly<Record<string, unknown>>[] = [];
  const before = await storedLanguages(transaction, batch);
  const languages: Languages = new Map([
    ...before,
    ...batch.map((each) => [each.id, each.language ?? null] as const),
  ]);
  for (const item of batch) {
    rows.push(rowOf(item, edition, languages.get(item.parent_id) ?? null, ready.get(item.id)));
    // The words of long texts take milliseconds. Requests are handled in between.
    await setImmediate();
  }
  await writeRows(transaction, 'items', rows);
  await markEpisodes(transaction, batch, before);
  await writeLinks(transaction, batch);
}

type Languages = ReadonlyMap<string | null, string | null>;

/** The languages that the podcasts and collections of some items have in the tables, by their ids. */
async function storedLanguages(db: CatalogueDatabase, batch: readonly CatalogueItem[]): Promise<Languages> {
  const ids = batch.flatMap(({ id, parent_id, content_type }) =>
    content_type === PODCAST ? id : (parent_id ?? []),
  );
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('items')
    .select(['id', 'language'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]})`)
    .execute();
  return new Map(rows.map(({ id, language }) => [id, language]));
}

/** The episodes of a podcast have its language. They are not written again if only the podcast changes. */
async function markEpisodes(
  transaction: Transaction<CatalogueTables>,
  batch: readonly CatalogueItem[],
  before: Languages,
): Promise<void> {
  for (const { id, content_type, language = null } of batch) {
    const stored = before.get(id);
    if (content_type !== PODCAST || stored === undefined || stored === language) continue;
    const mark = languageMark(language);
    const added = mark === null ? sql`` : sql`|| cast(${mark} as tsvector)`;
    await sql`
      update items set words = ts_delete(words, array(
        select word from unnest(tsvector_to_array(words)) as word where starts_with(word, ${IN_LANGUAGE}))) ${added}
      where parent_id = ${id} and language is null`.execute(transaction);
  }
}

/** Only items without a parent have links. An episode is found through its podcast. */
async function writeLinks(
  transaction: Transaction<CatalogueTables>,
  batch: readonly CatalogueItem[],
): Promise<void> {
  const ids = batch.map((item) => item.id);
  const standing = batch.filter((item) => item.parent_id === null);
  for (const table of SUBJECT_TABLES) {
    const { links, key, of } = SUBJECTS[table];
    await transaction.deleteFrom(links).where('item_id', 'in', ids).execute();
    const rows = standing.flatMap((item) =>
      [...new Set(of(item).map(({ id }) => id))].map((id) => ({
        key: id,
        item_id: item.id,
        popularity: item.popularity,
        sort_key: sequenceKey(item.series?.find((each) => each.id === id)?.sequence),
      })),
    );
    if (rows.length === 0) continue;
    const columns = sql.join([
      sql.ref('item_id'),
      sql.ref('popularity'),
      ...(table === 'series' ? [sql.ref('sort_key')] : []),
    ]);
    await sql`insert into ${sql.table(links)} (${sql.ref(key)}, ${columns})
      select key, ${columns} from jsonb_to_recordset(cast(${JSON.stringify(rows)} as jsonb))
      as r(key text, item_id text, popularity double precision, sort_key text)`.execute(transaction);
  }

  await transaction.deleteFrom('item_category_topics').where('item_id', 'in', ids).execute();
  await sql`insert into item_category_topics (category_id, topic_id, item_id, popularity)
    select c.category_id, t.topic_id, c.item_id, c.popularity
    from item_categories c join item_topics t on t.item_id = c.item_id
    where c.item_id = any(${ids})`.execute(transaction);
}

/** An item as the API sends it. */
export function documentOf(item: CatalogueItem): ItemDocument {
  const { parent_id: _, position: _1, released_at: _2, popularity: _3, ...document } = item;
  return document;
}

function rowOf(
  item: CatalogueItem,
  edition: number,
  parentLanguage: string | null,
  ready: ReadyWords | undefined,
): Readonly<Record<string, unknown>> {
  const { parent_id, position, released_at, popularity } = item;
  return {
    id: item.id,
    content_type: item.content_type,
    parent_id,
    content_id: item.content_id,
    position,
    run_time: wholeSeconds(item.run_time),
    released_at: instant(released_at),
    popularity,
    ...mapBounds(item, instant),
    // Without a price there is no discount (ENT-18).
    ...(item.discount_price === null && { discount_start: null, discount_end: null }),
    has_free_listening: item.listen_free || item.has_listen_free_content,
    draw: drawOf(item.id),
    edition,
    document: documentOf(item),
    ...derivedColumns(item, parentLanguage, ready),
  };
}

/**
 * The version of the rules by which words and texts that sort are made. A higher one makes those of stored titles again
 * (CAT-334).
 */
export const WORDS_VERSION = 2;

/**
 * The columns that are made of a document alone, and of the language of its podcast.
 *
 * @param parentLanguage is that of an episode, which has none of its own
 */
export function derivedColumns(item: ItemDocument, parentLanguage: string | null, ready?: ReadyWords) {
  const { title, language, published } = item;
  const sort_title = titleKey(title, language);
  const words = ready?.of === hashOf(textsOf(item)) ? ready.words : searchVector(textsOf(item));
  const mark = languageMark(language ?? parentLanguage);
  return {
    words: mark === null ? words : `${words} ${mark}`,
    sort_title,
    sort_author: authorKey(
      item.author_info.map(({ name }) => name),
      sort_title,
    ),
    language: language ?? null,
    published: published ?? null,
  };
}

/** The words of an item that another thread has made, because the texts of a feed may be made to take long (CAT-106). */
export interface ReadyWords {
  /** A hash of the texts. The words count only for these texts, because an edit or a new name may change them. */
  readonly of: string;
  readonly words: string;
}

export function readyWords(item: ItemDocument): ReadyWords {
  const texts = textsOf(item);
  return { of: hashOf(texts), words: searchVector(texts) };
}

const hashOf = (texts: Searchable): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url');

/** The texts of an item by which it is found. */
const textsOf = (item: ItemDocument): Searchable => ({
  title: item.title,
  texts: [
    ...item.author_info.map(({ name }) => name),
    ...item.category_info.map(({ name }) => name),
    ...item.topic_info.map(({ name }) => name),
    ...(item.series ?? []).map(({ name }) => name),
    ...(item.narrators ?? []).map(({ name }) => name),
    item.description,
    ...item.chapter_info.slice(0, MOST_CHAPTERS).map(({ chapter_title }) => chapter_title),
  ],
  categoryIds: item.category_info.map(({ id }) => id),
});

/** A number from 0 to 1 for each id, evenly spread and always the same. */
function drawOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32BE() / 2 ** 32;
}

const SETTING = 'catalogue';

/** Describes the catalogue in the tables. */
export interface Edition {
  /** All dates of the catalogue are measured from this moment, in epoch milliseconds. */
  readonly anchor: number;
  /** The requested number of items. */
  readonly scale: number;
  /** A hash of the named items. */
  readonly revision: string;
  /** Counts the changes of the catalogue from release to release. */
  readonly version: number;
}

/** @returns null if the tables were never filled completely */
async function readEdition(db: CatalogueDatabase): Promise<Edition | null> {
  const stored = await readSetting(db, SETTING);
  if (stored === undefined) return null;
  const value: unknown = JSON.parse(stored);
  return isEdition(value) ? value : null;
}

function isEdition(value: unknown): value is Edition {
  return (
    typeof value === 'object' &&
    value !== null &&
    'anchor' in value &&
    typeof value.anchor === 'number' &&
    'scale' in value &&
    typeof value.scale === 'number' &&
    'revision' in value &&
    typeof value.revision === 'string' &&
    'version' in value &&
    typeof value.version === 'number'
  );
}

/** Called after each batch with the number of written items and of all items. */
export type SeedProgress = (done: number, total: number) => void;

const DAY_MS = 86_400_000;

export interface SeedOptions {
  readonly build: BuildCatalogue;
  readonly alone: RunAlone;
  /** Counts the changes of the catalogue from release to release. */
  readonly version: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The minimum number of items. A number below the stored one changes nothing. */
  readonly scale: number;
  readonly progress?: SeedProgress;
}

/**
 * Fills the tables of the catalogue, or updates them. They are updated if the source has another catalogue, if more items
 * are requested, or if the dates were measured more than a day ago. A catalogue of a newer release stays as it is, so that
 * an older process that restarts does not put its own back. The data of listeners stays.
 */
export async function seedCatalogue(db: CatalogueDatabase, options: SeedOptions): Promise<void> {
  // Processes that start together on one server seed one after the other.
  await options.alone('seeding', () => seedUnlessCurrent(db, options));
}

async function seedUnlessCurrent(db: CatalogueDatabase, options: SeedOptions): Promise<void> {
  const stored = await readEdition(db);
  const { version } = options;
  if (stored !== null && stored.version > version) return;
  const scale = Math.max(options.scale, stored?.scale ?? 0);
  const revision = revisionOf(options.build({ now: 0 }));
  const isCurrent =
    stored?.revision === revision && stored.scale >= scale && Math.abs(options.now - stored.anchor) < DAY_MS;
  if (isCurrent) return;

  const catalogue = options.build({ now: options.now, scale });
  await writeShelves(db, catalogue);
  let done = 0;
  for (const batch of catalogue.batches()) {
    await db.transaction().execute((transaction) => writeItems(transaction, batch, options.now));
    done += batch.length;
    options.progress?.(done, catalogue.total);
  }
  await db.deleteFrom('items').where('edition', '!=', options.now).execute();
  const edition: Edition = { anchor: options.now, scale, revision, version };
  await writeSetting(db, SETTING, JSON.stringify(edition));
  // The planner chooses indexes by these statistics. A new table has none.
  await sql`analyze`.execute(db);
}

/** A hash that changes with the named items, and with the rules of their words. */
function revisionOf(catalogue: Catalogue): string {
  const { authors, categories, topics, series, narrators, items } = catalogue;
  return createHash('sha256')
    .update(JSON.stringify([authors, categories, topics, series, narrators, items, WORDS_VERSION]))
    .digest('hex');
}
