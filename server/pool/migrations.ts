import { type ColumnType, type Generated, type Selectable } from 'kysely';
import type { Migration } from 'kysely/migration';
import { statements } from '../db/migrate.ts';
import { addIdentities, type IdentityTables } from './identity-tables.ts';
import { addPasskeys, type PasskeyTables } from './passkey-tables.ts';

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
  /** What the browser or app called itself at the sign-in. */
  agent: Generated<string>;
  /** When the session was last renewed. */
  used_at: number | null;
  /** The name of the provider at which the user signed in. Null: none. */
  identity_provider: string | null;
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
export type PoolTables = PasskeyTables &
  IdentityTables & {
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
      identity_provider: string | null;
    };
    /** Browsers that are signed in at the hosted login, by the SHA-256 of their cookie. */
    pool_hosted_sessions: {
      token_hash: string;
      sub: string;
      expires_at: number;
      identity_provider: string | null;
      /** When the listener signed in. Null: when the session was opened. */
      auth_time: number | null;
    };
    /** Networks from which an account was signed in to, as keyed hashes. */
    pool_known_networks: { sub: string; network_hash: string; last_at: number };
    pool_refresh_tokens: PoolRefreshTokensTable;
    pool_devices: PoolDevicesTable;
  };

export type PoolUser = Selectable<PoolUsersTable>;
export type RefreshTokenRow = Selectable<PoolRefreshTokensTable>;
export type HostedCodeRow = Selectable<PoolTables['pool_hosted_codes']>;
export type DeviceRow = Selectable<PoolDevicesTable>;

/** Everything that ends with the sessions of a user has an index by the user. */
const SCHEMA = `
create table pool_secrets (
  name text primary key,
  value text not null
);

create table pool_signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk jsonb,
  created_at bigint not null,
  withdrawn_at bigint
);

create table pool_users (
  sub text primary key,
  email text not null unique,
  status text not null,
  enabled boolean not null,
  srp_salt text not null,
  srp_verifier text not null,
  attributes jsonb not null,
  sms_mfa boolean not null,
  totp_mfa boolean not null,
  preferred_mfa text,
  mfa_required boolean not null,
  totp_secret text,
  totp_pending text,
  totp_name text,
  totp_last_step bigint,
  created_at bigint not null,
  updated_at bigint not null,
  temporary_until bigint,
  contested boolean not null default false
);
-- Finds the accounts that nobody has confirmed in time.
create index pool_users_unconfirmed on pool_users (created_at) where status = 'UNCONFIRMED';

create table pool_attempts (
  subject text primary key,
  failures integer not null,
  last_at bigint not null,
  locked_until bigint not null
);
create index pool_attempts_by_time on pool_attempts (last_at);

create table pool_srp_exchanges (
  id_hash text primary key,
  subject text not null,
  session_key text not null,
  custom_flow boolean not null,
  expires_at bigint not null
);
create index pool_srp_exchanges_by_expiry on pool_srp_exchanges (expires_at);
create index pool_srp_exchanges_by_subject on pool_srp_exchanges (subject);

create table pool_challenges (
  token_hash text primary key,
  name text not null,
  progress jsonb not null,
  expires_at bigint not null,
  used_at bigint
);
create index pool_challenges_by_expiry on pool_challenges (expires_at);
create index pool_challenges_by_sub on pool_challenges ((progress ->> 'sub'));

create table pool_codes (
  subject text not null,
  purpose text not null,
  code text,
  destination text not null,
  value text,
  expires_at bigint not null,
  sends integer not null,
  window_started_at bigint not null,
  sequence bigserial,
  primary key (subject, purpose)
);

create table pool_hosted_codes (
  code_hash text primary key,
  sub text not null,
  redirect_uri text not null,
  challenge text not null,
  expires_at bigint not null,
  scope text not null,
  nonce text,
  auth_time bigint not null
);
create index pool_hosted_codes_by_expiry on pool_hosted_codes (expires_at);
create index pool_hosted_codes_by_sub on pool_hosted_codes (sub);

create table pool_hosted_sessions (
  token_hash text primary key,
  sub text not null,
  expires_at bigint not null
);
create index pool_hosted_sessions_by_expiry on pool_hosted_sessions (expires_at);
create index pool_hosted_sessions_by_sub on pool_hosted_sessions (sub);

create table pool_known_networks (
  sub text not null references pool_users (sub) on delete cascade,
  network_hash text not null,
  last_at bigint not null,
  primary key (sub, network_hash)
);
create index pool_known_networks_by_time on pool_known_networks (last_at);

create table pool_refresh_tokens (
  origin_jti text primary key,
  token_hash text not null unique,
  sub text not null,
  auth_time bigint not null,
  expires_at bigint not null,
  revoked_at bigint,
  device_key text,
  device_group_key text,
  scope text
);
create index pool_refresh_tokens_by_sub on pool_refresh_tokens (sub);
create index pool_refresh_tokens_by_expiry on pool_refresh_tokens (expires_at);

create table pool_devices (
  device_key text primary key,
  sub text not null references pool_users (sub) on delete cascade,
  group_key text not null,
  name text not null,
  srp_salt text not null,
  srp_verifier text not null,
  remembered boolean not null,
  created_at bigint not null,
  modified_at bigint not null,
  authenticated_at bigint not null
);
create index pool_devices_by_sub on pool_devices (sub, device_key);
`;

/** With what a session was signed in, and when it was used. */
const SESSIONS = `
alter table pool_refresh_tokens add column agent text not null default '', add column used_at bigint;
`;

export const poolMigrations: Record<string, Migration> = {
  '0001_initial': statements(SCHEMA),
  '0002_passkeys': addPasskeys,
  '0003_sessions': statements(SESSIONS),
  '0004_identities': addIdentities,
};

/** The state of a sign-in. It is stored with each challenge, so that any process can continue the sign-in. */
export interface SignInProgress {
  readonly sub: string;
  /** The confirmed device that the listener signs in from. */
  readonly deviceKey: string | null;
  /** `custom`: the client requested CUSTOM_AUTH; `passwordless`: it did so without a password. */
  readonly flow: 'srp' | 'custom' | 'passwordless' | 'passkey' | 'identity';
  /** The proofs so far, besides the password. */
  readonly proved: readonly ('custom' | 'device' | 'mfa')[];
  /** Wrong responses to the custom challenge. */
  readonly customFailures: number;
  /** True after a software token was verified during MFA_SETUP. */
  readonly totpVerified: boolean;
  /** The network address that proved the password. */
  readonly caller?: string;
  /** The sign-in at another provider that came before. */
  readonly identity?: IdentitySignIn;
}

/** A sign-in at another provider. */
export interface IdentitySignIn {
  /** The name of the provider. */
  readonly provider: string;
  /** When the user signed in there, in epoch milliseconds. */
  readonly authTime: number;
}
