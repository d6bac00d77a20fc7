/**
 * What is published: items, their subjects, and the words of the search. Texts that sort have the order of bytes, which is
 * the same on every server, and quick.
 */
export const CATALOGUE_SCHEMA = `
create table items (
  id text primary key,
  content_type smallint not null,
  parent_id text,
  content_id text,
  position integer not null,
  run_time integer,
  released_at bigint not null,
  popularity double precision not null,
  valid_from bigint,
  valid_till bigint,
  discount_start bigint,
  discount_end bigint,
  listen_free_start bigint,
  listen_free_end bigint,
  has_free_listening boolean not null,
  draw double precision not null,
  edition bigint not null,
  document json not null,
  words tsvector not null,
  collection_position integer,
  version text not null default '',
  sort_title text collate "C" not null default '',
  sort_author text collate "C" not null default '',
  language text,
  published text collate "C",
  edition_of text references items (id) on delete set null
);
-- One index for each list. It has only the rows of the list, in its order, so a page is read from the index.
create index items_words on items using gin (words);
create index items_found on items (popularity desc, id) where content_type <> 6;
create index items_children on items (parent_id, position, id) where parent_id is not null;
create index items_standing_for on items (content_id) where parent_id is not null;
create index items_trending on items (popularity desc, id) where parent_id is null;
create index items_new on items (released_at desc, id) where parent_id is null;
create index items_quick on items (popularity desc, id)
  where parent_id is null and content_type in (0, 1, 2) and run_time <= 1800;
create index items_discounted on items (discount_end, id)
  where parent_id is null and discount_end is not null;
create index items_drawn on items (draw) where parent_id is null and content_type in (0, 1, 2);
create index items_drawn_free on items (draw)
  where parent_id is null and content_type in (0, 1, 2) and has_free_listening;
create index items_collections on items (collection_position, popularity desc, id)
  where parent_id is null and content_type = 5;
create index items_by_title on items (sort_title, id) where parent_id is null;
create index items_by_author on items (sort_author, id) where parent_id is null;
create index items_by_length on items (run_time, id) where parent_id is null;
create index items_by_published on items (published, id) where parent_id is null;
create index items_by_published_last on items (published desc nulls last, id) where parent_id is null;
create index items_by_language on items (language, popularity desc, id) where parent_id is null;
-- A search also finds parts of titles, so its sorted and filtered lists have indexes of their own.
create index items_found_by_title on items (sort_title, id) where content_type <> 6;
create index items_found_by_author on items (sort_author, id) where content_type <> 6;
create index items_found_by_length on items (run_time, id) where content_type <> 6;
create index items_found_by_added on items (released_at, id) where content_type <> 6;
create index items_found_by_published on items (published, id) where content_type <> 6;
create index items_found_by_published_last on items (published desc nulls last, id)
  where content_type <> 6;
create index items_found_by_language on items (language, popularity desc, id) where content_type <> 6;
create index items_editions on items (edition_of) where edition_of is not null;
create index items_by_length_last on items (run_time desc nulls last, id) where parent_id is null;
create index items_found_by_length_last on items (run_time desc nulls last, id)
  where content_type <> 6;

-- Every link to a subject has the popularity of its item, so that a list is read from one index.
create table authors (
  id text primary key,
  name text not null,
  img_url text not null,
  position integer not null,
  sort_name text collate "C" not null default ''
);
create index authors_by_position on authors (position, id);

create table categories (
  id text primary key,
  name text not null,
  img_url text not null,
  position integer not null,
  search_name text not null,
  sort_name text collate "C" not null default ''
);
create index categories_by_position on categories (position, id);
create index categories_by_search_name on categories (search_name);

create table topics (
  id text primary key,
  name text not null,
  img_url text not null,
  position integer not null,
  sort_name text collate "C" not null default ''
);
create index topics_by_position on topics (position, id);

create table series (
  id text primary key,
  name text not null,
  img_url text not null,
  position integer not null,
  sort_name text collate "C" not null default ''
);
create index series_by_position on series (position, id);
create index series_by_name on series (name);

create table narrators (
  id text primary key,
  name text not null,
  img_url text not null,
  position integer not null,
  sort_name text collate "C" not null default ''
);
create index narrators_by_position on narrators (position, id);
create index narrators_by_name on narrators (name);

create table item_authors (
  item_id text not null references items (id) on delete cascade,
  popularity double precision not null,
  author_id text not null,
  primary key (item_id, author_id)
);
create index item_authors_in_order on item_authors (author_id, popularity desc, item_id);

create table item_categories (
  item_id text not null references items (id) on delete cascade,
  popularity double precision not null,
  category_id text not null,
  primary key (item_id, category_id)
);
create index item_categories_in_order on item_categories (category_id, popularity desc, item_id);

create table item_topics (
  item_id text not null references items (id) on delete cascade,
  popularity double precision not null,
  topic_id text not null,
  primary key (item_id, topic_id)
);
create index item_topics_in_order on item_topics (topic_id, popularity desc, item_id);

create table item_category_topics (
  item_id text not null references items (id) on delete cascade,
  popularity double precision not null,
  category_id text not null,
  topic_id text not null,
  primary key (item_id, category_id, topic_id)
);
create index item_category_topics_in_order on item_category_topics (category_id, topic_id, popularity desc, item_id);

create table item_narrators (
  item_id text not null references items (id) on delete cascade,
  popularity double precision not null,
  narrator_id text not null,
  primary key (item_id, narrator_id)
);
create index item_narrators_in_order on item_narrators (narrator_id, popularity desc, item_id);

create table item_series (
  item_id text not null references items (id) on delete cascade,
  popularity double precision not null,
  series_id text not null,
  sort_key text collate "C" not null,
  primary key (item_id, series_id)
);
create index item_series_in_order on item_series (series_id, sort_key, item_id);

-- The version of a document, so that processes can cache it. The database sets it at each write.
create function set_item_version() returns trigger language plpgsql as $$
  begin
    new.version := left(encode(sha256(convert_to(cast(new.document as text), 'UTF8')), 'hex'), 32);
    return new;
  end $$;
create trigger items_version before insert or update of document on items
  for each row execute function set_item_version();

-- Every word that the search can find, once (CAT-321). So a search with a wrong letter asks which of the similar words
-- there are, and its cost does not grow with the catalogue. A word that no title has any more may stay: a search for it
-- finds nothing.
create table search_words (
  word text collate "C" primary key
);

-- Two transactions that add the same words wait for each other in one order.
create function add_search_words() returns trigger language plpgsql as $$
  begin
    insert into search_words
    select distinct word from written, unnest(tsvector_to_array(written.words)) word
    where strpos(word, '/') = 0 order by word on conflict do nothing;
    return null;
  end $$;
create trigger search_words_of_insert after insert on items
  referencing new table as written for each statement execute function add_search_words();
create trigger search_words_of_update after update on items
  referencing new table as written for each statement execute function add_search_words();
`;

/** What the studio changes: edits of titles and subjects, and collections. */
export const STUDIO_SCHEMA = `
create table item_edits (
  item_id text primary key,
  fields json not null,
  version integer not null,
  edited_at bigint,
  edited_by text
);

create table subject_edits (
  subject_table text not null,
  id text not null,
  name text,
  position integer,
  is_applied boolean not null default true,
  merged_into text,
  primary key (subject_table, id)
);

create table collections (
  id text primary key,
  title text not null,
  description text not null,
  position integer,
  added_at bigint not null
);

create table collection_members (
  collection_id text not null,
  member_id text not null,
  position integer not null,
  primary key (collection_id, member_id)
);
create index collection_members_member on collection_members (member_id);

-- The table of the studio. It has no foreign key to items, because it also has the titles that are not there.
create table titles (
  id text primary key,
  parent_id text,
  kind text not null,
  content_type smallint not null,
  title text not null,
  authors json not null,
  img_url text not null,
  run_time integer,
  added_at bigint not null,
  state text not null,
  is_edited boolean not null,
  valid_from bigint,
  valid_till bigint,
  listen_free_start bigint,
  listen_free_end bigint,
  discount_price double precision,
  discount_start bigint,
  discount_end bigint,
  has_window boolean not null,
  sort_title text collate "C" not null,
  sort_author text collate "C" not null,
  search text not null
);
create index titles_by_title on titles (sort_title, id) where parent_id is null;
create index titles_by_author on titles (sort_author, id) where parent_id is null;
create index titles_by_added on titles (added_at, id) where parent_id is null;
create index titles_by_length on titles (run_time, id) where parent_id is null;
create index titles_children on titles (parent_id, sort_title) where parent_id is not null;
create index titles_absent on titles (state) where state <> 'published';
create index titles_with_windows on titles (id) where has_window;
`;
