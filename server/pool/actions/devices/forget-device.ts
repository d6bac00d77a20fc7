import * as v from 'valibot';
import { deviceMissing } from '../../devices.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { defineAction } from '../action.ts';
import { accessToken, deviceKey } from '../fields.ts';

const schema = v.object({ AccessToken: accessToken, DeviceKey: deviceKey });

/** ForgetDevice: removes a device. At its next sign-in it is a new device. */
export const forgetDevice = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const forgotten = await context.db
    .deleteFrom('pool_devices')
    .where('sub', '=', user.sub)
    .where('device_key', '=', request.DeviceKey)
    .returning('device_key')
    .executeTakeFirst();
  if (forgotten === undefined) throw deviceMissing();
  return {};
});
