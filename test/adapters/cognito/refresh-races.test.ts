import * as library from 'amazon-cognito-identity-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { SessionKeeper } from '../../../src/adapters/cognito/session/session-keeper.ts';
import { TokenStore } from '../../../src/adapters/cognito/session/token-store.ts';
import { vendorExchange } from '../../../src/adapters/cognito/vendor/vendor-client.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import type { Session } from '../../../src/ports/auth.ts';
import { CLIENT_ID, holdSession, PREFIX, token } from './scripted-user.ts';

/** How the service responds to a renewal. */
type Mood = 'renews' | 'refuses' | 'unreachable';

type Ask = { readonly tab: number; readonly what: 'session' | 'renew' | 'sign-out' };

class RaceClock extends MemoryClock {
  constructor(private readonly scheduler: fc.Scheduler) {
    super();
  }

  override async after(): Promise<void> {
    await this.scheduler.schedule(Promise.resolve(), 'time passes');
  }
}

/** The vendor's user. The scheduler decides when its renewals end. */
class RacingUser extends library.CognitoUser {
  constructor(
    data: library.ICognitoUserData,
    private readonly respond: (callback: (error?: unknown) => void) => Promise<void>,
  ) {
    super(data);
  }

  override refreshSession(_token: unknown, callback: library.NodeCallback<unknown, unknown>): void {
    void this.respond((error) => callback(error));
  }
}

const inTurn = () => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async request<Value>(_name: string, work: () => Promise<Value>): Promise<Value> {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
};

const coded = (code: string): Error => Object.assign(new Error('Refresh Token has been revoked'), { code });

/** Three tabs of one browser with an expired session. */
const tabsOn = (scheduler: fc.Scheduler, mood: Mood) => {
  const clock = new RaceClock(scheduler);
  const store = new MemoryKeyValueStore();
  const stale = token(clock.now(), -10);
  const fresh = token(clock.now(), 3600, 'next');
  holdSession(store, { accessToken: stale, idToken: stale, refreshToken: 'refresh' });
  const seen = { requests: 0 };
  const locks = inTurn();

  const exchange = async (storage: library.ICognitoStorage) => {
    const pool = new library.CognitoUserPool({
      UserPoolId: 'us-west-2_P',
      ClientId: CLIENT_ID,
      Storage: storage,
    });
    const respond = async (callback: (error?: unknown) => void): Promise<void> => {
      seen.requests += 1;
      await scheduler.schedule(Promise.resolve(), 'the service responds');
      if (mood === 'refuses') return callback(coded('NotAuthorizedException'));
      if (mood === 'unreachable') return callback(coded('NetworkError'));
      storage.setItem(`${PREFIX}sub.accessToken`, fresh);
      return callback();
    };
    return vendorExchange(
      pool,
      (Username) => new RacingUser({ Username, Pool: pool, Storage: storage }, respond),
    );
  };
  const config = { region: 'us-west-2', userPoolId: 'us-west-2_P', clientId: CLIENT_ID, endpoint: null };

  const tabs = [store, store.inAnotherTab(), store.inAnotherTab()].map((own) => {
    const keeper = new SessionKeeper(
      new TokenStore(own, CLIENT_ID),
      { config, exchange, prepare: () => undefined, code: async (importPart) => importPart() },
      clock,
      new MemoryLog(),
      locks,
    );
    own.changedElsewhere.subscribe((key) => {
      // The other tabs share the storage at once, but they are told of a change later.
      void scheduler
        .schedule(Promise.resolve(), 'a tab learns of a change')
        .then(() => keeper.changedElsewhere(key));
    });
    const endings: string[] = [];
    keeper.ended.subscribe(({ message }) => endings.push(message));
    return { keeper, endings };
  });
  const refused: Session = { accessToken: stale, expiresAt: clock.now() };
  return { tabs, seen, store, fresh, refused };
};

const ask = fc.record<Ask>({
  tab: fc.nat(2),
  what: fc.constantFrom('session', 'session', 'session', 'renew', 'sign-out'),
});

test('in any order of calls, responses and sign-outs in three tabs, there is one renewal, and no signed-out session returns (SES-44)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom<Mood>('renews', 'renews', 'refuses', 'unreachable'),
      fc.array(ask, { minLength: 1, maxLength: 12 }),
      async (scheduler, mood, asks) => {
        const { tabs, seen, store, fresh, refused } = tabsOn(scheduler, mood);
        const outcomes = asks.map(async ({ tab, what }) => {
          await scheduler.schedule(Promise.resolve(), `tab ${tab}: ${what}`);
          const { keeper } = tabs[tab] ?? { keeper: null };
          if (what === 'sign-out') keeper?.signedOut();
          else return what === 'renew' ? keeper?.renew(refused) : keeper?.session();
          return undefined;
        });
        await scheduler.waitFor(Promise.all(outcomes));
        await scheduler.waitAll();
        const results = (await Promise.all(outcomes)).filter((outcome) => outcome !== undefined);
        const hasSignedOut = asks.some(({ what }) => what === 'sign-out');

        expect(seen.requests).toBeLessThanOrEqual(1);
        for (const outcome of results) if (outcome.ok) expect(outcome.value.accessToken).toBe(fresh);
        for (const { endings } of tabs) expect(endings.length).toBeLessThanOrEqual(1);
        if (hasSignedOut || (mood === 'refuses' && results.length > 0)) {
          expect(store.keys().filter((key) => !key.endsWith('.endedBecause'))).toEqual([]);
          expect(tabs.some(({ keeper }) => keeper.hasSession())).toBe(false);
        } else {
          expect(tabs.every(({ keeper }) => keeper.hasSession())).toBe(true);
          const kind = mood === 'renews' ? fresh : 'unreachable';
          expect(
            results.map((outcome) => (outcome.ok ? outcome.value.accessToken : outcome.error.kind)),
          ).toEqual(results.map(() => kind));
          expect(tabs.flatMap(({ endings }) => endings)).toEqual([]);
        }
      },
    ),
    { numRuns: 1000 },
  );
}, 60_000);
