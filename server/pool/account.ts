import type { PoolContext } from './context.ts';
import { PoolError, invalidParameter, notAuthorized } from './errors.ts';
import type { PoolUser } from './migrations.ts';

/** Why an account cannot be used, even with right credentials. */
export type AccountRefusal = 'user-deleted' | 'user-disabled' | 'reset-required';

export function accountRefusal(
  user: Pick<PoolUser, 'enabled' | 'status'> | undefined,
): AccountRefusal | undefined {
  if (user === undefined) return 'user-deleted';
  if (!user.enabled) return 'user-disabled';
  if (user.status === 'RESET_REQUIRED') return 'reset-required';
  return undefined;
}

/** The message of the real service. The app recognises an ended session by it (SES-34). */
export function accountError(refusal: AccountRefusal): PoolError {
  switch (refusal) {
    case 'user-deleted':
      return new PoolError('UserNotFoundException', 'User does not exist.');
    case 'user-disabled':
      return notAuthorized('User is disabled.');
    case 'reset-required':
      return new PoolError('PasswordResetRequiredException', 'Password reset required for the user');
  }
}

/**
 * Finds the user with this `sub`.
 *
 * @throws {PoolError} when the account cannot be used
 */
export async function requireAccount(context: PoolContext, sub: string): Promise<PoolUser> {
  const user = await context.db
    .selectFrom('pool_users')
    .selectAll()
    .where('sub', '=', sub)
    .executeTakeFirst();
  const refusal = accountRefusal(user);
  if (user === undefined || refusal !== undefined) throw accountError(refusal ?? 'user-deleted');
  return user;
}

export interface WireAttribute {
  readonly Name: string;
  readonly Value: string;
}

const STANDARD = new Set([
  'address',
  'birthdate',
  'email',
  'family_name',
  'gender',
  'given_name',
  'locale',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'picture',
  'preferred_username',
  'profile',
  'website',
  'zoneinfo',
]);
const PHONE = /^\+[1-9]\d{6,14}$/;
const EMAIL = /^[^\s\p{C}@]+@[^\s\p{C}@]+\.[^\s\p{C}@]+$/u;

export const isEmail = (value: string): boolean => value.length <= 254 && EMAIL.test(value);

const notInSchema = (name: string): PoolError =>
  invalidParameter(`user.${name}: Attribute does not exist in the schema.`);

const nonconforming = (name: string, problem: string): PoolError =>
  invalidParameter(`Attributes did not conform to the schema: ${name}: ${problem} characters`);

const MOST_CUSTOM_ATTRIBUTES = 50;
/** The longest address that RFC 5321 allows in a path. */
export const LONGEST_EMAIL = 254;
const LONGEST_VALUE = 2048;
/** The attributes whose length the service limits differently. */
const LENGTHS: ReadonlyMap<string, readonly [shortest: number, longest: number]> = new Map([
  ['birthdate', [10, 10]],
]);

/**
 * The full names of the custom attributes of a pool.
 *
 * @throws {TypeError} for names that the service would refuse
 */
export function declareAttributes(names: readonly string[]): ReadonlySet<string> {
  if (names.length > MOST_CUSTOM_ATTRIBUTES || names.some((name) => !/^[\w-]{1,20}$/.test(name))) {
    throw new TypeError('A pool has at most 50 custom attributes, with names of at most 20 characters.');
  }
  return new Set(names.map((name) => `custom:${name}`));
}

/**
 * Refuses attributes that a listener may not write. Only the pool writes `sub` and the `_verified` attributes. Undeclared
 * and too long attributes are refused, because every ID token contains all attributes.
 *
 * @throws {PoolError} InvalidParameterException or NotAuthorizedException
 */
export function requireWritable(
  { customAttributes }: Pick<PoolContext, 'customAttributes'>,
  attributes: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'sub') throw invalidParameter('user.sub: Attribute cannot be updated.');
    if (name.includes('_verified')) {
      throw notAuthorized('A client attempted to write unauthorized attribute');
    }
    if (!STANDARD.has(name) && !customAttributes.has(name)) throw notInSchema(name);
    const [shortest, longest] = LENGTHS.get(name) ?? [0, LONGEST_VALUE];
    if (value.length > longest) throw nonconforming(name, `String must be no longer than ${longest}`);
    if (value.length < shortest) throw nonconforming(name, `String must be no shorter than ${shortest}`);
    if (name === 'email' && !isEmail(value)) throw invalidParameter('Invalid email address format.');
    if (name === 'phone_number' && !PHONE.test(value)) throw invalidParameter('Invalid phone number format.');
  }
}

/** The required attributes that a user does not have. */
export const missingAttributes = (
  { requiredAttributes }: Pick<PoolContext, 'requiredAttributes'>,
  attributes: Readonly<Record<string, string>>,
): readonly string[] => requiredAttributes.filter((name) => (attributes[name] ?? '').trim() === '');

const required = (name: string): PoolError =>
  invalidParameter(`Attributes did not conform to the schema: ${name}: The attribute is required`);

/** @throws {PoolError} InvalidParameterException if a required attribute is missing */
export function requireComplete(
  context: Pick<PoolContext, 'requiredAttributes'>,
  attributes: Readonly<Record<string, string>>,
): void {
  const [missing] = missingAttributes(context, attributes);
  if (missing !== undefined) throw required(missing);
}

/**
 * Refuses changes after which a required attribute would be missing.
 *
 * @throws {PoolError} InvalidParameterException
 */
export function requireKept(
  { requiredAttributes }: Pick<PoolContext, 'requiredAttributes'>,
  changes: Readonly<Record<string, string>>,
  removed: ReadonlySet<string> = new Set(),
): void {
  for (const name of requiredAttributes) {
    if (removed.has(name) || changes[name]?.trim() === '') throw required(name);
  }
}

/**
 * Reads attributes from the wire.
 *
 * @throws {PoolError} InvalidParameterException for a repeated name
 */
export function readAttributes(list: readonly WireAttribute[]): Record<string, string> {
  const attributes = Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]));
  if (Object.keys(attributes).length !== list.length) {
    throw invalidParameter('Attribute names must be unique.');
  }
  return attributes;
}

export const wireAttributes = (user: PoolUser): WireAttribute[] =>
  Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value }));

/** The attributes that a code can verify. */
export type VerifiableAttribute = 'email' | 'phone_number';

export const aliasTaken = (): PoolError =>
  new PoolError('AliasExistsException', 'An account with the given email already exists.');
