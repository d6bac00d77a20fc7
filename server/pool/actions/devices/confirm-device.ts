import * as v from 'valibot';
import { deviceMissing } from '../../devices.ts';
import { PRIME, fromBytes, toHex } from '../../srp/group.ts';
import { invalidParameter } from '../../errors.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { defineAction } from '../action.ts';
import { accessToken, deviceKey } from '../fields.ts';

const base64 = v.pipe(v.string(), v.base64(), v.minLength(1), v.maxLength(1024));
const schema = v.object({
  AccessToken: accessToken,
  DeviceKey: deviceKey,
  DeviceName: v.nullish(v.pipe(v.string(), v.maxLength(1024))),
  DeviceSecretVerifierConfig: v.object({ Salt: base64, PasswordVerifier: base64 }),
});

/** ConfirmDevice: stores the verifier of the device that this session got. */
export const confirmDevice = defineAction(schema, async (context, request) => {
  const { user, session } = await requireAccess(context, request.AccessToken);
  if (session.device_key !== request.DeviceKey || session.device_group_key === null) throw deviceMissing();
  const verifier = fromBytes(Buffer.from(request.DeviceSecretVerifierConfig.PasswordVerifier, 'base64'));
  if (verifier <= 1n || verifier >= PRIME - 1n) throw invalidParameter('Invalid device verifier.');
  const salt = fromBytes(Buffer.from(request.DeviceSecretVerifierConfig.Salt, 'base64'));
  const now = context.clock.now();
  await context.db
    .insertInto('pool_devices')
    .values({
      device_key: request.DeviceKey,
      sub: user.sub,
      group_key: session.device_group_key,
      name: request.DeviceName ?? '',
      srp_salt: toHex(salt),
      srp_verifier: toHex(verifier),
      remembered: false,
      created_at: now,
      modified_at: now,
      authenticated_at: now,
    })
    // A repeated confirmation must not replace the stored verifier.
    .onConflict((conflict) => conflict.column('device_key').doNothing())
    .execute();
  // The listener decides whether a device is remembered.
  return { UserConfirmationNecessary: true };
});
