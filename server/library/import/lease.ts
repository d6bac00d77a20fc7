import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { LibraryDatabase } from '../tables.ts';

const SETTING = 'library-import';
/** Milliseconds. If a process dies, its lease ends after this time. */
const LIFE_MS = 30_000;
const RENEW_MS = 10_000;
const ASK_AGAIN_MS = 500;

/**
 * Runs one import at a time, in all processes of a database. The lease is a row and no lock of a connection, because
 * an import takes long and connections may be shared.
 */
export async function withLease<Result>(
  db: LibraryDatabase,
  onWait: () => void,
  signal: AbortSignal | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  const owner = randomUUID();
  let isWaiting = false;
  while (!(await take(db, owner))) {
    if (!isWaiting) onWait();
    isWaiting = true;
    await wait(ASK_AGAIN_MS, undefined, { ...(signal && { signal }) });
  }
  const renewal = setInterval(() => void take(db, owner).catch(() => undefined), RENEW_MS);
  try {
    return await run();
  } finally {
    clearInterval(renewal);
    // If this fails, the lease ends by itself.
    await db
      .deleteFrom('provider_settings')
      .where('name', '=', SETTING)
      .where('value', 'like', `${owner} %`)
      .execute()
      .catch(() => undefined);
  }
}

/** Takes or renews the lease. The stored value is the owner and the end of the lease, by the clock of the database. */
async function take(db: LibraryDatabase, owner: string): Promise<boolean> {
  const { rows } = await sql<{ value: string }>`
    insert into provider_settings (name, value)
    values (cast(${SETTING} as text), cast(${owner} as text) || ' ' || (extract(epoch from clock_timestamp()) * 1000 + cast(${LIFE_MS} as bigint))::bigint)
    on conflict (name) do update set value = excluded.value
    where split_part(provider_settings.value, ' ', 1) = ${owner}
      or split_part(provider_settings.value, ' ', 2)::bigint < extract(epoch from clock_timestamp()) * 1000
    returning value
  `.execute(db);
  return rows.length > 0;
}
