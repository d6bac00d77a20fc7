import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe } from 'vitest';
import { DEMO_PASSWORD } from 'audio-streaming-provider/demo/listeners';
import type { Database } from 'audio-streaming-provider/members/tables';
import type { SeedUser } from 'audio-streaming-provider/pool/index';
import { CognitoAuth } from '../../src/adapters/cognito/cognito-auth.ts';
import { CognitoRegistration } from '../../src/adapters/cognito/sign-in/cognito-registration.ts';
import { HttpContentApi } from '../../src/adapters/http/http-content-api.ts';
import { HttpFeeds } from '../../src/adapters/http/feeds-and-listening.ts';
import { HttpSessions } from '../../src/adapters/http/own-sessions.ts';
import { ResponseCache } from '../../src/adapters/http/response-cache.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';
import { SystemClock } from '../../src/adapters/browser/browser-platform.ts';
import {
  authorId,
  categoryId,
  contentId,
  narratorId,
  seriesId,
  topicId,
} from '../../src/domain/catalogue/content.ts';
import { milliseconds } from '../../src/domain/time.ts';
import type { Auth } from '../../src/ports/auth.ts';
import { describeAuth } from './session/auth.ts';
import { describeFeeds } from './content-api/optional-apis.ts';
import { describeContentApi } from './content-api/content-api.ts';
import { describeOwnSessions } from './session/own-sessions.ts';
import { describeRegistration } from './session/registration.ts';
import { EMBEDDED_POOL } from 'audio-streaming-provider/parts/pool';
import type { Provider } from 'audio-streaming-provider/provider';
import type { ClientName } from '../../src/adapters/cognito/pool-client.ts';
import { UserPool } from '../../src/adapters/cognito/user-pool.ts';
import { startTestProvider } from 'audio-streaming-provider/test/support/provider';

/** One request as the provider received it. */
type WireCall = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly status: number;
};

/** A real provider on a loopback port, with its test controls open. */
class TestProvider {
  static async start(): Promise<TestProvider> {
    return new TestProvider(await startTestProvider({ faults: true }));
  }

  private constructor(readonly provider: Provider) {}

  get origin(): string {
    return this.provider.origin;
  }

  async close(): Promise<void> {
    await this.provider.close();
  }

  userPool(client: ClientName = 'vendor', authFlow: 'srp' | 'custom' = 'srp'): UserPool {
    return new UserPool({ ...EMBEDDED_POOL, endpoint: `${this.origin}/pool`, authFlow, client });
  }

  /** What the provider received since the log was last cleared. */
  async calls(): Promise<readonly WireCall[]> {
    const response = await fetch(`${this.origin}/__faults/log`);
    const { entries } = (await response.json()) as { readonly entries: readonly WireCall[] };
    return entries;
  }

  async clearCalls(): Promise<void> {
    await fetch(`${this.origin}/__faults/log`, { method: 'DELETE' });
  }

  async arm(fault: Readonly<Record<string, unknown>>): Promise<void> {
    await this.post('/__faults', fault);
  }

  async disarm(): Promise<void> {
    await fetch(`${this.origin}/__faults`, { method: 'DELETE' });
  }

  async post(path: string, body: unknown): Promise<void> {
    const response = await fetch(this.origin + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${await response.text()}`);
  }
}

// The adapters of the app, against a provider that shares no code with them.
describe('against the embedded provider', () => {
  let provider: TestProvider;
  let member: Auth;
  let known: Awaited<ReturnType<typeof knownContent>>;
  let listeners = 0;

  beforeAll(async () => {
    provider = await TestProvider.start();
    known = await knownContent(provider.provider.db);
    member = cognitoAuth();
    await member.signIn({ email: 'annual@listener.test', password: DEMO_PASSWORD });
  }, 120_000);

  afterAll(async () => provider.close());

  const cognitoAuth = (
    store = new MemoryKeyValueStore(),
    clock = new SystemClock(),
    client: ClientName = 'vendor',
    authFlow: 'srp' | 'custom' = 'srp',
  ): Auth =>
    new CognitoAuth({
      pool: provider.userPool(client, authFlow),
      store,
      clock,
      log: new MemoryLog(),
      locks: null,
    });

  const contentApi = (auth: Auth): HttpContentApi => {
    const clock = new SystemClock();
    const cache = new ResponseCache(new MemoryKeyValueStore(), clock, (work) => setTimeout(work, 0));
    return new HttpContentApi(
      { apiUrl: provider.origin, auth, clock, random: Math.random },
      cache,
      new MemoryLog(),
    );
  };

  const newListener = async (more: Partial<SeedUser> = {}) => {
    listeners += 1;
    const credentials = { email: `contract-${listeners}@listener.test`, password: DEMO_PASSWORD };
    await provider.provider.pool.ensureUser({ ...credentials, name: 'Wren Okafor', ...more });
    return credentials;
  };

  const newestCode = async (email: string): Promise<string> =>
    (await provider.provider.pool.codesFor(email))[0]?.code ?? '';

  describeContentApi('HttpContentApi', async () => ({
    api: contentApi(member),
    setReachable: async (isReachable) =>
      isReachable ? provider.disarm() : provider.arm({ match: { path: '/api' }, drop: true }),
    ...known,
  }));

  describeFeeds('HttpFeeds', () => ({ api: new HttpFeeds(contentApi(member).client, provider.origin) }));

  describeOwnSessions('HttpSessions', async () => {
    await provider.disarm();
    const credentials = await newListener();
    const browsers = [cognitoAuth(), cognitoAuth(), cognitoAuth()];
    for (const auth of browsers) await auth.signIn(credentials);
    const [own = member] = browsers;
    return { api: new HttpSessions(contentApi(own).client) };
  });

  describe.each(['vendor', 'webcrypto'] as const)('with the client %s', (client) => {
    describeAuth('CognitoAuth', async () => {
      await provider.disarm();
      await provider.clearCalls();
      const store = new MemoryKeyValueStore();
      const clock = new SystemClock();
      const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
      const smsNumber = '+15005550000';
      const withAuthenticator = await newListener({ totpSecret });
      const withSms = await newListener({ smsNumber });
      const withSetup = await newListener({ mfaRequired: true });
      const withBoth = await newListener({ smsNumber, totpSecret });
      const withCustom = await newListener();
      const totpFor = async (email: string) => (await provider.provider.pool.totpFor(email)) ?? '';
      return {
        auth: cognitoAuth(store, clock, client),
        now: () => clock.now(),
        reloaded: () => cognitoAuth(store, clock, client),
        inAnotherTab: () => cognitoAuth(store.inAnotherTab(), clock, client),
        onAnotherDevice: () => cognitoAuth(new MemoryKeyValueStore(), clock, client),
        listener: await newListener(),
        withNewPassword: await newListener({ state: 'new-password-required' }),
        withoutName: await newListener({ name: '', state: 'new-password-required' }),
        withAuthenticator: {
          ...withAuthenticator,
          code: async () => totpFor(withAuthenticator.email),
        },
        withSms: { ...withSms, code: async () => newestCode(withSms.email) },
        withSetup: {
          ...withSetup,
          code: async (secret) => new TOTP({ secret: Secret.fromBase32(secret) }).generate(),
        },
        withBoth: { ...withBoth, code: async () => totpFor(withBoth.email) },
        withCustom: { ...withCustom, response: async () => newestCode(withCustom.email) },
        inCustomFlow: () => cognitoAuth(new MemoryKeyValueStore(), clock, client, 'custom'),
        unconfirmed: await newListener({ state: 'unconfirmed' }),
        setReachable: async (isReachable) =>
          isReachable ? provider.disarm() : provider.arm({ match: { path: '/pool' }, drop: true }),
        expireAccess: async () => clock.correctBy(milliseconds(3_600_000)),
        endSessions: async (email) => provider.provider.pool.revokeUser(email),
        renewals: async () => {
          const calls = await provider.calls();
          return calls.filter(({ body }) => JSON.stringify(body).includes('REFRESH_TOKEN_AUTH')).length;
        },
      };
    });

    describeRegistration('CognitoRegistration', async () => ({
      registration: new CognitoRegistration(provider.userPool(client), new SystemClock(), new MemoryLog()),
      auth: cognitoAuth(new MemoryKeyValueStore(), new SystemClock(), client),
      newEmail: () => {
        listeners += 1;
        return `registered-${listeners}@listener.test`;
      },
      codeFor: newestCode,
    }));
  });
});

/** Titles of the embedded catalogue that the suite needs. */
const knownContent = async (db: Database) => {
  const now = Date.now();
  const items = db
    .selectFrom('items')
    .where((where) => where.or([where('valid_from', 'is', null), where('valid_from', '<=', now)]))
    .where((where) => where.or([where('valid_till', 'is', null), where('valid_till', '>', now)]));
  const withChildren = async (type: 3 | 5, atLeast: number): Promise<string> => {
    const { parent_id } = await db
      .selectFrom('items as child')
      .innerJoin('items as parent', 'parent.id', 'child.parent_id')
      .select('child.parent_id')
      .where('parent.content_type', '=', type)
      .groupBy('child.parent_id')
      .having((having) => having.fn.countAll(), '>=', atLeast)
      .limit(1)
      .executeTakeFirstOrThrow();
    return parent_id ?? '';
  };
  const pair = await db.selectFrom('item_category_topics').selectAll().limit(1).executeTakeFirstOrThrow();
  const first = async (type: 1 | 2): Promise<string> =>
    (await items.select('id').where('content_type', '=', type).limit(1).executeTakeFirstOrThrow()).id;
  const podcast = await withChildren(3, 51);
  const episodes = await db
    .selectFrom('items')
    .select('id')
    .where('parent_id', '=', podcast)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const written = await db.selectFrom('item_authors').select('author_id').limit(1).executeTakeFirstOrThrow();
  const { series_id } = await db
    .selectFrom('item_series')
    .select('series_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { narrator_id } = await db
    .selectFrom('item_narrators')
    .select('narrator_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    series: seriesId(series_id),
    narrator: narratorId(narrator_id),
    podcast: contentId(podcast),
    episodes: episodes.map(({ id }) => contentId(id)),
    collection: contentId(await withChildren(5, 1)),
    chaptered: contentId(await first(2)),
    author: authorId(written.author_id),
    category: categoryId(pair.category_id),
    topic: topicId(pair.topic_id),
    term: 'the',
    notFavorite: contentId(await first(1)),
  };
};
