import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  GUESSES,
  giveBack,
  type Guesser,
  MESSAGES,
  requireLeft,
  spend,
  tryCode,
  tryPassword,
} from '../../pool/attempts.ts';
import { PoolError } from '../../pool/errors.ts';
import type { PoolTables } from '../../pool/migrations.ts';
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

type Context = ReturnType<typeof contextOf>;

const at = (account: string, by: Context = context): Guesser => ({ account, from: by.caller, known: null });
const device = (account: string): Guesser => ({ account, from: 'device key', known: 'device' });
const wrongPassword = (account: string, by = context) => tryPassword(by, at(account, by), () => false);
const rightPassword = (account: string, by = context) => tryPassword(by, at(account, by), () => true);
const wrongCode = (account: string, by = context) =>
  tryCode(by, at(account, by), () => Promise.reject(new PoolError('CodeMismatchException', 'wrong')));
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

describe('one caller', () => {
  it('has 50 wrong passwords at once over all accounts, also in parallel, and then one a minute (SES-101)', async () => {
    // Four at each account are too few to lock the account.
    expect(await allowed(100, (each) => wrongPassword(`spread-${each % 25}-${callers}`))).toBe(50);
    await expect(wrongPassword('another')).rejects.toThrow('Password attempts exceeded');
    now += 60_000;
    expect(await allowed(5, (at) => wrongPassword(`later-${at}-${callers}`))).toBe(1);
    now += 600_000;
    expect(await allowed(20, (at) => wrongPassword(`much-later-${at}-${callers}`))).toBe(10);
  });

  it('gets no check of a right password either while nothing is left, but other callers do (SES-101)', async () => {
    await allowed(50, (at) => wrongPassword(`one-${at}-${callers}`));
    const right = () => rightPassword('right');
    await expect(right()).rejects.toThrow('Password attempts exceeded');
    expect(await rightPassword('right', contextOf('198.51.100.7'))).toBe(true);
    now += 60_000;
    expect(await right()).toBe(true);
  });

  it('locks no account with guesses that are refused', async () => {
    await allowed(50, (at) => wrongPassword(`fill-${at}-${callers}`));
    await allowed(20, () => wrongPassword('victim'));
    now += 60_000;
    expect(await rightPassword('victim')).toBe(true);
  });

  it('is not counted for right passwords, however many at once (SES-101)', async () => {
    expect(await allowed(200, (each) => rightPassword(`class-${each}`))).toBe(200);
    await requireLeft(context, GUESSES);
  });

  it('signs in from a browser that the account knows, whatever others at the address do (SES-101)', async () => {
    await allowed(50, (at) => wrongPassword(`school-${at}-${callers}`));
    expect(await tryPassword(context, device('returning'), () => true)).toBe(true);
    // The browser itself still counts.
    const guess = () => tryPassword(context, device('returning'), () => false);
    for (let attempt = 1; attempt <= 5; attempt += 1) expect(await guess()).toBe(false);
    await expect(guess()).rejects.toThrow('Password attempts exceeded');
  });

  it('has 50 wrong codes at once over all accounts, together with the passwords (SES-101)', async () => {
    const codes = await Promise.allSettled(
      Array.from({ length: 120 }, (_, at) => wrongCode(`code-${at % 30}-${callers}`)),
    );
    const messages = codes.map((each) => (each.status === 'rejected' ? messageOf(each.reason) : ''));
    expect(messages.filter((message) => message === 'wrong')).toHaveLength(50);
    expect(messages.filter((message) => message.startsWith('Attempt limit exceeded'))).toHaveLength(70);
    await expect(wrongPassword('another')).rejects.toThrow('Password attempts exceeded');
  });

  it('gets 60 messages at once, and then one a minute (SES-101)', async () => {
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

describe('an account', () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;

  it('lets its owner in 144 of 144 times while a stranger guesses as often as he can for twelve hours (SES-106)', async () => {
    const stranger = contextOf('203.0.113.1');
    const owner = contextOf('203.0.113.2');
    const sameNetwork = device('besieged');
    let guesses = 0;
    let signedIn = 0;
    for (const end = now + 12 * HOUR; now < end; now += 5 * MINUTE) {
      guesses += await allowed(3, () => wrongPassword('besieged', stranger));
      expect(await rightPassword('besieged', owner)).toBe(true);
      // A browser that the account knows, at the stranger's own network.
      expect(await tryPassword(stranger, sameNetwork, () => true)).toBe(true);
      signedIn += 1;
    }
    expect(signedIn).toBe(144);
    expect(guesses).toBeGreaterThan(40);
    now += HOUR;
    await allowed(5, () => wrongPassword('besieged', stranger));
    await expect(rightPassword('besieged', stranger)).rejects.toThrow('Password attempts exceeded');
  });

  it('is not closed by three strangers who go on for a week (SES-106)', async () => {
    for (const end = now + 7 * 24 * HOUR; now < end; now += 15 * MINUTE) {
      for (const last of [1, 2, 3])
        await allowed(1, () => wrongPassword('week', contextOf(`203.0.113.1${last}`)));
    }
    expect(await rightPassword('week', contextOf('203.0.113.20'))).toBe(true);
  });

  it('checks a bounded number of guesses from any number of networks, and then only whom it knows (SES-106)', async () => {
    const guessFrom = (each: number, name: string, guess = wrongPassword) =>
      guess(name, contextOf(`2001:db8:${name.length}:${each.toString(16)}::/64`));
    let checked = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      checked += await allowed(60, (each) => guessFrom(hour * 60 + each, 'spread'));
      now += HOUR;
    }
    expect(checked).toBe(200 + 23 * 15);
    now -= HOUR;
    await expect(rightPassword('spread', contextOf('203.0.113.30'))).rejects.toThrow(
      'Password attempts exceeded',
    );
    const known: Guesser = { account: 'spread', from: '203.0.113.30', known: 'network' };
    expect(await tryPassword(contextOf('203.0.113.30'), known, () => true)).toBe(true);
    expect(await tryPassword(contextOf('203.0.113.31'), device('spread'), () => true)).toBe(true);
    let codes = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      const sent = await Promise.allSettled(
        Array.from({ length: 60 }, (_, each) => guessFrom(hour * 60 + each, 'codes', wrongCode)),
      );
      codes += sent.filter((each) => each.status === 'rejected' && messageOf(each.reason) === 'wrong').length;
      now += HOUR;
    }
    expect(codes).toBe(40 + 23 * 2);
  });
});
