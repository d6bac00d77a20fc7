import { randomBytes } from 'node:crypto';
import type { PoolContext } from './context.ts';
import { invalidParameter } from './errors.ts';
import { hashOf } from './opaque.ts';
import { agree, readClientPublic, type SrpRecord } from './srp/srp.ts';

const LIFE_MS = 3 * 60 * 1000;

/** The server's part of a password proof, as challenge parameters. */
export interface ExchangeOffer {
  /** Hexadecimal. */
  readonly SALT: string;
  /** Hexadecimal. */
  readonly SRP_B: string;
  /** Base64. It identifies this exchange, and the client signs it. */
  readonly SECRET_BLOCK: string;
}

/**
 * Starts a password proof of a user or a device with the client's SRP_A. Only the derived key is stored, for three
 * minutes.
 *
 * @throws {PoolError} InvalidParameterException for a missing or invalid SRP_A
 */
export async function openExchange(
  context: PoolContext,
  subject: string,
  clientPublic: string | undefined,
  record: SrpRecord,
  customFlow: boolean,
): Promise<ExchangeOffer> {
  if (clientPublic === undefined) throw invalidParameter('Missing required parameter SRP_A');
  const value = readClientPublic(clientPublic);
  if (value === undefined) throw invalidParameter('Invalid SRP_A');
  const { serverPublic, sessionKey } = await agree(value, record);
  const secretBlock = randomBytes(96).toString('base64');
  await context.db
    .insertInto('pool_srp_exchanges')
    .values({
      id_hash: hashOf(secretBlock),
      subject,
      session_key: sessionKey.toString('hex'),
      custom_flow: customFlow,
      expires_at: context.clock.now() + LIFE_MS,
    })
    .execute();
  return { SALT: record.salt, SRP_B: serverPublic, SECRET_BLOCK: secretBlock };
}

export interface Exchange {
  readonly sessionKey: Buffer;
  readonly customFlow: boolean;
}

/** Uses up the exchange of this SECRET_BLOCK and subject. Undefined if there is none or it has expired. */
export async function spendExchange(
  context: PoolContext,
  subject: string,
  secretBlock: string,
): Promise<Exchange | undefined> {
  const row = await context.db
    .deleteFrom('pool_srp_exchanges')
    .where('id_hash', '=', hashOf(secretBlock))
    .where('subject', '=', subject)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || row.expires_at <= context.clock.now()) return undefined;
  return { sessionKey: Buffer.from(row.session_key, 'hex'), customFlow: row.custom_flow };
}
