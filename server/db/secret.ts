import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** A secret of the provider that outlives a restart and that all its processes share, made at the first call. */
export async function openSecret(db: Database, name: string): Promise<string> {
  await db
    .insertInto('provider_settings')
    .values({ name: `secret/${name}`, value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('provider_settings')
    .select('value')
    .where('name', '=', `secret/${name}`)
    .executeTakeFirstOrThrow();
  return value;
}
