import * as v from 'valibot';
import { accessToken, defineAction, deviceKey } from './action.ts';
import { invalidParameter } from '../errors.ts';
import { fromBytes, PRIME, toHex } from '../srp/srp.ts';
import { requireAccess } from '../tokens/verify.ts';
import type { DeviceRow } from '../migrations.ts';
import { addDevice, deviceMissing, devicesOf, findDevice, removeDevice, setRemembered } from '../devices.ts';

/** A device as GetDevice and ListDevices return it. Instants are epoch seconds. */
function describeDevice(device: DeviceRow): Record<string, unknown> {
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

const base64 = v.pipe(v.string(), v.base64(), v.minLength(1), v.maxLength(1024));
const confirmDeviceSchema = v.object({
  AccessToken: accessToken,
  DeviceKey: deviceKey,
  DeviceName: v.nullish(v.pipe(v.string(), v.maxLength(1024))),
  DeviceSecretVerifierConfig: v.object({ Salt: base64, PasswordVerifier: base64 }),
});

/** ConfirmDevice: stores the verifier of the device that this session got. */
export const confirmDevice = defineAction(confirmDeviceSchema, async (context, request) => {
  const { user, session } = await requireAccess(context, request.AccessToken);
  if (session.device_key !== request.DeviceKey || session.device_group_key === null) throw deviceMissing();
  const verifier = fromBytes(Buffer.from(request.DeviceSecretVerifierConfig.PasswordVerifier, 'base64'));
  if (verifier <= 1n || verifier >= PRIME - 1n) throw invalidParameter('Invalid device verifier.');
  const salt = fromBytes(Buffer.from(request.DeviceSecretVerifierConfig.Salt, 'base64'));
  await addDevice(context, {
    device_key: request.DeviceKey,
    sub: user.sub,
    group_key: session.device_group_key,
    name: request.DeviceName ?? '',
    srp_salt: toHex(salt),
    srp_verifier: toHex(verifier),
    remembered: false,
  });
  // The listener decides whether a device is remembered.
  return { UserConfirmationNecessary: true };
});

const getDeviceSchema = v.object({ AccessToken: accessToken, DeviceKey: deviceKey });

export const getDevice = defineAction(getDeviceSchema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const device = await findDevice(context, user.sub, request.DeviceKey);
  if (device === undefined) throw deviceMissing();
  return { Device: describeDevice(device) };
});

const LARGEST_PAGE = 60;

const listDevicesSchema = v.object({
  AccessToken: accessToken,
  Limit: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LARGEST_PAGE))),
  PaginationToken: v.nullish(deviceKey),
});

/** ListDevices: returns the confirmed devices of the signed-in user, at most 60 on a page. */
export const listDevices = defineAction(listDevicesSchema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const limit = request.Limit ?? 0;
  const size = limit === 0 ? LARGEST_PAGE : limit;
  const rows = await devicesOf(context, user.sub, { after: request.PaginationToken ?? '', most: size + 1 });
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    Devices: page.map(describeDevice),
    ...(rows.length > size && last !== undefined ? { PaginationToken: last.device_key } : {}),
  };
});

const updateDeviceStatusSchema = v.object({
  AccessToken: accessToken,
  DeviceKey: deviceKey,
  DeviceRememberedStatus: v.picklist(['remembered', 'not_remembered']),
});

export const updateDeviceStatus = defineAction(updateDeviceStatusSchema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const isRemembered = request.DeviceRememberedStatus === 'remembered';
  if (!(await setRemembered(context, user.sub, request.DeviceKey, isRemembered))) throw deviceMissing();
  return {};
});

const forgetDeviceSchema = v.object({ AccessToken: accessToken, DeviceKey: deviceKey });

/** ForgetDevice: removes a device. At its next sign-in it is a new device. */
export const forgetDevice = defineAction(forgetDeviceSchema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  if (!(await removeDevice(context, user.sub, request.DeviceKey))) throw deviceMissing();
  return {};
});
