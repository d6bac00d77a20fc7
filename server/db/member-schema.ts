/** Listeners, what they have and report, and what was changed about them. */
export const MEMBER_SCHEMA = `
create table provider_settings (
  name text primary key,
  value text not null
);

create table listeners (
  sub text primary key,
  email text not null,
  full_name text not null,
  plan text,
  is_trialing boolean not null default false,
  is_canceled boolean not null default false,
  paid_until bigint,
  created_at bigint not null,
  role text not null default 'listener'
);
create index listeners_by_email on listeners (email);
create index listeners_by_plan_end on listeners (paid_until) where paid_until is not null;

create table billing_subscriptions (
  id text primary key,
  service text not null,
  sub text,
  customer text,
  plan text not null,
  status text not null,
  period_start bigint not null,
  period_end bigint not null,
  cancel_at bigint,
  ended_at bigint,
  payment text not null,
  version integer not null,
  started_at bigint not null,
  last_payment text
);
create index billing_subscriptions_of_sub on billing_subscriptions (sub);
create index billing_subscriptions_due on billing_subscriptions (period_end) where status <> 'ended';

create table favorite_items (
  sub text not null,
  item_id text not null,
  created_at bigint not null,
  primary key (sub, item_id)
);
create index favorite_items_newest on favorite_items (sub, created_at desc, item_id);

create table favorite_authors (
  sub text not null,
  author_id text not null,
  created_at bigint not null,
  primary key (sub, author_id)
);
create index favorite_authors_newest on favorite_authors (sub, created_at desc, author_id);

create table purchases (
  sub text not null,
  item_id text not null,
  purchased_at bigint not null,
  primary key (sub, item_id)
);
create index purchases_newest on purchases (sub, purchased_at desc, item_id);

create table playback_positions (
  sub text not null,
  item_id text not null,
  content_type smallint not null,
  is_active boolean not null,
  chapter_index integer,
  chapter_position bigint,
  last_position bigint,
  playback_speed double precision not null,
  updated_at bigint not null,
  heard_at double precision not null default 0,
  primary key (sub, item_id)
);
create index playback_positions_newest on playback_positions (sub, updated_at desc, item_id)
  where is_active;

create table opened_sounds (
  sub text not null,
  sound_id text not null,
  opened_at bigint not null,
  royalties bigint not null,
  primary key (sub, sound_id)
);

-- Who listens in a free window: when it was last open, and until when the title may be fetched.
create table free_listening (
  sub text not null,
  item_id text not null,
  opened_at bigint not null,
  until bigint not null,
  primary key (sub, item_id)
);

create table login_attempts (
  id bigserial primary key,
  email text not null,
  success boolean not null,
  attempted_at bigint not null,
  is_own boolean not null default false
);
create index login_attempts_newest on login_attempts (email, id desc);
create index login_attempts_oldest on login_attempts (attempted_at);

create table password_changes (
  id bigserial primary key,
  sub text not null,
  changed_at bigint not null
);

create table member_changes (
  id bigserial primary key,
  at bigint not null,
  by_operator boolean not null,
  by_sub text,
  sub text,
  action text not null,
  detail json not null
);
create index member_changes_by_sub on member_changes (sub, id);
create index member_changes_by_actor on member_changes (by_sub);
`;

/** What groups at other providers give. */
export const GROUP_SCHEMA = `
create table group_gifts (
  sub text not null,
  issuer text not null,
  given_role text,
  former_role text,
  given_plan text,
  former_plan text,
  former_until bigint,
  primary key (sub, issuer)
);
`;

/** What was heard, for the statements to authors. */
export const ROYALTY_SCHEMA = `
create table royalty_reports (
  id bigserial primary key,
  sub text not null,
  content_id text not null,
  duration bigint not null,
  reported_at bigint not null,
  heard_at bigint
);
create index royalty_reports_by_time on royalty_reports (reported_at);
create index royalty_reports_by_sub on royalty_reports (sub, reported_at);

create table refused_royalties (
  id bigserial primary key,
  sub text not null,
  content_id text not null,
  duration bigint not null,
  reason text not null,
  reported_at bigint not null
);
create index refused_royalties_by_sub on refused_royalties (sub, id desc);

create table royalty_titles (
  content_id text primary key,
  title_id text not null,
  title text not null,
  authors json not null
);
`;

/** The language that a listener chose. */
export const LISTENER_LANGUAGE = `
alter table listeners add column language text;
`;
