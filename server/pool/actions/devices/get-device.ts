import * as v from 'valibot';
import { describeDevice, deviceMissing, findDevice } from '../../devices.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { defineAction } from '../action.ts';
import { accessToken, deviceKey } from '../fields.ts';

const schema = v.object({ AccessToken: accessToken, DeviceKey: deviceKey });

/** GetDevice: returns one device of the signed-in user. */
export const getDevice = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const device = await findDevice(context, user.sub, request.DeviceKey);
  if (device === undefined) throw deviceMissing();
  return { Device: describeDevice(device) };
});
