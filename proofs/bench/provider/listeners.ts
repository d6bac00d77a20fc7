import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Database } from 'audio-streaming-provider/members/tables';
import type { PoolTables } from 'audio-streaming-provider/pool/migrations';

/** How many titles each listener has started, saved and bought. */
const STARTED = 12;
const SAVED = 5;
const BOUGHT = 1;
/** How many listeners are written in one statement. */
const BATCH = 10_000;
const MINUTE_MS = 60_000;

const nameOf = (number: number): string => `bench-${number}`;

/**
 * Adds listeners with a history, each with an account and a session. Popular titles are in more histories than others.
 *
 * @param from the number of the first one, counted from 0
 * @param to the number after the last one
 */
export async function addListeners(db: Database, from: number, to: number, now: number): Promise<void> {
  for (let start = from; start < to; start += BATCH) {
    await addBatch(db, start, Math.min(to, start + BATCH) - 1, now);
  }
  // As the server does by itself after some minutes. The planner chooses indexes by these statistics.
  await sql`vacuum analyze`.execute(db);
}

async function addBatch(db: Database, first: number, last: number, now: number): Promise<void> {
  const numbers = sql`generate_series(cast(${first} as integer), cast(${last} as integer))`;
  const sub = sql`'bench-' || n`;
  const at = sql`cast(${now} as bigint)`;
  await sql`insert into pool_users select account.* from pool_users, ${numbers} n,
    json_populate_record(pool_users, json_build_object('sub', ${sub}, 'email', ${sub} || '@listener.test')) account
    where pool_users.email = 'monthly@listener.test'`.execute(db);
  await sql`insert into pool_refresh_tokens (origin_jti, token_hash, sub, auth_time, expires_at)
    select ${sub}, ${sub}, ${sub}, ${at}, ${at} + 86400000 from ${numbers} n`.execute(db);
  await sql`insert into listeners (sub, email, full_name, plan, created_at)
    select ${sub}, ${sub} || '@listener.test', 'Listener', 'monthly', ${at} from ${numbers} n`.execute(db);

  const history = (times: number) => sql`
    ranked as materialized (
      select id, content_type, row_number() over (order by popularity desc, id) - 1 as rank
      from items where parent_id is null and content_type in (0, 1, 2)
    ),
    drawn as materialized (
      select n, k, floor((select count(*) from ranked) * power(random(), 3)) as rank
      from ${numbers} n, generate_series(1, cast(${times} as integer)) k
    )`;
  await sql`with ${history(STARTED)} insert into playback_positions
      (sub, item_id, content_type, is_active, last_position, playback_speed, updated_at)
    select ${sub}, id, content_type, true, 60000, 1, ${at} - k * ${sql.lit(MINUTE_MS)} from drawn join ranked using (rank)
    on conflict do nothing`.execute(db);
  await sql`with ${history(SAVED)} insert into favorite_items (sub, item_id, created_at)
    select ${sub}, id, ${at} - k * ${sql.lit(MINUTE_MS)} from drawn join ranked using (rank)
    on conflict do nothing`.execute(db);
  await sql`with ${history(BOUGHT)} insert into purchases (sub, item_id, purchased_at)
    select ${sub}, id, ${at} from drawn join ranked using (rank) on conflict do nothing`.execute(db);
}

/**
 * Access tokens of some of these listeners, spread evenly. They have the form of the given token, which comes from a
 * sign-in.
 */
export async function tokensOf(db: Database, model: string, count: number, most: number): Promise<string[]> {
  const { kid = '' } = decodeProtectedHeader(model);
  const { private_jwk: jwk } = await db
    .withTables<PoolTables>()
    .selectFrom('pool_signing_keys')
    .select('private_jwk')
    .where('kid', '=', kid)
    .executeTakeFirstOrThrow();
  const key = await importJWK(jwk ?? {}, 'RS256');
  const claims = decodeJwt(model);
  const size = Math.min(count, most);
  return Promise.all(
    Array.from({ length: size }, (_, at) => {
      const sub = nameOf(Math.floor((at * count) / size));
      return new SignJWT({ ...claims, sub, username: sub, origin_jti: sub })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(key);
    }),
  );
}
