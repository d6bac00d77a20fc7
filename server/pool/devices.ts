import { PoolError } from './errors.ts';
import type { PoolContext } from './context.ts';
import type { DeviceRow } from './migrations.ts';

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
