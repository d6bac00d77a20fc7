import { describe, expect, test } from 'vitest';

import type { HostedLogin } from '../../../src/ports/auth.ts';

/** A browser without a session, and a host that offers the hosted login. */
export type HostedLoginFixture = {
  readonly login: HostedLogin;
  /** The query string when the listener returns, signed in, from the login that started last. */
  returnQuery(): string;
  /** True if this browser has a session. */
  hasSession(): boolean;
  /** Lets this much time pass, in milliseconds. */
  pass(span: number): Promise<void>;
};

const DONE = { ok: true, value: undefined };
const INVALID_STATE = { ok: false, error: { kind: 'refused', message: 'Invalid state in OAuth flow' } };
const SIGN_OUT_DEADLINE = 3000;

/** The tests that every adapter of the hosted login must pass. */
export const describeHostedLogin = (name: string, make: () => HostedLoginFixture): void => {
  describe(`${name} is a HostedLogin`, () => {
    const start = async ({ login, returnQuery }: HostedLoginFixture, onwards: string): Promise<string> => {
      expect(await login.begin(onwards), 'the start of the hosted login').toEqual(DONE);
      return returnQuery();
    };

    test('is offered, and signs in nobody before the listener returns', async () => {
      const fixture = make();
      expect(fixture.login.isOffered).toBe(true);
      await start(fixture, '/library');
      expect(fixture.hasSession()).toBe(false);
    });

    test.each(['', '?', '?from=%2Flibrary', '?state=1'])('does not accept %j as a return', (query) => {
      expect(make().login.arrive(query)).toBeNull();
    });

    test('signs in when the listener returns, and names the page to continue to', async () => {
      const fixture = make();
      const onwards = '/search-results?q=é 1&2#tracks';
      const arrival = fixture.login.arrive(await start(fixture, onwards));
      expect(arrival?.onwards).toBe(onwards);
      expect(await arrival?.done).toEqual(DONE);
      expect(fixture.hasSession()).toBe(true);
    });

    test('accepts a return once', async () => {
      const fixture = make();
      const query = await start(fixture, '/library');
      await fixture.login.arrive(query)?.done;
      const again = fixture.login.arrive(query);
      expect(again?.onwards).toBeNull();
      expect(await again?.done).toEqual(INVALID_STATE);
    });

    test.each([
      '?code=abc',
      '?code=abc&state=',
      '?code=abc&state=forged',
      '?error=access_denied&state=forged',
    ])('refuses %j, which belongs to no login of this browser', async (query) => {
      const fixture = make();
      await start(fixture, '/library');
      const arrival = fixture.login.arrive(query);
      expect(arrival?.onwards).toBeNull();
      expect(await arrival?.done).toEqual(INVALID_STATE);
      expect(fixture.hasSession()).toBe(false);
    });

    test('fails if the service refused the sign-in, and names the page to continue to', async () => {
      const fixture = make();
      const state = new URLSearchParams(await start(fixture, '/library')).get('state') ?? '';
      const arrival = fixture.login.arrive(`?error=access_denied&state=${encodeURIComponent(state)}`);
      expect(arrival?.onwards).toBe('/library');
      expect(await arrival?.done).toEqual({
        ok: false,
        error: { kind: 'refused', message: 'Authentication Error' },
      });
      expect(fixture.hasSession()).toBe(false);
    });

    test('two logins at the same time each continue to their own page', async () => {
      const fixture = make();
      const one = await start(fixture, '/library');
      const other = await start(fixture, '/topics');
      expect(fixture.login.arrive(other)?.onwards).toBe('/topics');
      expect(fixture.login.arrive(one)?.onwards).toBe('/library');
    });

    test('fails after 3 seconds if the sign-out has not left the page', async () => {
      const { login, pass } = make();
      const outcomes: unknown[] = [];
      void login.leave().then((outcome) => outcomes.push(outcome));
      await pass(SIGN_OUT_DEADLINE - 1);
      expect(outcomes, 'before 3 seconds').toEqual([]);
      await pass(1);
      expect(outcomes).toEqual([
        { ok: false, error: { kind: 'unreachable', message: 'Signout timeout fail' } },
      ]);
    });
  });
};
