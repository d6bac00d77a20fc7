import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CognitoAuth } from '../../../src/adapters/cognito/cognito-auth.ts';
import { UserPool } from '../../../src/adapters/cognito/user-pool.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { json, Loopback } from '../loopback.ts';
import { CLIENT_ID, PREFIX, renewed, token } from './scripted-user.ts';

const CREDENTIALS = { email: 'wren@listener.test', password: 'Listen-2026!' };
const OFFER = { SALT: '0b12', SRP_B: 'cd34', SECRET_BLOCK: Buffer.from('secret').toString('base64') };
const ASKS_FOR_PASSWORD = {
  ChallengeName: 'PASSWORD_VERIFIER',
  ChallengeParameters: { ...OFFER, USER_ID_FOR_SRP: 'sub', USERNAME: 'sub' },
};

// Responses of the real service that the embedded pool never sends.
describe('the client on WebCrypto', () => {
  let service: Loopback;

  beforeAll(async () => {
    service = await Loopback.start();
  });
  afterAll(async () => service.close());

  const make = (store = new MemoryKeyValueStore()) => {
    const clock = new MemoryClock();
    const pool = new UserPool({
      region: 'us-west-2',
      userPoolId: 'us-west-2_Pool',
      clientId: CLIENT_ID,
      endpoint: service.origin,
      client: 'webcrypto',
    });
    const auth = new CognitoAuth({ pool, store, clock, log: new MemoryLog(), locks: null });
    return { auth, clock, store, tokens: renewed(token(clock.now(), 3600)) };
  };

  const sent = (): readonly { readonly operation: string; readonly body: Record<string, unknown> }[] =>
    service.received.map(({ headers, body }) => ({
      operation: String(headers['x-amz-target']).replace(/^.*\./u, ''),
      body: JSON.parse(body) as Record<string, unknown>,
    }));

  const withDevice = (): MemoryKeyValueStore => {
    const store = new MemoryKeyValueStore();
    store.set(`${PREFIX}sub.deviceKey`, 'us-west-2_device');
    store.set(`${PREFIX}sub.deviceGroupKey`, '-group');
    store.set(`${PREFIX}sub.randomPasswordKey`, 'device password');
    return store;
  };

  test('a page without a secure connection says so, and sends nothing (SES-146)', async () => {
    service.respond(json(ASKS_FOR_PASSWORD));
    vi.stubGlobal('crypto', {});
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const { auth } = make();
    expect(await auth.signIn(CREDENTIALS)).toMatchObject({
      ok: false,
      error: {
        message:
          'This page cannot sign you in, because its connection is not secure. Please open it with https.',
      },
    });
    expect(service.received).toHaveLength(0);
  });

  test('the service’s name of the listener counts from the first response on, and its session is sent back', async () => {
    const { auth, store, tokens } = make();
    service.respondInTurn(json({ ...ASKS_FOR_PASSWORD, Session: 'first' }), json(tokens));
    expect((await auth.signIn(CREDENTIALS)).ok).toBe(true);
    const [begin, proof] = sent();
    expect(begin?.body['AuthParameters']).toMatchObject({ USERNAME: CREDENTIALS.email });
    expect(proof?.body).toMatchObject({
      ChallengeName: 'PASSWORD_VERIFIER',
      Session: 'first',
      ChallengeResponses: { USERNAME: 'sub', PASSWORD_CLAIM_SECRET_BLOCK: OFFER.SECRET_BLOCK },
    });
    expect(store.get(`${PREFIX}LastAuthUser`)).toBe('sub');
  });

  test('a remembered device proves its password after the code', async () => {
    const { auth, tokens } = make(withDevice());
    service.respondInTurn(
      json(ASKS_FOR_PASSWORD),
      json({ ChallengeName: 'SMS_MFA', ChallengeParameters: {}, Session: 'second' }),
      json({ ChallengeName: 'DEVICE_SRP_AUTH', ChallengeParameters: {}, Session: 'third' }),
      json({ ChallengeName: 'DEVICE_PASSWORD_VERIFIER', ChallengeParameters: OFFER, Session: 'fourth' }),
      json(tokens),
    );
    expect(await auth.signIn(CREDENTIALS)).toMatchObject({ value: { kind: 'challenge' } });
    expect(await auth.respondWithCode('123456')).toMatchObject({ value: { kind: 'signed-in' } });
    const [, , code, device, proof] = sent().map(({ body }) => body);
    const key = { DEVICE_KEY: 'us-west-2_device' };
    expect(code).toMatchObject({ Session: 'second', ChallengeResponses: { SMS_MFA_CODE: '123456', ...key } });
    expect(device).toMatchObject({ Session: 'third', ChallengeResponses: { USERNAME: 'sub', ...key } });
    expect(proof).toMatchObject({
      ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
      Session: 'fourth',
      ChallengeResponses: { ...key, USERNAME: 'sub' },
    });
  });

  test('a device that the service has forgotten is left out, and no longer stored', async () => {
    const { auth, store, tokens } = make(withDevice());
    const gone = { __type: 'ResourceNotFoundException', message: 'Device does not exist.' };
    service.respondInTurn(json(ASKS_FOR_PASSWORD), json(gone, 400), json(tokens));
    expect((await auth.signIn(CREDENTIALS)).ok).toBe(true);
    const responses = sent().map(({ body }) => body['ChallengeResponses']);
    expect(responses[1]).toMatchObject({ DEVICE_KEY: 'us-west-2_device' });
    expect(responses[2]).not.toHaveProperty('DEVICE_KEY');
    expect(store.get(`${PREFIX}sub.deviceKey`)).toBeNull();
  });

  test('a pool that tracks no devices confirms none', async () => {
    const { auth, store, tokens } = make();
    service.respondInTurn(json(ASKS_FOR_PASSWORD), json(tokens));
    await auth.signIn(CREDENTIALS);
    expect(sent().map(({ operation }) => operation)).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);
    expect(store.keys().filter((key) => /device/iu.test(key))).toEqual([]);
  });

  test.each([
    ['no number', { ...OFFER, SRP_B: 'no hex' }],
    ['the number zero', { ...OFFER, SRP_B: '00' }],
    ['no salt', { SRP_B: OFFER.SRP_B, SECRET_BLOCK: OFFER.SECRET_BLOCK }],
    ['no block', { SRP_B: OFFER.SRP_B, SALT: OFFER.SALT }],
  ])('an offer with %s proves no password', async (_name, offer) => {
    service.respond(json({ ChallengeParameters: { ...offer, USER_ID_FOR_SRP: 'sub' } }));
    const { auth, store } = make();
    expect(await auth.signIn(CREDENTIALS)).toMatchObject({ ok: false, error: { kind: 'unknown' } });
    expect(service.received).toHaveLength(1);
    expect(store.keys()).toEqual([]);
  });

  test('a challenge that this product does not know ends the sign-in', async () => {
    service.respondInTurn(
      json(ASKS_FOR_PASSWORD),
      json({ ChallengeName: 'WEB_AUTHN', ChallengeParameters: {} }),
    );
    const { auth } = make();
    expect(await auth.signIn(CREDENTIALS)).toMatchObject({ ok: false, error: { kind: 'unknown' } });
  });

  test('an error is read from the body, with or without the name of the service, and else from the header', async () => {
    const { auth } = make();
    service.respond(json({ __type: 'com.amazonaws#NotAuthorizedException', message: 'Not you.' }, 400));
    expect(await auth.signIn(CREDENTIALS)).toMatchObject({ error: { kind: 'refused', message: 'Not you.' } });
    service.respond((response) => {
      response.writeHead(400, { 'x-amzn-errortype': 'UserNotConfirmedException:http://x' }).end('');
    });
    expect(await auth.signIn(CREDENTIALS)).toMatchObject({
      error: { kind: 'unconfirmed', message: 'Authentication Error' },
    });
  });

  test('a pool that rotates refresh tokens has its newest one stored', async () => {
    const { auth, clock, store } = make();
    store.set(`${PREFIX}LastAuthUser`, 'sub');
    store.set(`${PREFIX}sub.accessToken`, token(clock.now(), -10));
    store.set(`${PREFIX}sub.refreshToken`, 'old');
    const next = renewed(token(clock.now(), 3600));
    service.respond(json({ AuthenticationResult: { ...next.AuthenticationResult, RefreshToken: 'new' } }));
    const reloaded = make(store).auth;
    expect((await reloaded.session()).ok).toBe(true);
    expect(store.get(`${PREFIX}sub.refreshToken`)).toBe('new');
    expect(auth.hasSession()).toBe(true);
  });
});
