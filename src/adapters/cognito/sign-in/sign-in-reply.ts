import type { IAuthenticationCallback } from 'amazon-cognito-identity-js';
import * as v from 'valibot';

import { updatableAttributes, type Attributes } from '../../../domain/account/attributes.ts';
import { DEFAULT_TOTP_DEVICE } from '../../../domain/account/authenticator.ts';
import type { SecondFactor, SignInChallenge } from '../../../domain/sign-in.ts';
import { parsedJson } from '../parsed-json.ts';

/** The service's response to one step of a sign-in. */
export type SignInReply =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'asks'; readonly challenge: SignInChallenge }
  /** An authenticator app must be set up. Its secret has not been requested yet. */
  | { readonly kind: 'asks-for-setup' }
  /** The service asks for a second factor that this product does not know. */
  | { readonly kind: 'asks-for-unknown-factor' }
  | { readonly kind: 'refuses'; readonly error: unknown };

const FACTORS: ReadonlyMap<unknown, SecondFactor> = new Map([
  ['SMS_MFA', 'sms'],
  ['SOFTWARE_TOKEN_MFA', 'authenticator'],
]);

/** The service's names of the second factors. */
export const WIRE_FACTOR: Readonly<Record<SecondFactor, string>> = {
  sms: 'SMS_MFA',
  authenticator: 'SOFTWARE_TOKEN_MFA',
};

const filled = v.pipe(v.string(), v.nonEmpty());

/** Returns a parameter of a challenge; null if it is absent or empty. */
const parameter = (parameters: unknown, name: string): string | null => {
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

const setupAskedBy = (parameters: unknown): SignInReply => {
  const factors = factorsIn(parameters, 'MFAS_CAN_SETUP');
  const canBeSetUp = factors === null || factors.includes('authenticator');
  return { kind: canBeSetUp ? 'asks-for-setup' : 'asks-for-unknown-factor' };
};

const choiceAskedBy = (parameters: unknown): SignInReply => {
  const factors = factorsIn(parameters, 'MFAS_CAN_CHOOSE') ?? [];
  return factors.length === 0
    ? { kind: 'asks-for-unknown-factor' }
    : { kind: 'asks', challenge: { kind: 'factor-choice', factors } };
};

/** Returns every callback of the library, because the library throws if one is missing. */
export const callbacksFor = (reply: (reply: SignInReply) => void): Required<IAuthenticationCallback> => {
  const asks = (challenge: SignInChallenge) => reply({ kind: 'asks', challenge });
  return {
    onSuccess: () => reply({ kind: 'signed-in' }),
    onFailure: (error: unknown) => reply({ kind: 'refuses', error }),
    newPasswordRequired: (stored: unknown, required: unknown) =>
      asks({ kind: 'new-password-required', attributes: attributesIn(stored, required) }),
    mfaRequired: (_name, parameters: unknown) =>
      asks({ kind: 'sms-code', destination: parameter(parameters, 'CODE_DELIVERY_DESTINATION') }),
    totpRequired: (_name, parameters: unknown) =>
      asks({
        kind: 'authenticator-code',
        device: parameter(parameters, 'FRIENDLY_DEVICE_NAME') ?? DEFAULT_TOTP_DEVICE,
      }),
    mfaSetup: (_name, parameters: unknown) => reply(setupAskedBy(parameters)),
    selectMFAType: (_name, parameters: unknown) => reply(choiceAskedBy(parameters)),
    customChallenge: (parameters: unknown) =>
      asks({ kind: 'custom', destination: parameter(parameters, 'destination') }),
  };
};
