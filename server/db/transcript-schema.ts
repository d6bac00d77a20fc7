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
const CASES = Object.entries(CONFIGURATIONS)
  .map(([language, name]) => `when '${language}' then '${name}'::regconfig`)
  .join('\n    ');

/**
 * Transcripts, and their sentences. Their words are made by the database, with the configuration of their language, without
 * case and accents (TEXT-60). A restored backup computes them again.
 *
 * The bodies of the functions are bound to what they name when they are made. A body that is a text is read at each call, and
 * PostgreSQL's own tools restore a dump without a path of schemas: then a function of this schema is unknown, and the
 * rows of a table whose column calls it are lost (CAT-320).
 */
export const TRANSCRIPT_SCHEMA = `
create function transcript_search(language text) returns regconfig immutable language sql
  return case split_part(lower(language), '-', 1)
    ${CASES} else 'simple'::regconfig end;

create function plain_words(words text) returns text immutable language sql
  return regexp_replace(normalize(
    replace(replace(replace(translate(lower(words), 'øđłı', 'odli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    NFKD), '[\u0300-\u036f]', '', 'g');

create function words_of_cues(language text, cues jsonb) returns tsvector immutable language sql
  begin atomic
    select to_tsvector(transcript_search(language), plain_words(string_agg(cue ->> 'text', ' ')))
    from jsonb_array_elements(cues) cue;
  end;

create table transcripts (
  id text primary key,
  item_id text not null,
  chapter integer not null,
  language text not null,
  source text not null,
  origin text not null,
  is_timed boolean not null,
  words tsvector
);
create index transcripts_of_item on transcripts (item_id, chapter);
create index transcripts_words on transcripts using gin (words);

create table transcript_passages (
  transcript_id text not null references transcripts (id) on delete cascade,
  position integer not null,
  language text not null,
  cues jsonb not null,
  -- The id is a word too, so that one index finds the words in one transcript.
  words tsvector generated always as (
    words_of_cues(language, cues) || array_to_tsvector(array['transcript/' || transcript_id])
  ) stored,
  primary key (transcript_id, position)
);
create index transcript_passages_words on transcript_passages using gin (words);

-- Both find words by their index alone. The planner takes a scan of a small table for cheap, and does not know that each row
-- has to be read and unpacked from elsewhere for it.
create function transcripts_saying(said tsquery)
  returns table (id text, item_id text, chapter integer, is_timed boolean)
  stable language sql set enable_seqscan = off
  begin atomic
    select id, item_id, chapter, is_timed from transcripts where words @@ said;
  end;
create function passages_saying(said tsquery, most integer) returns table (transcript_id text, "position" integer)
  stable language sql set enable_seqscan = off
  begin atomic
    select transcript_id, "position" from transcript_passages where words @@ said limit most;
  end;

-- The tables that lack rows which others of their rows need.
create function tables_without_rows() returns setof text stable language sql
  begin atomic
    select 'transcript_passages' where exists (
      select from transcripts where not exists (
        select from transcript_passages where transcript_id = transcripts.id));
  end;
`;
