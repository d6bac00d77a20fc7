import type { PoolContext } from './context.ts';
import type { PasskeyRow } from './passkey-tables.ts';

/** How many passkeys a user can have, as at the real service. */
export const MOST_PASSKEYS = 20;

type Stored = Pick<PoolContext, 'db'>;

/** The passkeys of a user, the oldest first. */
export const passkeysOf = ({ db }: Stored, sub: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('pool_passkeys')
    .selectAll()
    .where('sub', '=', sub)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute();

/** Finds a passkey by its id, for one relying party. */
export const findPasskey = (
  { db }: Stored,
  credentialId: string,
  rpId: string,
): Promise<PasskeyRow | undefined> =>
  db
    .selectFrom('pool_passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('rp_id', '=', rpId)
    .executeTakeFirst();

/** @returns false if there is a passkey with this id */
export async function storePasskey({ db }: Stored, passkey: PasskeyRow): Promise<boolean> {
  const added = await db
    .insertInto('pool_passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('credential_id')
    .executeTakeFirst();
  return added !== undefined;
}

/**
 * Notes that a passkey was used. Parallel uses with the same counter are refused, too.
 *
 * @returns false if the counter does not grow, so that there are two of this passkey
 */
export async function noteUse(
  { db, clock }: Pick<PoolContext, 'db' | 'clock'>,
  credentialId: string,
  { counter, isBackedUp }: { readonly counter: number; readonly isBackedUp: boolean },
): Promise<boolean> {
  const used = await db
    .updateTable('pool_passkeys')
    .set({ counter, is_backed_up: isBackedUp, used_at: clock.now() })
    .where('credential_id', '=', credentialId)
    .where((where) =>
      where.or([
        where('counter', '<', counter),
        // An authenticator that does not count always says 0.
        where.and([where('counter', '=', 0), where.val(counter === 0)]),
      ]),
    )
    .returning('credential_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** @returns false if the user has no such passkey */
export async function renamePasskey(
  { db }: Stored,
  sub: string,
  credentialId: string,
  name: string,
): Promise<boolean> {
  const renamed = await db
    .updateTable('pool_passkeys')
    .set({ name })
    .where('sub', '=', sub)
    .where('credential_id', '=', credentialId)
    .returning('credential_id')
    .executeTakeFirst();
  return renamed !== undefined;
}

/** @returns false if the user has no such passkey */
export async function removePasskey({ db }: Stored, sub: string, credentialId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('pool_passkeys')
    .where('sub', '=', sub)
    .where('credential_id', '=', credentialId)
    .returning('credential_id')
    .executeTakeFirst();
  return removed !== undefined;
}
