import { type CryptoKey, type JWK, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { Insertable, Kysely } from 'kysely';
import { randomUUID } from 'node:crypto';
import { exclusively } from '../../db/exclusive.ts';
import type { PoolTables } from '../migrations.ts';
import type { SigningKeys } from '../context.ts';

const ALGORITHM = 'RS256';

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new TypeError('A signing key must be an RSA key.');
  return key;
}

type NewKey = Insertable<PoolTables['pool_signing_keys']>;

async function makeKey(at: number): Promise<NewKey> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = randomUUID();
  const named = { kid, alg: ALGORITHM, use: 'sig' };
  return {
    kid,
    public_jwk: JSON.stringify({ ...(await exportJWK(pair.publicKey)), ...named }),
    private_jwk: JSON.stringify({ ...(await exportJWK(pair.privateKey)), ...named }),
    created_at: at,
    withdrawn_at: null,
  };
}

/** Opens the keys of this database. If there is none, it makes one. */
export async function openSigningKeys(db: Kysely<PoolTables>, at: number): Promise<SigningKeys> {
  const privateKeys = new Map<string, CryptoKey>();
  const publicKeys = new Map<string, CryptoKey>();

  // Queried every time, because another process may have rotated the keys.
  const currentId = (from: Kysely<PoolTables> = db): Promise<{ kid: string } | undefined> =>
    from
      .selectFrom('pool_signing_keys')
      .select('kid')
      .where('withdrawn_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('kid')
      .limit(1)
      .executeTakeFirst();

  if ((await currentId()) === undefined) {
    const key = await makeKey(at);
    // Processes that start together use the key of the first one.
    await exclusively(db, 'signing-keys', async (transaction) => {
      if ((await currentId(transaction)) !== undefined) return;
      await transaction.insertInto('pool_signing_keys').values(key).execute();
    });
  }

  return {
    async current() {
      const { kid } = (await currentId()) ?? {};
      if (kid === undefined) throw new Error('The pool has no signing key.');
      const known = privateKeys.get(kid);
      if (known !== undefined) return { kid, key: known };
      const row = await db
        .selectFrom('pool_signing_keys')
        .select('private_jwk')
        .where('kid', '=', kid)
        .executeTakeFirstOrThrow();
      if (row.private_jwk === null) throw new Error('The signing key was withdrawn just now.');
      const key = await importKey(row.private_jwk);
      privateKeys.set(kid, key);
      return { kid, key };
    },

    async publicKey(kid) {
      const known = publicKeys.get(kid);
      if (known !== undefined) return known;
      const row = await db
        .selectFrom('pool_signing_keys')
        .select('public_jwk')
        .where('kid', '=', kid)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const key = await importKey(row.public_jwk);
      publicKeys.set(kid, key);
      return key;
    },

    async published() {
      const rows = await db
        .selectFrom('pool_signing_keys')
        .select('public_jwk')
        .where('withdrawn_at', 'is', null)
        .orderBy('created_at', 'desc')
        .execute();
      return { keys: rows.map((row) => row.public_jwk) };
    },

    async rotate(rotatedAt) {
      const retiring = await db
        .selectFrom('pool_signing_keys')
        .select('kid')
        .where('withdrawn_at', 'is', null)
        .execute();
      // The new key is added first, so that the pool can sign at every moment.
      await db
        .insertInto('pool_signing_keys')
        .values(await makeKey(rotatedAt))
        .execute();
      const kids = retiring.map((row) => row.kid);
      if (kids.length === 0) return;
      await db
        .updateTable('pool_signing_keys')
        .set({ withdrawn_at: rotatedAt, private_jwk: null })
        .where('kid', 'in', kids)
        .execute();
    },
  };
}
