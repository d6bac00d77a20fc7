import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BoundedCache } from '../bounded-cache.ts';
import { printable } from '../text.ts';
import { law } from 'audio-streaming-laws/laws';
import { wire } from './pool/client.ts';
import { signedOut, useProvider } from './support/provider.ts';

describe('text for the terminal', () => {
  test.each([
    [
      'plain text',
      'Beatrix Hallström <buyer@listener.test> 🎧',
      'Beatrix Hallström <buyer@listener.test> 🎧',
    ],
    ['a colour', 'a\u001b[31mb', String.raw`a\u001b[31mb`],
    ['the same in one sign', 'a\u009b31mb', String.raw`a\u009b31mb`],
    ['a title of the window', '\u001b]0;owned\u0007', String.raw`\u001b]0;owned\u0007`],
    ['a line of its own', 'a\nuser pool: a lie', String.raw`a\u000auser pool: a lie`],
    ['a line over this one', 'a\rb', String.raw`a\u000db`],
    ['a line break of Unicode', 'a\u2028b\u0085c', String.raw`a\u2028b\u0085c`],
    ['an order that is turned round', 'a\u202eb\u2066c', String.raw`a\u202eb\u2066c`],
    ['half a sign', 'a\ud83cb', String.raw`a\ud83cb`],
  ])('%s', (_what, text, printed) => {
    expect(printable(text)).toBe(printed);
  });

  test('a stack trace keeps its lines', () => {
    const trace = 'Error: failed\n    at one (file.ts:1:2)\n    at two (file.ts:3:4)';
    expect(printable(trace)).toBe(trace);
  });
});

describe("the provider's log", () => {
  const log: string[] = [];
  const provider = useProvider({ log: (line) => log.push(line) });

  test('contains no control character, whatever a caller sends', async () => {
    const hostile = 'new-password@listener.test\u001b[2m';
    const { origin } = provider();
    await signedOut(origin).post('/user/forgot_password', { email: hostile });
    await wire(`${origin}/pool`, 'ForgotPassword', {
      ClientId: 'embeddedwebclient00000001',
      Username: hostile,
    });
    await wire(`${origin}/pool`, 'SignUp', {
      ClientId: 'embeddedwebclient00000001',
      Username: hostile,
      Password: 'a long password',
      UserAttributes: [{ Name: 'name', Value: 'Ada' }],
    });
    await provider().pool.sendForgotPasswordCode(hostile, '192.0.2.1', 'en');
    await provider().pool.ensureUser({ email: hostile, name: 'Noor', password: 'a long password' });
    await provider().pool.sendForgotPasswordCode(hostile, '192.0.2.1', 'en');
    expect(log.filter((line) => line.includes(String.raw`\u001b[2m`))).not.toEqual([]);
    expect(log.filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
  });
});

const key = fc.constantFrom('a', 'b', 'c', 'd');
const use = fc.record({ key, size: fc.option(fc.integer({ min: 1, max: 7 }), { nil: null }) });

law('never holds more than its limit, and returns the newest value of a key', [fc.array(use)], (uses) => {
  const cache = new BoundedCache<number>(10);
  const last = new Map<string, number>();
  for (const [at, { key: name, size }] of uses.entries()) {
    if (size === null) expect(cache.get(name)).toBeOneOf([undefined, last.get(name)]);
    else {
      cache.set(name, at, size);
      last.set(name, at);
      expect(cache.get(name)).toBe(at);
    }
    expect(cache.size).toBeLessThanOrEqual(10);
  }
});

test('the least recently used value is removed first', () => {
  const cache = new BoundedCache<number>(3);
  for (const name of ['a', 'b', 'c']) cache.set(name, 1, 1);
  cache.get('a');
  cache.set('d', 1, 1);
  expect(['a', 'b', 'c', 'd'].map((name) => cache.get(name))).toEqual([1, undefined, 1, 1]);
});

test('a value that is larger than the limit removes the earlier value of its key, and is not stored', () => {
  const cache = new BoundedCache<number>(3);
  cache.set('a', 1, 1);
  cache.set('b', 1, 1);
  cache.set('a', 2, 4);
  expect([cache.get('a'), cache.get('b'), cache.size]).toEqual([undefined, 1, 1]);
});
