import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { OUTDATED_WORDS } from './migrate.ts';

/** The languages with a text search of their own, in every release of PostgreSQL that is served. */
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nb: 'norwegian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
};

/** The cases of an expression that chooses a configuration by the language. */
const configurations = () =>
  sql.join(
    Object.entries(CONFIGURATIONS).map(
      ([language, name]) => sql`when ${sql.lit(language)} then ${sql.lit(name)}::regconfig`,
    ),
    sql` `,
  );

/**
 * The words of transcripts are made by the database, with the configuration of their language, without case and accents
 * (TEXT-60). A restored backup computes them again.
 */
async function createTranscripts(db: Kysely<unknown>): Promise<void> {
  await sql`create function transcript_search(language text) returns regconfig immutable language sql as $$
    select case split_part(lower(language), '-', 1) ${configurations()} else 'simple'::regconfig end $$`.execute(
    db,
  );
  await sql`create function plain_words(words text) returns text immutable language sql as $$
    select regexp_replace(normalize(
      replace(replace(replace(translate(lower(words), 'øđłı', 'odli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      NFKD), '[\u0300-\u036f]', '', 'g') $$`.execute(db);
  await sql`create function words_of_cues(language text, cues jsonb) returns tsvector immutable language sql as $$
    select to_tsvector(transcript_search(language), plain_words(string_agg(cue ->> 'text', ' ')))
    from jsonb_array_elements(cues) cue $$`.execute(db);
  await db.schema
    .createTable('transcripts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('chapter', 'integer', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('is_timed', 'boolean', (column) => column.notNull())
    .addColumn('words', sql`tsvector`)
    .execute();
  await sql`create index transcripts_of_item on transcripts (item_id, chapter)`.execute(db);
  await sql`create index transcripts_words on transcripts using gin (words)`.execute(db);
  await db.schema
    .createTable('transcript_passages')
    .addColumn('transcript_id', 'text', (column) =>
      column.notNull().references('transcripts.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('cues', 'jsonb', (column) => column.notNull())
    // The id is a word too, so that one index finds the words in one transcript.
    .addColumn('words', sql`tsvector`, (column) =>
      column
        .generatedAlwaysAs(
          sql`words_of_cues(language, cues) || array_to_tsvector(array['transcript/' || transcript_id])`,
        )
        .stored(),
    )
    .addPrimaryKeyConstraint('transcript_passages_pk', ['transcript_id', 'position'])
    .execute();
  await sql`create index transcript_passages_words on transcript_passages using gin (words)`.execute(db);
}

/**
 * Finds the transcripts with words by their index alone. The planner takes a scan of this small table for cheap, and does
 * not know that each row has to be read and unpacked from elsewhere for it.
 */
async function searchByIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create function transcripts_saying(said tsquery)
    returns table (id text, item_id text, chapter integer, is_timed boolean)
    stable language sql set enable_seqscan = off as $$
      select id, item_id, chapter, is_timed from transcripts where words @@ said $$`.execute(db);
}

/** Finds some passages with words, also by their index alone. */
async function searchPassagesByIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create function passages_saying(said tsquery, most integer) returns table (transcript_id text)
    stable language sql set enable_seqscan = off as $$
      select transcript_id from transcript_passages where words @@ said limit most $$`.execute(db);
}

/** Names the passages too, so that those with rare words are found once for all titles. */
async function namePassages(db: Kysely<unknown>): Promise<void> {
  await sql`drop function passages_saying`.execute(db);
  await sql`create function passages_saying(said tsquery, most integer)
    returns table (transcript_id text, "position" integer)
    stable language sql set enable_seqscan = off as $$
      select transcript_id, "position" from transcript_passages where words @@ said limit most $$`.execute(
    db,
  );
}

/**
 * Binds the bodies of the functions to what they name when they are made. A body that is a text is read at each call, and
 * PostgreSQL's own tools restore a dump without a path of schemas: then a function of this schema is unknown, and the
 * rows of a table whose column calls it are lost (CAT-320).
 */
async function bindFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function plain_words(words text) returns text immutable language sql
    return regexp_replace(normalize(
      replace(replace(replace(translate(lower(words), 'øđłı', 'odli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      NFKD), '[\u0300-\u036f]', '', 'g')`.execute(db);
  await sql`create or replace function transcript_search(language text) returns regconfig immutable language sql
    return case split_part(lower(language), '-', 1) ${configurations()} else 'simple'::regconfig end`.execute(
    db,
  );
  await sql`create or replace function words_of_cues(language text, cues jsonb) returns tsvector
    immutable language sql begin atomic
      select to_tsvector(transcript_search(language), plain_words(string_agg(cue ->> 'text', ' ')))
      from jsonb_array_elements(cues) cue; end`.execute(db);
  await sql`create or replace function transcripts_saying(said tsquery)
    returns table (id text, item_id text, chapter integer, is_timed boolean)
    stable language sql set enable_seqscan = off begin atomic
      select id, item_id, chapter, is_timed from transcripts where words @@ said; end`.execute(db);
  await sql`create or replace function passages_saying(said tsquery, most integer)
    returns table (transcript_id text, "position" integer)
    stable language sql set enable_seqscan = off begin atomic
      select transcript_id, "position" from transcript_passages where words @@ said limit most; end`.execute(
    db,
  );
}

/** The words of scripts without spaces are found in every place. The words of existing titles are made in the background. */
async function renewWords(db: Kysely<unknown>): Promise<void> {
  await sql`insert into provider_settings (name, value)
    select ${OUTDATED_WORDS}, '' where exists (select from items) on conflict do nothing`.execute(db);
}

export const transcriptMigrations: Record<string, Migration> = {
  '0017_transcripts': { up: createTranscripts },
  '0018_search_transcripts_by_index': { up: searchByIndex },
  '0019_search_passages_by_index': { up: searchPassagesByIndex },
  '0020_name_passages': { up: namePassages },
  '0022_bind_functions': { up: bindFunctions },
  '0023_words_without_spaces': { up: renewWords },
};

/** Series and narrators, the links to their titles, and what a merge of two of them stores. */
async function createSeries(db: Kysely<unknown>): Promise<void> {
  // The order of bytes is the same on every server, and quick.
  const key = sql`text collate "C"`;
  for (const table of ['series', 'narrators']) {
    await db.schema
      .createTable(table)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('img_url', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .execute();
    await sql`create index ${sql.ref(`${table}_by_position`)} on ${sql.table(table)} (position, id)`.execute(
      db,
    );
  }
  for (const [table, id] of [
    ['item_narrators', 'narrator_id'],
    ['item_series', 'series_id'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('item_id', 'text', (column) => column.notNull().references('items.id').onDelete('cascade'))
      .addColumn('popularity', 'double precision', (column) => column.notNull())
      .addColumn(id, 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, ['item_id', id])
      .execute();
  }
  await sql`alter table item_series add column sort_key ${key} not null`.execute(db);
  await sql`create index item_narrators_in_order on item_narrators (narrator_id, popularity desc, item_id)`.execute(
    db,
  );
  await sql`create index item_series_in_order on item_series (series_id, sort_key, item_id)`.execute(db);
  await db.schema.alterTable('subject_edits').addColumn('merged_into', 'text').execute();
}

/** What lists are sorted and filtered by. The texts of existing titles are made in the background. */
async function addSortColumns(db: Kysely<unknown>): Promise<void> {
  const key = sql`text collate "C"`;
  await sql`alter table items add column sort_title ${key} not null default '',
    add column sort_author ${key} not null default '',
    add column language text, add column published ${key}`.execute(db);
  const top = sql`parent_id is null`;
  for (const [name, column] of [
    ['title', sql`sort_title`],
    ['author', sql`sort_author`],
    ['length', sql`run_time`],
    ['published', sql`published`],
    ['published_last', sql`published desc nulls last`],
  ] as const) {
    await sql`create index ${sql.ref(`items_by_${name}`)} on items (${column}, id) where ${top}`.execute(db);
  }
  await sql`create index items_by_language on items (language, popularity desc, id) where ${top}`.execute(db);
  await sql`insert into provider_settings (name, value)
    select ${OUTDATED_WORDS}, '' where exists (select from items) on conflict do nothing`.execute(db);
}

/** A search also finds parts of titles, so its sorted and filtered lists have indexes of their own. */
async function addFoundIndexes(db: Kysely<unknown>): Promise<void> {
  for (const [name, column] of [
    ['title', sql`sort_title`],
    ['author', sql`sort_author`],
    ['length', sql`run_time`],
    ['added', sql`released_at`],
    ['published', sql`published`],
    ['published_last', sql`published desc nulls last`],
  ] as const) {
    const index = sql.ref(`items_found_by_${name}`);
    await sql`create index ${index} on items (${column}, id) where content_type <> 6`.execute(db);
  }
  await sql`create index items_found_by_language on items (language, popularity desc, id)
    where content_type <> 6`.execute(db);
  await sql`create index series_by_name on series (name)`.execute(db);
  await sql`create index narrators_by_name on narrators (name)`.execute(db);
}

/** The title that an edition belongs to. */
async function addEditions(db: Kysely<unknown>): Promise<void> {
  await sql`alter table items add column edition_of text references items (id) on delete set null`.execute(
    db,
  );
  await sql`create index items_editions on items (edition_of) where edition_of is not null`.execute(db);
}

/** A run time that is not known was 0, and so counted as short. Podcasts were the sum of the known ones. */
async function forgetUnknownRunTimes(db: Kysely<unknown>): Promise<void> {
  await sql`alter table items alter column run_time drop not null`.execute(db);
  await sql`alter table titles alter column run_time drop not null`.execute(db);
  const isSumOfUnknown = sql`items.content_type = 3 and (not exists (select from items e where e.parent_id = items.id)
    or exists (select from items e where e.parent_id = items.id and coalesce(e.run_time, 0) = 0))`;
  await sql`update items set run_time = null,
    document = regexp_replace(document::text, '"run_time":[0-9.]+', '"run_time":null')::json
    where ${isSumOfUnknown}`.execute(db);
  await sql`update items set run_time = nullif(run_time, 0), document =
    regexp_replace(document::text, '"((chapter_)?run_time)":0([,}])', '"\\1":null\\3', 'g')::json
    where document::text ~ '"(chapter_)?run_time":0[,}]'`.execute(db);
  await sql`update titles set run_time = null where run_time = 0
    or (run_time is not null and exists (select from items where items.id = titles.id and items.run_time is null))`.execute(
    db,
  );
  for (const [name, where] of [
    ['items_by_length_last', sql`parent_id is null`],
    ['items_found_by_length_last', sql`content_type <> 6`],
  ] as const) {
    await sql`create index ${sql.ref(name)} on items (run_time desc nulls last, id) where ${where}`.execute(
      db,
    );
  }
}

/** When something was heard that was reported later. Statements still count by the report (PROG-59). */
async function addHeardAt(db: Kysely<unknown>): Promise<void> {
  await sql`alter table royalty_reports add column heard_at bigint`.execute(db);
  await sql`drop index royalty_reports_by_sub`.execute(db);
  await sql`create index royalty_reports_by_sub on royalty_reports (sub, reported_at)`.execute(db);
}

/** The texts by which subjects are sorted. Empty until `orderSubjects` sets them. */
async function addSortNames(db: Kysely<unknown>): Promise<void> {
  for (const table of ['authors', 'categories', 'topics', 'series', 'narrators']) {
    await sql`alter table ${sql.table(table)} add column sort_name text collate "C"
      not null default ''`.execute(db);
  }
}

/**
 * Every word that the search can find, once (CAT-321). So a search with a wrong letter asks which of the similar words
 * there are, and its cost does not grow with the catalogue. The database adds words at each write. A word that no title
 * has any more may stay: a search for it finds nothing.
 */
async function addSearchWords(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_words (word text collate "C" primary key)`.execute(db);
  // Two transactions that add the same words wait for each other in one order.
  await sql`create function add_search_words() returns trigger language plpgsql as $$
    begin
      insert into search_words
      select distinct word from written, unnest(tsvector_to_array(written.words)) word
      where strpos(word, '/') = 0 order by word on conflict do nothing;
      return null;
    end $$`.execute(db);
  for (const event of ['insert', 'update']) {
    await sql`create trigger ${sql.ref(`search_words_of_${event}`)} after ${sql.raw(event)} on items
      referencing new table as written for each statement execute function add_search_words()`.execute(db);
  }
}

export const seriesMigrations: Record<string, Migration> = {
  '0018_series': { up: createSeries },
  '0019_sort_columns': { up: addSortColumns },
  '0020_found_indexes': { up: addFoundIndexes },
  '0021_editions': { up: addEditions },
  '0022_unknown_run_times': { up: forgetUnknownRunTimes },
  '0023_heard_at': { up: addHeardAt },
  '0024_sort_names': { up: addSortNames },
  '0025_search_words': { up: addSearchWords },
};
