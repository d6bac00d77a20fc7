// Proves SES-101.
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  GUESSES,
  giveBack,
  MESSAGES,
  requireLeft,
  spend,
  tryCode,
  tryPassword,
} from '../../../server/pool/attempts.ts';
import { PoolError } from '../../../server/pool/errors.ts';
import type { PoolTables } from '../../../server/pool/migrations.ts';
import { openPoolDatabase } from './harness.ts';

let db: Kysely<PoolTables>;
let now = Date.UTC(2026, 10, 20);
let callers = 0;
let context = contextOf('');

function contextOf(caller: string) {
  return { db, clock: { now: () => now }, caller };
}

beforeAll(async () => {
  db = await openPoolDatabase();
});

beforeEach(() => {
  callers += 1;
  context = contextOf(`192.0.2.${callers}`);
});

afterAll(async () => {
  await db.destroy();
});

/** How many of some actions at once were not refused. */
async function allowed(count: number, act: (at: number) => Promise<unknown>): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: count }, (_, at) => act(at)));
  return results.filter(({ status }) => status === 'fulfilled').length;
}

const wrongPassword = (account: string, at = context) => tryPassword(at, account, () => false);
const wrongCode = (account: string) =>
  tryCode(context, account, () => Promise.reject(new PoolError('CodeMismatchException', 'wrong')));
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

describe('one caller', () => {
  it('has 50 wrong passwords at once over all accounts, also in parallel, and then one a minute', async () => {
    // Four at each account are too few to lock the account.
    expect(await allowed(100, (at) => wrongPassword(`spread-${at % 25}-${callers}`))).toBe(50);
    await expect(wrongPassword('another')).rejects.toThrow('Password attempts exceeded');
    now += 60_000;
    expect(await allowed(5, (at) => wrongPassword(`later-${at}-${callers}`))).toBe(1);
    now += 600_000;
    expect(await allowed(20, (at) => wrongPassword(`much-later-${at}-${callers}`))).toBe(10);
  });

  it('gets no answer to a right password either while nothing is left, but other callers do', async () => {
    await allowed(50, (at) => wrongPassword(`one-${at}-${callers}`));
    const right = () => tryPassword(context, 'right', () => true);
    await expect(right()).rejects.toThrow('Password attempts exceeded');
    expect(await tryPassword(contextOf('198.51.100.7'), 'right', () => true)).toBe(true);
    now += 60_000;
    expect(await right()).toBe(true);
  });

  it('locks no account with guesses that are refused', async () => {
    await allowed(50, (at) => wrongPassword(`fill-${at}-${callers}`));
    await allowed(20, () => wrongPassword('victim'));
    expect(await tryPassword(contextOf('198.51.100.8'), 'victim', () => true)).toBe(true);
  });

  it('is not counted for right passwords, however many at once', async () => {
    expect(await allowed(200, (at) => tryPassword(context, `class-${at}`, () => true))).toBe(200);
    await requireLeft(context, GUESSES);
  });

  it('signs in from a browser that the account knows, whatever others at the address do', async () => {
    await allowed(50, (at) => wrongPassword(`school-${at}-${callers}`));
    expect(await tryPassword(context, 'returning', () => true, true)).toBe(true);
    // The account itself still counts.
    const guess = () => tryPassword(context, 'returning', () => false, true);
    for (let attempt = 1; attempt <= 5; attempt += 1) expect(await guess()).toBe(false);
    await expect(guess()).rejects.toThrow('Password attempts exceeded');
  });

  it('has 50 wrong codes at once over all accounts, together with the passwords', async () => {
    const codes = await Promise.allSettled(
      Array.from({ length: 120 }, (_, at) => wrongCode(`code-${at % 30}-${callers}`)),
    );
    const messages = codes.map((each) => (each.status === 'rejected' ? messageOf(each.reason) : ''));
    expect(messages.filter((message) => message === 'wrong')).toHaveLength(50);
    expect(messages.filter((message) => message.startsWith('Attempt limit exceeded'))).toHaveLength(70);
    await expect(wrongPassword('another')).rejects.toThrow('Password attempts exceeded');
  });

  it('gets 60 messages at once, and then one a minute', async () => {
    expect(await allowed(150, () => spend(context, MESSAGES))).toBe(60);
    now += 120_000;
    expect(await allowed(5, () => spend(context, MESSAGES))).toBe(2);
    await giveBack(context, MESSAGES);
    expect(await allowed(5, () => spend(context, MESSAGES))).toBe(1);
  });

  it('is not refused for ever after the clock was set back', async () => {
    await allowed(60, () => spend(context, MESSAGES));
    now -= 7 * 86_400_000;
    await requireLeft(context, MESSAGES);
    expect(await allowed(100, () => spend(context, MESSAGES))).toBe(60);
  });
});
