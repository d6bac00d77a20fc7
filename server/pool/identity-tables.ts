import type { ColumnType, Selectable } from 'kysely';
import type { Migration } from 'kysely/migration';
import { statements } from '../db/migrate.ts';

interface PoolIdentitiesTable {
  /** The issuer and the subject together name a person, and nothing else does (SES-155). */
  issuer: string;
  subject: string;
  sub: string;
  /** The name of the provider at the last sign-in. */
  provider: string;
  /** The address that the issuer named last. Nobody is found by it. */
  email: string | null;
  created_at: number;
  used_at: number;
}

interface PoolIdentityRequestsTable {
  /** SHA-256 of the state, hexadecimal. */
  state_hash: string;
  /** SHA-256 of a cookie of the browser that began the sign-in. */
  browser_hash: string;
  /** The id of the provider. */
  provider: string;
  nonce: string;
  verifier: string;
  /** The request of the app, as the fields of a form. */
  request: ColumnType<Record<string, string>, string, string>;
  /** How long ago the person may have signed in at the issuer, in seconds. Null: any time. */
  max_age: number | null;
  created_at: number;
  expires_at: number;
}

/** The identities of users at other providers, and sign-ins that are on their way there. Instants are epoch milliseconds. */
export type IdentityTables = {
  pool_identities: PoolIdentitiesTable;
  /** A request is deleted when its response comes. */
  pool_identity_requests: PoolIdentityRequestsTable;
};

export type IdentityRow = Selectable<PoolIdentitiesTable>;
export type IdentityRequestRow = Selectable<PoolIdentityRequestsTable>;

export const addIdentities: Migration = statements(`
create table pool_identities (
  issuer text not null,
  subject text not null,
  sub text not null references pool_users (sub) on delete cascade,
  provider text not null,
  email text,
  created_at bigint not null,
  used_at bigint not null,
  primary key (issuer, subject)
);
create index pool_identities_by_sub on pool_identities (sub, created_at);

create table pool_identity_requests (
  state_hash text primary key,
  browser_hash text not null,
  provider text not null,
  nonce text not null,
  verifier text not null,
  request jsonb not null,
  max_age bigint,
  created_at bigint not null,
  expires_at bigint not null
);
create index pool_identity_requests_by_expiry on pool_identity_requests (expires_at);

-- With which provider a session was signed in to. Null: with none.
alter table pool_refresh_tokens add column identity_provider text;
alter table pool_hosted_codes add column identity_provider text;
alter table pool_hosted_sessions add column identity_provider text, add column auth_time bigint;
`);
