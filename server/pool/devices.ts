import { PoolError } from './errors.ts';
import type { Insertable } from 'kysely';
import type { PoolContext } from './context.ts';
import type { DeviceRow, PoolTables } from './migrations.ts';

export const deviceMissing = (): PoolError =>
  new PoolError('ResourceNotFoundException', 'Device does not exist.');

/** Finds a confirmed device of a user. */
export function findDevice(
  context: PoolContext,
  sub: string,
  deviceKey: string,
): Promise<DeviceRow | undefined> {
  return context.db
    .selectFrom('pool_devices')
    .selectAll()
    .where('sub', '=', sub)
    .where('device_key', '=', deviceKey)
    .executeTakeFirst();
}

/** Adds a device. A repeated confirmation must not replace the stored verifier. */
export async function addDevice(
  { db, clock }: PoolContext,
  device: Omit<Insertable<PoolTables['pool_devices']>, 'created_at' | 'modified_at' | 'authenticated_at'>,
): Promise<void> {
  const now = clock.now();
  await db
    .insertInto('pool_devices')
    .values({ ...device, created_at: now, modified_at: now, authenticated_at: now })
    .onConflict((conflict) => conflict.column('device_key').doNothing())
    .execute();
}

/**
 * The devices of a user, by their keys.
 *
 * @param after the last key of the previous page. Every key sorts after the empty string
 */
export const devicesOf = (
  { db }: PoolContext,
  sub: string,
  { after, most }: { readonly after: string; readonly most: number },
): Promise<readonly DeviceRow[]> =>
  db
    .selectFrom('pool_devices')
    .selectAll()
    .where('sub', '=', sub)
    .where('device_key', '>', after)
    .orderBy('device_key')
    .limit(most)
    .execute();

/** @returns false if the user has no such device */
export async function setRemembered(
  { db, clock }: PoolContext,
  sub: string,
  deviceKey: string,
  remembered: boolean,
): Promise<boolean> {
  const updated = await db
    .updateTable('pool_devices')
    .set({ remembered, modified_at: clock.now() })
    .where('sub', '=', sub)
    .where('device_key', '=', deviceKey)
    .returning('device_key')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Notes that somebody signed in with a device. */
export async function saveDeviceUse({ db, clock }: PoolContext, deviceKey: string): Promise<void> {
  await db
    .updateTable('pool_devices')
    .set({ authenticated_at: clock.now() })
    .where('device_key', '=', deviceKey)
    .execute();
}

/** @returns false if the user has no such device */
export async function removeDevice({ db }: PoolContext, sub: string, deviceKey: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('pool_devices')
    .where('sub', '=', sub)
    .where('device_key', '=', deviceKey)
    .returning('device_key')
    .executeTakeFirst();
  return removed !== undefined;
}
