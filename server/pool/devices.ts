import type { PoolContext } from './context.ts';
import { PoolError } from './errors.ts';
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

/** A device as GetDevice and ListDevices return it. Instants are epoch seconds. */
export function describeDevice(device: DeviceRow): Record<string, unknown> {
  return {
    DeviceKey: device.device_key,
    DeviceAttributes: [
      { Name: 'device_status', Value: 'valid' },
      { Name: 'device_name', Value: device.name },
      {
        Name: 'dev:device_remembered_status',
        Value: device.remembered ? 'remembered' : 'not_remembered',
      },
    ],
    DeviceCreateDate: device.created_at / 1000,
    DeviceLastModifiedDate: device.modified_at / 1000,
    DeviceLastAuthenticatedDate: device.authenticated_at / 1000,
  };
}
