import * as v from 'valibot';

import type { SecondFactor } from '../../../domain/sign-in.ts';
import { instant } from '../../../domain/time.ts';
import type { Contact, ContactDetail, Device, DevicePage, SignInDetails } from '../../../ports/account.ts';

/** The service's names of the second factors. */
const FACTORS: ReadonlyMap<string, SecondFactor> = new Map([
  ['SOFTWARE_TOKEN_MFA', 'authenticator'],
  ['SMS_MFA', 'sms'],
]);

// The service's name for "no factor is preferred".
const NO_MFA = 'NOMFA';

const attributes = v.array(v.object({ Name: v.string(), Value: v.fallback(v.string(), '') }));

/** Reads a field. Uses `value` if the field is absent or null. */
const absentAs = <const Schema extends v.GenericSchema>(schema: Schema, value: v.InferOutput<Schema>) =>
  v.pipe(
    v.optional(v.nullable(schema), null),
    v.transform((given) => given ?? value),
  );

const user = v.object({
  UserAttributes: attributes,
  UserMFASettingList: absentAs(v.array(v.string()), []),
  PreferredMfaSetting: absentAs(v.string(), NO_MFA),
});

const readContact = (values: ReadonlyMap<string, string>, contact: Contact): ContactDetail | null => {
  const value = values.get(contact) ?? '';
  return value === '' ? null : { value, isVerified: values.get(`${contact}_verified`) === 'true' };
};

/** Reads the known factors, even if there are unknown ones (ACC-28). */
const readFactors = (
  list: readonly string[],
  preference: string,
): Pick<SignInDetails, 'secondFactors' | 'hasUnknownFactor'> => ({
  secondFactors: {
    enabled: list.flatMap((name) => FACTORS.get(name) ?? []),
    preferred: FACTORS.get(preference) ?? null,
  },
  hasUnknownFactor: [...list, preference].some((name) => name !== NO_MFA && !FACTORS.has(name)),
});

/** Reads the response of GetUser; null if it cannot be read. */
export const readDetails = (response: unknown): SignInDetails | null => {
  const parsed = v.safeParse(user, response);
  if (!parsed.success) return null;
  const { UserAttributes, UserMFASettingList, PreferredMfaSetting } = parsed.output;
  const values = new Map(UserAttributes.map(({ Name, Value }) => [Name, Value]));
  return {
    email: readContact(values, 'email'),
    phoneNumber: readContact(values, 'phone_number'),
    ...readFactors(UserMFASettingList, PreferredMfaSetting),
  };
};

const deliveries = v.object({
  CodeDeliveryDetailsList: v.array(v.object({ AttributeName: v.string() })),
});

/** Reads from the response of UpdateUserAttributes which contacts a code was sent to. */
export const readCodesSent = (response: unknown): readonly Contact[] => {
  const parsed = v.safeParse(deliveries, response);
  if (!parsed.success) return [];
  const names = new Set(parsed.output.CodeDeliveryDetailsList.map(({ AttributeName }) => AttributeName));
  return (['email', 'phone_number'] as const).filter((contact) => names.has(contact));
};

const device = v.object({
  DeviceKey: v.pipe(v.string(), v.nonEmpty()),
  DeviceAttributes: v.fallback(attributes, []),
  // The service sends epoch seconds.
  DeviceLastAuthenticatedDate: v.fallback(v.nullable(v.pipe(v.number(), v.finite())), null),
});

const devices = v.object({
  Devices: v.array(v.unknown()),
  PaginationToken: v.optional(v.nullable(v.string()), null),
});

const readDevice = (response: unknown, thisDevice: string | null): Device | null => {
  const parsed = v.safeParse(device, response);
  if (!parsed.success) return null;
  const { DeviceKey, DeviceAttributes, DeviceLastAuthenticatedDate } = parsed.output;
  const values = new Map(DeviceAttributes.map(({ Name, Value }) => [Name, Value]));
  return {
    key: DeviceKey,
    name: values.get('device_name') ?? '',
    isRemembered: values.get('dev:device_remembered_status') === 'remembered',
    isThisOne: DeviceKey === thisDevice,
    lastUsedAt: DeviceLastAuthenticatedDate === null ? null : instant(DeviceLastAuthenticatedDate * 1000),
  };
};

/**
 * Reads the response of ListDevices; null if it cannot be read. Leaves out a device that cannot be read.
 *
 * @param thisDevice key of the device that the session belongs to
 */
export const readDevices = (response: unknown, thisDevice: string | null): DevicePage | null => {
  const parsed = v.safeParse(devices, response);
  if (!parsed.success) return null;
  const { Devices, PaginationToken } = parsed.output;
  return {
    devices: Devices.flatMap((each) => readDevice(each, thisDevice) ?? []),
    next: PaginationToken === '' ? null : PaginationToken,
  };
};
