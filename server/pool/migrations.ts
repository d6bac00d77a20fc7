import { type ColumnType, type Generated, type Kysely, type Selectable, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The state of an account, in the terms of the sign-in service. */
export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED';

/** The second factors that the pool knows, by their names on the wire. */
export type MfaMethod = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA';

/** Written as JSON text and read as a value. */
type Json<T> = ColumnType<T, string, string>;

interface PoolUsersTable {
  /** The generated username, a UUID. It is the `sub` claim of every token. */
  sub: string;
  /** The sign-in alias, lower case. */
  email: string;
  status: UserStatus;
  enabled: boolean;
  /** Salt and verifier are hexadecimal. The password itself is not stored, and no other hash of it. */
  srp_salt: string;
  srp_verifier: string;
  attributes: Json<Record<string, string>>;
  sms_mfa: boolean;
  totp_mfa: boolean;
  preferred_mfa: MfaMethod | null;
  /** True if the user has to set up a second factor before the sign-in completes. */
  mfa_required: boolean;
  /** True if the sign-ups of an address that nobody has confirmed came from several networks (SES-107). */
  contested: boolean;
  /** When a temporary password expires. Null if it does not, or if the password is the user's own. */
  temporary_until: number | null;
  /** Base32. The user has verified it with a code. */
  totp_secret: string | null;
  /** Base32. The user has not verified it yet. */
  totp_pending: string | null;
  totp_name: string | null;
  /** The newest 30-second step whose code was accepted, so that no code is valid twice. */
  totp_last_step: number | null;
  created_at: number;
  updated_at: number;
}

interface PoolRefreshTokensTable {
  /** The `origin_jti` claim of every token of this sign-in. */
  origin_jti: string;
  /** SHA-256 of the refresh token, hexadecimal. */
  token_hash: string;
  sub: string;
  auth_time: number;
  expires_at: number;
  revoked_at: number | null;
  device_key: string | null;
  device_group_key: string | null;
  /** The scopes of the access tokens. Null: the one of the pool's own client. */
  scope: string | null;
}

interface PoolDevicesTable {
  device_key: string;
  sub: string;
  group_key: string;
  name: string;
  srp_salt: string;
  srp_verifier: string;
  remembered: boolean;
  created_at: number;
  modified_at: number;
  authenticated_at: number;
}

/** The tables of the user pool. Instants are epoch milliseconds. */
export type PoolTables = {
  /** Secrets that must outlive a restart, by name, hexadecimal. */
  pool_secrets: { name: string; value: string };
  pool_signing_keys: {
    kid: string;
    public_jwk: Json<Record<string, unknown>>;
    /** Removed when the key is withdrawn. */
    private_jwk: ColumnType<Record<string, unknown> | null, string, null>;
    created_at: number;
    withdrawn_at: number | null;
  };
  pool_users: PoolUsersTable;
  /**
   * Guesses of passwords and codes, and messages. `subject` is a caller, or starts with a `sub` or the substitute id of an
   * unknown user.
   */
  pool_attempts: { subject: string; failures: number; last_at: number; locked_until: number };
  /** Unfinished password proofs, by the SHA-256 of their SECRET_BLOCK. */
  pool_srp_exchanges: {
    id_hash: string;
    subject: string;
    session_key: string;
    custom_flow: boolean;
    expires_at: number;
  };
  /** Unfinished challenges, by the SHA-256 of their Session. */
  pool_challenges: {
    token_hash: string;
    name: string;
    progress: Json<SignInProgress>;
    expires_at: number;
    used_at: number | null;
  };
  /** At most one valid code for each subject and purpose. */
  pool_codes: {
    subject: string;
    purpose: string;
    /** Null after it was used. */
    code: string | null;
    destination: string;
    /** The attribute value that this code verifies, if any. */
    value: string | null;
    expires_at: number;
    sends: number;
    window_started_at: number;
    sequence: Generated<number>;
  };
  /** Codes of the hosted login, by their SHA-256. A code is deleted when it is redeemed. */
  pool_hosted_codes: {
    code_hash: string;
    sub: string;
    redirect_uri: string;
    /** The SHA-256 of the verifier, base64url. */
    challenge: string;
    scope: string;
    nonce: string | null;
    /** When the listener signed in. */
    auth_time: number;
    expires_at: number;
  };
  /** Browsers that are signed in at the hosted login, by the SHA-256 of their cookie. */
  pool_hosted_sessions: { token_hash: string; sub: string; expires_at: number };
  /** Networks from which an account was signed in to, as keyed hashes. */
  pool_known_networks: { sub: string; network_hash: string; last_at: number };
  pool_refresh_tokens: PoolRefreshTokensTable;
  pool_devices: PoolDevicesTable;
};

export type PoolUser = Selectable<PoolUsersTable>;
export type RefreshTokenRow = Selectable<PoolRefreshTokensTable>;
export type HostedCodeRow = Selectable<PoolTables['pool_hosted_codes']>;
export type DeviceRow = Selectable<PoolDevicesTable>;

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pool_secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pool_signing_keys')
    .addColumn('kid', 'text', (column) => column.primaryKey())
    .addColumn('public_jwk', 'jsonb', (column) => column.notNull())
    .addColumn('private_jwk', 'jsonb')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('withdrawn_at', 'bigint')
    .execute();
  await db.schema
    .createTable('pool_users')
    .addColumn('sub', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('enabled', 'boolean', (column) => column.notNull())
    .addColumn('srp_salt', 'text', (column) => column.notNull())
    .addColumn('srp_verifier', 'text', (column) => column.notNull())
    .addColumn('attributes', 'jsonb', (column) => column.notNull())
    .addColumn('sms_mfa', 'boolean', (column) => column.notNull())
    .addColumn('totp_mfa', 'boolean', (column) => column.notNull())
    .addColumn('preferred_mfa', 'text')
    .addColumn('mfa_required', 'boolean', (column) => column.notNull())
    .addColumn('custom_challenge', 'boolean', (column) => column.notNull())
    .addColumn('totp_secret', 'text')
    .addColumn('totp_pending', 'text')
    .addColumn('totp_name', 'text')
    .addColumn('totp_last_step', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pool_attempts')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('locked_until', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pool_srp_exchanges')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('session_key', 'text', (column) => column.notNull())
    .addColumn('custom_flow', 'boolean', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pool_challenges')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('progress', 'jsonb', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema
    .createTable('pool_codes')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('code', 'text')
    .addColumn('destination', 'text', (column) => column.notNull())
    .addColumn('value', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('guesses', 'integer', (column) => column.notNull())
    .addColumn('sends', 'integer', (column) => column.notNull())
    .addColumn('window_started_at', 'bigint', (column) => column.notNull())
    .addColumn('sequence', 'bigserial')
    .addPrimaryKeyConstraint('pool_codes_pk', ['subject', 'purpose'])
    .execute();
  await db.schema
    .createTable('pool_refresh_tokens')
    .addColumn('origin_jti', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('auth_time', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('device_key', 'text')
    .addColumn('device_group_key', 'text')
    .execute();
  await db.schema
    .createTable('pool_devices')
    .addColumn('device_key', 'text', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) => column.notNull().references('pool_users.sub').onDelete('cascade'))
    .addColumn('group_key', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('srp_salt', 'text', (column) => column.notNull())
    .addColumn('srp_verifier', 'text', (column) => column.notNull())
    .addColumn('remembered', 'boolean', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('modified_at', 'bigint', (column) => column.notNull())
    .addColumn('authenticated_at', 'bigint', (column) => column.notNull())
    .execute();
  await sql`create index pool_refresh_tokens_by_sub on pool_refresh_tokens (sub)`.execute(db);
  await sql`create index pool_refresh_tokens_by_expiry on pool_refresh_tokens (expires_at)`.execute(db);
  await sql`create index pool_devices_by_sub on pool_devices (sub, device_key)`.execute(db);
  await sql`create index pool_challenges_by_expiry on pool_challenges (expires_at)`.execute(db);
  await sql`create index pool_srp_exchanges_by_expiry on pool_srp_exchanges (expires_at)`.execute(db);
  await sql`create index pool_attempts_by_time on pool_attempts (last_at)`.execute(db);
}

async function createHostedTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pool_hosted_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('redirect_uri', 'text', (column) => column.notNull())
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pool_hosted_sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await sql`create index pool_hosted_codes_by_expiry on pool_hosted_codes (expires_at)`.execute(db);
  await sql`create index pool_hosted_sessions_by_expiry on pool_hosted_sessions (expires_at)`.execute(db);
}

/** Finds everything that ends with the sessions of a user. */
async function indexSessionsByUser(db: Kysely<unknown>): Promise<void> {
  await sql`create index pool_srp_exchanges_by_subject on pool_srp_exchanges (subject)`.execute(db);
  await sql`create index pool_challenges_by_sub on pool_challenges ((progress ->> 'sub'))`.execute(db);
  await sql`create index pool_hosted_codes_by_sub on pool_hosted_codes (sub)`.execute(db);
  await sql`create index pool_hosted_sessions_by_sub on pool_hosted_sessions (sub)`.execute(db);
}

/** Earlier versions stored undeclared attributes, and every ID token contained them. */
async function dropUndeclaredAttributes(db: Kysely<unknown>): Promise<void> {
  await sql`update pool_users set attributes = (
    select jsonb_object_agg(key, value) from jsonb_each(attributes) where key not like 'custom:%'
  ) where attributes::text like '%"custom:%'`.execute(db);
}

/** Custom challenges depend on the sign-in flow, and no longer on the user. */
async function dropCustomChallenge(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('pool_users').dropColumn('custom_challenge').execute();
}

async function addTemporaryPasswords(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('pool_users').addColumn('temporary_until', 'bigint').execute();
}

/** Finds the accounts that nobody has confirmed in time. */
async function indexUnconfirmed(db: Kysely<unknown>): Promise<void> {
  await sql`create index pool_users_unconfirmed on pool_users (created_at) where status = 'UNCONFIRMED'`.execute(
    db,
  );
}

/** Until then, attempts of all callers at an account were counted together. They end within two days anyway. */
async function addKnownNetworks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pool_known_networks')
    .addColumn('sub', 'text', (column) => column.notNull().references('pool_users.sub').onDelete('cascade'))
    .addColumn('network_hash', 'text', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('pool_known_networks_pk', ['sub', 'network_hash'])
    .execute();
  // Guesses of a code are counted for each caller.
  await db.schema.alterTable('pool_codes').dropColumn('guesses').execute();
  await sql`create index pool_known_networks_by_time on pool_known_networks (last_at)`.execute(db);
}

async function addContested(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('pool_users')
    .addColumn('contested', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
}

/** Open codes of earlier versions end within a minute. */
async function addOpenId(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('pool_hosted_codes')
    .addColumn('scope', 'text', (column) => column.notNull().defaultTo('aws.cognito.signin.user.admin'))
    .addColumn('nonce', 'text')
    .addColumn('auth_time', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('pool_refresh_tokens').addColumn('scope', 'text').execute();
}

/** Kysely migrations of the pool, by name. They run in the order of their names. */
export const poolMigrations: Record<string, Migration> = {
  '0001_pool_tables': { up: createTables },
  '0002_pool_hosted_login': { up: createHostedTables },
  '0003_pool_sessions_by_user': { up: indexSessionsByUser },
  '0004_pool_declared_attributes': { up: dropUndeclaredAttributes },
  '0005_pool_custom_challenge': { up: dropCustomChallenge },
  '0006_pool_temporary_passwords': { up: addTemporaryPasswords },
  '0007_pool_unconfirmed': { up: indexUnconfirmed },
  '0008_pool_known_networks': { up: addKnownNetworks },
  '0009_pool_contested': { up: addContested },
  '0010_pool_openid': { up: addOpenId },
};

/** The state of a sign-in. It is stored with each challenge, so that any process can continue the sign-in. */
export interface SignInProgress {
  readonly sub: string;
  /** The confirmed device that the listener signs in from. */
  readonly deviceKey: string | null;
  /** `custom`: the client requested CUSTOM_AUTH; `passwordless`: it did so without a password. */
  readonly flow: 'srp' | 'custom' | 'passwordless';
  /** The proofs so far, besides the password. */
  readonly proved: readonly ('custom' | 'device' | 'mfa')[];
  /** Wrong answers to the custom challenge. */
  readonly customFailures: number;
  /** True after a software token was verified during MFA_SETUP. */
  readonly totpVerified: boolean;
  /** The network address that proved the password. */
  readonly caller?: string;
}
