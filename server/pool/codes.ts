import { sql } from 'kysely';
import { randomInt, timingSafeEqual } from 'node:crypto';
import {
  attemptLimit,
  claimCode,
  claimSending,
  clearAttempts,
  CODES_OF_ACCOUNT,
  MESSAGES,
  spend,
  tryCode,
} from './attempts.ts';
import { guesserAt } from './guessers.ts';
import type { Mail } from '../mail/outbox.ts';
import type { CallContext, PoolContext } from './context.ts';
import { PoolError } from './errors.ts';
import { hashOf, newOpaqueToken } from './opaque.ts';

/** The purpose of a code. `attribute:` codes verify an e-mail address or a phone number. */
export type CodePurpose =
  | 'sign-up'
  | 'forgot-password'
  | 'sms-mfa'
  | 'custom-challenge'
  | 'attribute:email'
  | 'attribute:phone_number';

const MINUTE = 60 * 1000;
const LIFE_MS: Record<CodePurpose, number> = {
  'sign-up': 24 * 60 * MINUTE,
  'forgot-password': 60 * MINUTE,
  'sms-mfa': 3 * MINUTE,
  'custom-challenge': 3 * MINUTE,
  'attribute:email': 24 * 60 * MINUTE,
  'attribute:phone_number': 24 * 60 * MINUTE,
};
/** How many codes all callers together whom the account does not know may have sent to it within an hour. */
const MOST_SENDS = 60;
const SEND_WINDOW_MS = 60 * MINUTE;

/** `CodeDeliveryDetails` on the wire. */
export interface CodeDelivery {
  readonly AttributeName: 'email' | 'phone_number';
  readonly DeliveryMedium: 'EMAIL' | 'SMS';
  /** Masked. */
  readonly Destination: string;
}

function mask(destination: string): string {
  const [local = '', domain] = destination.split('@');
  if (domain === undefined) return `+*******${destination.slice(-4)}`;
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}

/** Describes where a code was sent, in the terms of the service. */
export const deliveryTo = (destination: string): CodeDelivery =>
  destination.includes('@')
    ? { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: mask(destination) }
    : { AttributeName: 'phone_number', DeliveryMedium: 'SMS', Destination: mask(destination) };

export const codeExpired = (): PoolError =>
  new PoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

export interface CodeRequest {
  /** A `sub`, or the substitute id of an unknown user. */
  readonly subject: string;
  readonly purpose: CodePurpose;
  /** An e-mail address, or a phone number in E.164. */
  readonly destination: string;
  /** False for an unknown user, or one whom no code helps. Then nothing is delivered, and every guess is wrong. */
  readonly deliver: boolean;
  /** The attribute value that the code proves. */
  readonly value?: string;
  /** True if whoever gets the code has given the right password. */
  readonly isPasswordKnown?: boolean;
  /** True if the message was counted for the caller already. */
  readonly isCounted?: boolean;
}

/**
 * Makes a six-digit code, which replaces the previous one. A code for an e-mail address is sent by mail, if the provider
 * has a mail server. Any other code is printed to the log.
 *
 * @throws {PoolError} LimitExceededException after too many codes of one caller, or of callers whom the account does not
 *   know
 */
export async function sendCode(context: CallContext, request: CodeRequest): Promise<CodeDelivery> {
  if (request.isCounted !== true) await spend(context, MESSAGES);
  const guesser = await guesserAt(context, request.subject);
  await claimSending(context, guesser, request.purpose);
  const now = context.clock.now();
  const code = request.deliver ? String(randomInt(1_000_000)).padStart(6, '0') : newOpaqueToken();
  const fresh = {
    code,
    destination: request.destination,
    value: request.value ?? null,
    expires_at: now + LIFE_MS[request.purpose],
  };
  const newWindow = sql<boolean>`pool_codes.window_started_at <= ${now - SEND_WINDOW_MS}::bigint`;
  const mail = mailOf(context, request, code, fresh.expires_at);
  const store = (db: PoolContext['db']): Promise<{ code: string | null } | undefined> =>
    db
      .insertInto('pool_codes')
      .values({
        ...fresh,
        subject: request.subject,
        purpose: request.purpose,
        sends: 1,
        window_started_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['subject', 'purpose'])
          .doUpdateSet({
            ...fresh,
            sequence: sql<number>`excluded.sequence`,
            sends: sql<number>`case when ${newWindow} then 1 else pool_codes.sends + 1 end`,
            window_started_at: sql<number>`case
            when ${newWindow} then ${now}::bigint else pool_codes.window_started_at end`,
          })
          .where((where) =>
            where.or([
              where('pool_codes.sends', '<', MOST_SENDS),
              newWindow,
              where.val(guesser.known !== null),
            ]),
          ),
      )
      .returning('code')
      .executeTakeFirst();
  // A mail is stored together with its code: there is either both or neither.
  const stored =
    mail === null
      ? await store(context.db)
      : await context.db.transaction().execute(async (transaction) => {
          const row = await store(transaction);
          if (row !== undefined) await context.mail?.(transaction, mail);
          return row;
        });
  if (stored === undefined) throw attemptLimit();
  if (request.deliver && mail === null) {
    const link =
      request.purpose === 'sign-up' ? `, link ${confirmationLink(context, request.subject, code)}` : '';
    context.log(`user pool: ${request.purpose} code ${code} for ${request.destination}${link}`);
  }
  return deliveryTo(request.destination);
}

const KINDS = {
  'forgot-password': 'forgot-password',
  'attribute:email': 'new-address',
} as const;

/** The mail with a code. Null for a code that is not sent by mail. */
function mailOf(
  context: PoolContext,
  { subject, purpose, destination, deliver, isPasswordKnown = false }: CodeRequest,
  code: string,
  expiresAt: number,
): Mail | null {
  if (context.mail === null || !deliver) return null;
  const envelope = { to: destination, sub: subject, expiresAt };
  switch (purpose) {
    case 'sign-up':
      return {
        ...envelope,
        kind: 'sign-up',
        fields: { code, link: confirmationLink(context, subject, code) },
      };
    case 'forgot-password':
    case 'attribute:email':
      return { ...envelope, kind: KINDS[purpose], fields: { code } };
    case 'custom-challenge':
      return { ...envelope, kind: isPasswordKnown ? 'sign-in' : 'passwordless-sign-in', fields: { code } };
    case 'sms-mfa':
    case 'attribute:phone_number':
      return null;
  }
}

/** The address that confirms a sign-up, so that the listener need not type the code. */
function confirmationLink(context: PoolContext, sub: string, code: string): string {
  const query = new URLSearchParams({
    client_id: context.clientId,
    user_name: sub,
    confirmation_code: code,
  });
  return `${context.publicAddress()}/confirmUser?${query.toString()}`;
}

function sameCode(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(expected)));
}

const MISMATCH = 'Invalid verification code provided, please try again.';

/**
 * Uses up a code of a challenge. The challenge itself limits the guesses over all codes.
 *
 * @param mismatch the message for a wrong code
 * @returns the attribute value that the code verifies, or null
 * @throws {PoolError} CodeMismatchException, ExpiredCodeException, or LimitExceededException after five guesses of a caller
 */
export function consumeCode(
  context: CallContext,
  subject: string,
  purpose: CodePurpose,
  given: string,
  mismatch = MISMATCH,
): Promise<string | null> {
  return compareAndConsume(context, { subject, purpose, given, mismatch });
}

/**
 * Uses up a code that anybody may guess, as `consumeCode` does. Wrong guesses count for the account and for the caller over
 * all codes, so a new code allows no further guesses.
 *
 * @throws {PoolError} as `consumeCode`, and LimitExceededException after too many wrong guesses
 */
export function guessCode(
  context: CallContext,
  subject: string,
  purpose: CodePurpose,
  given: string,
): Promise<string | null> {
  const name = `code ${purpose}`;
  return compareAndConsume(context, { subject, purpose, given, mismatch: MISMATCH }, async (use) => {
    const guesser = await guesserAt(context, subject);
    const value = await tryCode(context, guesser, use, { name, policy: CODES_OF_ACCOUNT });
    await clearAttempts(context, guesser, name);
    return value;
  });
}

interface Guess {
  readonly subject: string;
  readonly purpose: CodePurpose;
  readonly given: string;
  readonly mismatch: string;
}

type Use = () => Promise<string | null>;

async function compareAndConsume(
  context: CallContext,
  { subject, purpose, given, mismatch }: Guess,
  count: (use: Use) => Promise<string | null> = (use) => use(),
): Promise<string | null> {
  const now = context.clock.now();
  const sent = await context.db
    .selectFrom('pool_codes')
    .select(['code', 'sequence'])
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .where('code', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (sent?.code === undefined || sent.code === null) throw codeExpired();
  // The guess is counted before it is compared, so that parallel guesses share one limit.
  await claimCode(context, await guesserAt(context, subject), `${purpose} ${sent.sequence}`);
  const expected = sent.code;
  return count(async () => {
    if (!sameCode(given, expected)) throw new PoolError('CodeMismatchException', mismatch);
    const taken = await context.db
      .updateTable('pool_codes')
      .set({ code: null })
      .where('subject', '=', subject)
      .where('purpose', '=', purpose)
      .where('code', '=', expected)
      .returning('value')
      .executeTakeFirst();
    if (taken === undefined) throw codeExpired();
    return taken.value;
  });
}

/**
 * Deletes the codes that were sent to an address, also those that were asked for before it had an account.
 *
 * @param email in lower case
 */
export async function forgetAddress(db: PoolContext['db'], email: string): Promise<void> {
  await sql`delete from pool_codes where lower(destination) = ${email}`.execute(db);
}

/** A code that was sent and not used yet. Tests read it instead of the e-mail. */
export interface SentCode {
  readonly purpose: string;
  readonly code: string;
  readonly destination: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Sign-up only: the address that confirms it. */
  readonly link?: string;
}

const DELIVERED = /^\d{6}$/;

/** The unused codes of a user, newest first. */
export async function unusedCodes(context: PoolContext, sub: string): Promise<SentCode[]> {
  const rows = await context.db
    .selectFrom('pool_codes')
    .selectAll()
    .where('subject', '=', sub)
    .orderBy('sequence', 'desc')
    .execute();
  return rows.flatMap(({ purpose, code, destination, expires_at }) =>
    code === null || !DELIVERED.test(code)
      ? []
      : [
          {
            purpose,
            code,
            destination,
            expiresAt: expires_at,
            ...(purpose === 'sign-up' ? { link: confirmationLink(context, sub, code) } : {}),
          },
        ],
  );
}
