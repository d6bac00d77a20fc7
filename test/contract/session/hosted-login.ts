import { describe, expect, test } from 'vitest';

import type { HostedLogin } from '../../../src/ports/hosted-login.ts';

/** A browser in which nobody is signed in, at a host that offers the hosted login. */
export type HostedLoginWorld = {
  readonly login: HostedLogin;
  /** What the address holds when the listener comes back signed in from the login that was begun last. */
  answer(): string;
  /** Whether this browser holds a session. */
  hasSession(): boolean;
  /** Lets this much time pass, in milliseconds. */
  passes(span: number): Promise<void>;
};

const DONE = { ok: true, value: undefined };
const INVALID_STATE = { ok: false, error: { kind: 'refused', message: 'Invalid state in OAuth flow' } };
const SIGN_OUT_DEADLINE = 3000;

/** The tests that every adapter of the hosted login must pass. */
export const describeHostedLogin = (name: string, make: () => HostedLoginWorld): void => {
  describe(`${name} is a HostedLogin`, () => {
    const begun = async ({ login, answer }: HostedLoginWorld, onwards: string): Promise<string> => {
      expect(await login.begin(onwards), 'leaving for the hosted page').toEqual(DONE);
      return answer();
    };

    test('is offered, and has signed in nobody before anybody came back', async () => {
      const world = make();
      expect(world.login.isOffered).toBe(true);
      await begun(world, '/library');
      expect(world.hasSession()).toBe(false);
    });

    test.each(['', '?', '?from=%2Flibrary', '?state=1'])('takes %j for no answer of its own', (query) => {
      expect(make().login.arrive(query)).toBeNull();
    });

    test('signs in with what came back, and knows where the listener was on the way to', async () => {
      const world = make();
      const onwards = '/search-results?q=é 1&2#tracks';
      const arrival = world.login.arrive(await begun(world, onwards));
      expect(arrival?.onwards).toBe(onwards);
      expect(await arrival?.done).toEqual(DONE);
      expect(world.hasSession()).toBe(true);
    });

    test('takes an answer once: the same address again is no answer to anything', async () => {
      const world = make();
      const query = await begun(world, '/library');
      await world.login.arrive(query)?.done;
      const again = world.login.arrive(query);
      expect(again?.onwards).toBeNull();
      expect(await again?.done).toEqual(INVALID_STATE);
    });

    test.each([
      '?code=abc',
      '?code=abc&state=',
      '?code=abc&state=forged',
      '?error=access_denied&state=forged',
    ])('refuses %j, which answers nothing that was asked here', async (query) => {
      const world = make();
      await begun(world, '/library');
      const arrival = world.login.arrive(query);
      expect(arrival?.onwards).toBeNull();
      expect(await arrival?.done).toEqual(INVALID_STATE);
      expect(world.hasSession()).toBe(false);
    });

    test('says that the service let nobody in, and where the listener was on the way to', async () => {
      const world = make();
      const state = new URLSearchParams(await begun(world, '/library')).get('state') ?? '';
      const arrival = world.login.arrive(`?error=access_denied&state=${encodeURIComponent(state)}`);
      expect(arrival?.onwards).toBe('/library');
      expect(await arrival?.done).toEqual({
        ok: false,
        error: { kind: 'refused', message: 'Authentication Error' },
      });
      expect(world.hasSession()).toBe(false);
    });

    test('two logins that were begun at once both find their way', async () => {
      const world = make();
      const one = await begun(world, '/library');
      const other = await begun(world, '/topics');
      expect(world.login.arrive(other)?.onwards).toBe('/topics');
      expect(world.login.arrive(one)?.onwards).toBe('/library');
    });

    test('says after 3 seconds that the sign-out has not left this page', async () => {
      const { login, passes } = make();
      const outcomes: unknown[] = [];
      void login.leave().then((outcome) => outcomes.push(outcome));
      await passes(SIGN_OUT_DEADLINE - 1);
      expect(outcomes, 'before the 3 seconds are over').toEqual([]);
      await passes(1);
      expect(outcomes).toEqual([
        { ok: false, error: { kind: 'unreachable', message: 'Signout timeout fail' } },
      ]);
    });
  });
};
