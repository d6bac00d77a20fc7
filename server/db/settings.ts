import { randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';

/*
 * What the provider stores about itself, by name: the one file with statements on `provider_settings`. A name begins with
 * its feature, as `billing/seller`.
 */

export async function readSetting(db: QueryExecutorProvider, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select value from provider_settings where name = ${name}`.execute(db);
  return rows[0]?.value;
}

export async function writeSetting(db: QueryExecutorProvider, name: string, value: string): Promise<void> {
  await sql`insert into provider_settings (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/**
 * Stores a setting unless it is there. Several processes may do so at once: the first one wins.
 *
 * @returns true if this call stored it
 */
export async function addSetting(db: QueryExecutorProvider, name: string, value: string): Promise<boolean> {
  const { rows } = await sql`insert into provider_settings (name, value) values (${name}, ${value})
    on conflict (name) do nothing returning name`.execute(db);
  return rows.length > 0;
}

/** @returns true if it was there */
export async function removeSetting(db: QueryExecutorProvider, name: string): Promise<boolean> {
  const { rows } = await sql`delete from provider_settings where name = ${name} returning name`.execute(db);
  return rows.length > 0;
}

/**
 * Takes or renews a lease, which is a setting: its owner and its end, by the clock of the database.
 *
 * @returns true if the owner has it now
 */
export async function takeLease(
  db: QueryExecutorProvider,
  name: string,
  { owner, milliseconds }: { readonly owner: string; readonly milliseconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into provider_settings (name, value)
    values (cast(${name} as text), cast(${owner} as text) || ' '
      || (extract(epoch from clock_timestamp()) * 1000 + cast(${milliseconds} as bigint))::bigint)
    on conflict (name) do update set value = excluded.value
    where split_part(provider_settings.value, ' ', 1) = ${owner}
      or split_part(provider_settings.value, ' ', 2)::bigint < extract(epoch from clock_timestamp()) * 1000
    returning name`.execute(db);
  return rows.length > 0;
}

/** Gives a lease back. Somebody else's stays. */
export async function endLease(db: QueryExecutorProvider, name: string, owner: string): Promise<void> {
  await sql`delete from provider_settings where name = ${name} and split_part(value, ' ', 1) = ${owner}`.execute(
    db,
  );
}
/** The tables that store secrets: one of the provider, one of the user pool. */
type SecretTable = 'provider_settings' | 'pool_secrets';

/**
 * A secret that all processes of the provider share, also after a restart. It is made at the first call.
 *
 * @returns 32 random bytes, hexadecimal
 */
export async function openSecret(
  db: QueryExecutorProvider,
  table: SecretTable,
  name: string,
): Promise<string> {
  const made = randomBytes(32).toString('hex');
  // The first process stores its secret. All use the one that is in the table afterwards.
  await sql`insert into ${sql.table(table)} (name, value) values (${name}, ${made})
    on conflict (name) do nothing`.execute(db);
  const { rows } = await sql<{ value: string }>`select value from ${sql.table(table)}
    where name = ${name}`.execute(db);
  const [stored] = rows;
  if (stored === undefined) throw new Error(`The secret "${name}" was not stored.`);
  return stored.value;
}
