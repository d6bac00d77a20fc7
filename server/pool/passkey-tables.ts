import type { Selectable } from 'kysely';
import type { Migration } from 'kysely/migration';
import { statements } from '../db/migrate.ts';

interface PoolPasskeysTable {
  /** The id that the authenticator chose, base64url. */
  credential_id: string;
  sub: string;
  /** The host that it was made for. It is of no use for another one. */
  rp_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** How often it was used, as the authenticator counts. Always 0 for most passkeys. */
  counter: number;
  /** Whether it can be copied to other devices of its owner. It never changes. */
  is_synced: boolean;
  /** Whether it was copied when it was last used. */
  is_backed_up: boolean;
  /** With commas between them, such as `internal,hybrid`. */
  transports: string;
  name: string;
  created_at: number;
  used_at: number | null;
}

/** The passkeys of the users. Instants are epoch milliseconds. */
export type PasskeyTables = { pool_passkeys: PoolPasskeysTable };

export type PasskeyRow = Selectable<PoolPasskeysTable>;

export const addPasskeys: Migration = statements(`
create table pool_passkeys (
  credential_id text primary key,
  sub text not null references pool_users (sub) on delete cascade,
  rp_id text not null,
  public_key text not null,
  counter bigint not null,
  is_synced boolean not null,
  is_backed_up boolean not null,
  transports text not null,
  name text not null,
  created_at bigint not null,
  used_at bigint
);
create index pool_passkeys_by_sub on pool_passkeys (sub, created_at);
`);
