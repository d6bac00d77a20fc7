import * as v from 'valibot';
import { deviceMissing } from '../../devices.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { defineAction } from '../action.ts';
import { accessToken, deviceKey } from '../fields.ts';

const schema = v.object({
  AccessToken: accessToken,
  DeviceKey: deviceKey,
  DeviceRememberedStatus: v.picklist(['remembered', 'not_remembered']),
});

/** UpdateDeviceStatus: remembers a device, or stops remembering it. */
export const updateDeviceStatus = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const updated = await context.db
    .updateTable('pool_devices')
    .set({
      remembered: request.DeviceRememberedStatus === 'remembered',
      modified_at: context.clock.now(),
    })
    .where('sub', '=', user.sub)
    .where('device_key', '=', request.DeviceKey)
    .returning('device_key')
    .executeTakeFirst();
  if (updated === undefined) throw deviceMissing();
  return {};
});
