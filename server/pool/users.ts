import { type RawBuilder, sql } from 'kysely';
import { createHmac, randomUUID } from 'node:crypto';
import { accountError } from './account.ts';
import type { PoolContext } from './context.ts';
import type { PoolUser, UserStatus } from './migrations.ts';
import { fromBytes, PRIME, recordPassword, type SrpIdentity, type SrpRecord, toHex } from './srp/srp.ts';
import { endSignIns, revokeSessions } from './tokens/issue.ts';
import { withoutNoncharacters } from '../text.ts';

/** Aliases are compared without regard to case. */
export const normalizeEmail = (email: string): string => email.normalize('NFC').toLowerCase();

/** Finds a user by e-mail address or generated username. */
export function findUser(context: PoolContext, username: string): Promise<PoolUser | undefined> {
  const name = normalizeEmail(username);
  return context.db
    .selectFrom('pool_users')
    .selectAll()
    .where((where) => where.or([where('email', '=', name), where('sub', '=', name)]))
    .executeTakeFirst();
}

/** The account of a username. For an unknown username it is a substitute, which is the same every time. */
export interface Subject {
  readonly id: string;
  readonly record: SrpRecord;
  /** The address for codes. A substitute has an address that such an account could have. */
  readonly address: string;
  readonly user: PoolUser | undefined;
}

const GENERATED_NAME = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A generated username that looks like a real one, a random UUID. */
function generatedName(seed: Buffer): string {
  const bytes = Buffer.from(seed.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The address of a substitute whose username is a generated one. A caller sees its first letters only. */
function addressOf(seed: Buffer): string {
  const letter = (at: number): string => String.fromCharCode(97 + (seed.readUInt8(at) % 26));
  return `${letter(0)}@${letter(1)}`;
}

function substitute(context: PoolContext, username: string): Subject {
  const name = normalizeEmail(username);
  const derive = (purpose: string, of: string): Buffer =>
    createHmac('sha256', context.secret).update(`${purpose}|${of}`).digest();
  // A generated name is its own id, as for a real user: clients respond with the name that they got.
  const id = GENERATED_NAME.test(name) ? name : generatedName(derive('id', name));
  // As long as a real verifier. To compute a real one here would cost time that a known user does not cost.
  const wide = Buffer.concat(Array.from({ length: 12 }, (_, block) => derive(`verifier-${block}`, id)));
  return {
    id,
    record: {
      salt: toHex(fromBytes(derive('salt', id).subarray(0, 16))),
      verifier: toHex(fromBytes(wide) % PRIME),
    },
    address: name.includes('@') ? name : addressOf(derive('address', id)),
    user: undefined,
  };
}

/** Resolves a username. The result does not show whether the user exists, because sign-in must not tell. */
export async function resolveSubject(context: PoolContext, username: string): Promise<Subject> {
  const user = await findUser(context, username);
  if (user === undefined) return substitute(context, username);
  const record = { salt: user.srp_salt, verifier: user.srp_verifier };
  return { id: user.sub, record, address: user.email, user };
}

/** The identity with which a user proves the password. It does not change with the e-mail address. */
export const passwordIdentity = (context: PoolContext, sub: string): SrpIdentity => ({
  realm: context.poolName,
  id: sub,
});

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly status: UserStatus;
  readonly attributes: Record<string, string>;
}

/** Adds a user. Undefined if another user has the e-mail address. */
export async function insertUser(context: PoolContext, user: NewUser): Promise<PoolUser | undefined> {
  const now = context.clock.now();
  const sub = randomUUID();
  const record = await recordPassword(passwordIdentity(context, sub), user.password);
  return context.db
    .insertInto('pool_users')
    .values({
      sub,
      email: normalizeEmail(user.email),
      status: user.status,
      enabled: true,
      srp_salt: record.salt,
      srp_verifier: record.verifier,
      attributes: attributesText({
        ...user.attributes,
        sub,
        // An account of another provider may have no address (SES-155).
        ...(user.email.includes('@') && { email: user.email }),
      }),
      sms_mfa: false,
      totp_mfa: false,
      preferred_mfa: null,
      mfa_required: false,
      contested: false,
      totp_secret: null,
      totp_pending: null,
      totp_name: null,
      totp_last_step: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Confirms a sign-up and its address.
 *
 * @returns false if another sign-up has replaced the password meanwhile, or if it was confirmed already
 */
export async function confirmUser(
  { db, clock }: PoolContext,
  { sub, srp_verifier }: PoolUser,
  status: UserStatus,
): Promise<boolean> {
  const confirmed = await db
    .updateTable('pool_users')
    .set({
      status,
      contested: false,
      attributes: sql<string>`attributes || '{"email_verified":"true"}'::jsonb`,
      updated_at: clock.now(),
    })
    .where('sub', '=', sub)
    .where('status', '=', 'UNCONFIRMED')
    .where('srp_verifier', '=', srp_verifier)
    .returning('sub')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** JSON leaves noncharacters as they are, so they can be dropped from its text. */
const attributesText = (attributes: Readonly<Record<string, string>>): string =>
  withoutNoncharacters(JSON.stringify(attributes));

/**
 * Replaces a sign-up that nobody has confirmed with another one of the same address. Its code is no longer valid.
 *
 * @param contested whether it may be somebody else's
 * @returns undefined if the account was confirmed or deleted meanwhile
 */
export async function replaceSignUp(
  context: PoolContext,
  existing: PoolUser,
  { email, password, attributes }: Omit<NewUser, 'status'>,
  contested: boolean,
): Promise<PoolUser | undefined> {
  const { sub } = existing;
  const now = context.clock.now();
  const record = await recordPassword(passwordIdentity(context, sub), password);
  return context.db.transaction().execute(async (db) => {
    const replaced = await db
      .updateTable('pool_users')
      .set({
        srp_salt: record.salt,
        srp_verifier: record.verifier,
        attributes: attributesText({ ...attributes, sub, email }),
        contested: existing.contested || contested,
        created_at: now,
        updated_at: now,
      })
      .where('sub', '=', sub)
      .where('status', '=', 'UNCONFIRMED')
      .returningAll()
      .executeTakeFirst();
    if (replaced === undefined) return undefined;
    await db
      .updateTable('pool_codes')
      .set({ code: null })
      .where('subject', '=', sub)
      .where('purpose', '=', 'sign-up')
      .execute();
    await db.deleteFrom('pool_known_networks').where('sub', '=', sub).execute();
    await endSignIns({ ...context, db }, sub);
    return replaced;
  });
}

export type UserChange = Partial<
  Omit<PoolUser, 'sub' | 'attributes' | 'created_at' | 'updated_at' | 'srp_salt' | 'srp_verifier'>
> & {
  /** Added to the existing attributes, or replacing them by name. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly removeAttributes?: readonly string[];
};

/** Changes a user and returns the changed user. Parallel changes of different attributes all take effect. */
export function updateUser(context: PoolContext, sub: string, change: UserChange): Promise<PoolUser> {
  const { attributes = {}, removeAttributes = [], ...columns } = change;
  const merged = removeAttributes.reduce<RawBuilder<string>>(
    (merged, name) => sql<string>`${merged} - ${name}::text`,
    sql<string>`(attributes || ${attributesText(attributes)}::jsonb)`,
  );
  return context.db
    .updateTable('pool_users')
    .set({ ...columns, attributes: merged, updated_at: context.clock.now() })
    .where('sub', '=', sub)
    .returningAll()
    .executeTakeFirstOrThrow(() => accountError('user-deleted'));
}

/**
 * Records a new password and the status that follows from it. Every sign-in made with an earlier password ends.
 *
 * @param keep the `origin_jti` of the session that stays, because the user proved the earlier password in it
 */
export async function setPassword(
  context: PoolContext,
  sub: string,
  password: string,
  keep?: string,
): Promise<PoolUser> {
  const record = await recordPassword(passwordIdentity(context, sub), password);
  return context.db.transaction().execute(async (db) => {
    const user = await db
      .updateTable('pool_users')
      .set({
        srp_salt: record.salt,
        srp_verifier: record.verifier,
        status: 'CONFIRMED',
        temporary_until: null,
        updated_at: context.clock.now(),
      })
      .where('sub', '=', sub)
      .returningAll()
      .executeTakeFirstOrThrow(() => accountError('user-deleted'));
    await endSignIns({ ...context, db }, sub);
    await revokeSessions({ ...context, db }, sub, keep);
    await context.accessEnded(db, sub);
    return user;
  });
}
