import * as v from 'valibot';
import {
  type Attributes,
  DEFAULT_TOTP_DEVICE,
  type SecondFactor,
  updatableAttributes,
} from '../../../domain/sign-in.ts';
import type { SignInReply } from '../pool-client.ts';
import { parsedJson } from '../vendor-errors.ts';

/** What a challenge asks for, as the service sends it. */
export type Asked =
  | Exclude<SignInReply, { readonly kind: 'signed-in' }>
  /** An authenticator app must be set up. Its secret has not been requested yet. */
  | { readonly kind: 'asks-for-setup' };

const FACTORS: ReadonlyMap<unknown, SecondFactor> = new Map([
  ['SMS_MFA', 'sms'],
  ['SOFTWARE_TOKEN_MFA', 'authenticator'],
]);

const filled = v.pipe(v.string(), v.nonEmpty());

/** Returns a parameter of a challenge; null if it is absent or empty. */
export const parameter = (parameters: unknown, name: string): string | null => {
  const parsed = v.safeParse(v.object({ [name]: filled }), parameters);
  return parsed.success ? (parsed.output[name] ?? null) : null;
};

const factorList = v.array(v.unknown());

/** Returns the second factors in a parameter that is a JSON list in text; null if there is no such list. */
const factorsIn = (parameters: unknown, name: string): readonly SecondFactor[] | null => {
  const parsed = v.safeParse(factorList, parsedJson(parameter(parameters, name)));
  if (!parsed.success) return null;
  return parsed.output.flatMap((wire) => FACTORS.get(wire) ?? []);
};

/** Returns the required details with their stored values, without those that only the service may change. */
const attributesIn = (stored: unknown, required: unknown): Attributes => {
  const names = v.safeParse(v.array(filled), required);
  if (!names.success) return {};
  return updatableAttributes(
    Object.fromEntries(names.output.map((name) => [name, parameter(stored, name) ?? ''])),
  );
};

const choiceAskedBy = (parameters: unknown): Asked => {
  const factors = factorsIn(parameters, 'MFAS_CAN_CHOOSE') ?? [];
  return factors.length === 0
    ? { kind: 'asks-for-unknown-factor' }
    : { kind: 'asks', challenge: { kind: 'factor-choice', factors } };
};

const setupAskedBy = (parameters: unknown): Asked => {
  const factors = factorsIn(parameters, 'MFAS_CAN_SETUP');
  const canBeSetUp = factors === null || factors.includes('authenticator');
  return { kind: canBeSetUp ? 'asks-for-setup' : 'asks-for-unknown-factor' };
};

/**
 * @param stored the details that the service has stored
 * @param required the names of those that it requires, without a prefix
 */
export const newPasswordAsked = (stored: unknown, required: unknown): Asked => ({
  kind: 'asks',
  challenge: { kind: 'new-password-required', attributes: attributesIn(stored, required) },
});

/** Reads the challenges whose parameters need no preparation. Null if the name is none of these. */
export const askedBy = (name: string, parameters: unknown): Asked | null => {
  switch (name) {
    case 'SMS_MFA': {
      const destination = parameter(parameters, 'CODE_DELIVERY_DESTINATION');
      return { kind: 'asks', challenge: { kind: 'sms-code', destination } };
    }
    case 'SOFTWARE_TOKEN_MFA': {
      const device = parameter(parameters, 'FRIENDLY_DEVICE_NAME') ?? DEFAULT_TOTP_DEVICE;
      return { kind: 'asks', challenge: { kind: 'authenticator-code', device } };
    }
    case 'MFA_SETUP':
      return setupAskedBy(parameters);
    case 'SELECT_MFA_TYPE':
      return choiceAskedBy(parameters);
    case 'CUSTOM_CHALLENGE':
      return {
        kind: 'asks',
        challenge: { kind: 'custom', destination: parameter(parameters, 'destination') },
      };
    default:
      return null;
  }
};
