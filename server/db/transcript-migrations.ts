import { type Kysely, type Migration, sql } from 'kysely';

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

/**
 * The words of transcripts are made by the database, with the configuration of their language, without case and accents
 * (TEXT-60). A restored backup computes them again.
 */
async function createTranscripts(db: Kysely<unknown>): Promise<void> {
  const cases = sql.join(
    Object.entries(CONFIGURATIONS).map(
      ([language, name]) => sql`when ${sql.lit(language)} then ${sql.lit(name)}::regconfig`,
    ),
    sql` `,
  );
  await sql`create function transcript_search(language text) returns regconfig immutable language sql as $$
    select case split_part(lower(language), '-', 1) ${cases} else 'simple'::regconfig end $$`.execute(db);
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

export const transcriptMigrations: Record<string, Migration> = {
  '0017_transcripts': { up: createTranscripts },
  '0018_search_transcripts_by_index': { up: searchByIndex },
  '0019_search_passages_by_index': { up: searchPassagesByIndex },
  '0020_name_passages': { up: namePassages },
};
