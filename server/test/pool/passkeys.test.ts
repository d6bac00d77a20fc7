import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { originRule } from '../../http/headers.ts';
import type { Mail } from '../../mail/outbox.ts';
import { relyingPartyAt } from '../../pool/relying-party.ts';
import { Authenticator, type Deviation } from './authenticator.ts';
import { parameter, prove, token, wire, type WireResponse } from './client.ts';
import { CLIENT_ID, codeFor, PASSWORD, type RunningPool, runPool } from './harness.ts';

const ORIGIN = 'https://listen.example';
const APP = 'https://app.example';

let running: RunningPool;
let email = '';
let listeners = 0;
const mails: Mail[] = [];

beforeAll(async () => {
  running = await runPool(
    {
      mayUsePasskeys: originRule([APP]),
      mail: async (_transaction, mail) => {
        mails.push(mail);
      },
    },
    { publicUrl: ORIGIN, trustProxy: true },
  );
}, 60_000);

afterAll(() => running.close());

beforeEach(async () => {
  listeners += 1;
  email = `key-${listeners}@listener.test`;
  await running.pool.ensureUser({ email, name: 'Wren', password: PASSWORD });
});

const call = (action: string, body: object, headers: Record<string, string> = {}) =>
  wire(running.endpoint, action, body, headers);

const signIn = async (): Promise<string> =>
  token(await prove(running.endpoint, email, PASSWORD), 'AccessToken');

/** A field of an object of the wire. */
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

async function creationOptions(AccessToken: string) {
  const { body } = await call('StartWebAuthnRegistration', { AccessToken });
  const options = body['CredentialCreationOptions'];
  return {
    options,
    challenge: String(field(options, 'challenge')),
    rp: { id: String(field(field(options, 'rp'), 'id')) },
    user: { id: String(field(field(options, 'user'), 'id')) },
  };
}

async function add(
  AccessToken: string,
  authenticator: Authenticator,
  deviation: Deviation = {},
): Promise<WireResponse> {
  const Credential = authenticator.create(await creationOptions(AccessToken), deviation);
  return call('CompleteWebAuthnRegistration', { AccessToken, Credential });
}

async function withPasskey(counts = 0): Promise<{ access: string; authenticator: Authenticator }> {
  const access = await signIn();
  const authenticator = new Authenticator(ORIGIN, counts);
  expect(await add(access, authenticator)).toMatchObject({ status: 200, body: {} });
  return { access, authenticator };
}

const ask = (username = email, headers: Record<string, string> = {}) =>
  call(
    'InitiateAuth',
    {
      AuthFlow: 'USER_AUTH',
      ClientId: CLIENT_ID,
      AuthParameters: { USERNAME: username, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
    },
    headers,
  );

const optionsOf = (asked: WireResponse): { readonly challenge: string } => {
  const read: unknown = JSON.parse(parameter(asked, 'CREDENTIAL_REQUEST_OPTIONS'));
  return { challenge: String(field(read, 'challenge')) };
};

const respond = (asked: WireResponse, credential: object, headers: Record<string, string> = {}) =>
  call(
    'RespondToAuthChallenge',
    {
      ChallengeName: 'WEB_AUTHN',
      ClientId: CLIENT_ID,
      Session: asked.body['Session'],
      ChallengeResponses: {
        USERNAME: parameter(asked, 'USERNAME'),
        CREDENTIAL: JSON.stringify(credential),
      },
    },
    headers,
  );

async function use(authenticator: Authenticator, deviation: Deviation = {}, username = email) {
  const asked = await ask(username);
  return respond(asked, authenticator.get(optionsOf(asked), deviation));
}

const list = async (AccessToken: string): Promise<readonly unknown[]> => {
  const { body } = await call('ListWebAuthnCredentials', { AccessToken });
  return v.parse(v.array(v.unknown()), body['Credentials']);
};

const idIn = (listed: unknown): string => String(field(listed, 'CredentialId'));

describe('a passkey', () => {
  test('is added, listed, renamed and removed, and its owner is told by mail (SES-135)', async () => {
    const { access } = await withPasskey();
    const [added] = await list(access);
    expect(added).toMatchObject({
      FriendlyCredentialName: 'Passkey',
      RelyingPartyId: 'listen.example',
      AuthenticatorAttachment: 'platform',
      AuthenticatorTransports: ['internal', 'hybrid'],
    });
    expect(mails.at(-1)).toMatchObject({ to: email, kind: 'passkey-added', fields: { name: 'Passkey' } });

    const rename = (FriendlyCredentialName: string) =>
      call('RenameWebAuthnCredential', {
        AccessToken: access,
        CredentialId: idIn(added),
        FriendlyCredentialName,
      });
    expect(await rename(' My phone ')).toMatchObject({ status: 200 });
    expect(await rename('  ')).toMatchObject({ status: 400, body: { __type: 'InvalidParameterException' } });
    expect((await list(access)).map((each) => field(each, 'FriendlyCredentialName'))).toEqual(['My phone']);

    const remove = () => call('DeleteWebAuthnCredential', { AccessToken: access, CredentialId: idIn(added) });
    expect(await remove()).toMatchObject({ status: 200 });
    expect(await remove()).toMatchObject({ status: 400, body: { __type: 'ResourceNotFoundException' } });
    expect(await list(access)).toEqual([]);
  });

  test('signs in without a password and without another factor (SES-134)', async () => {
    await running.pool.requireMfa(email);
    // The second factor is missing, so this sign-in does not complete.
    expect((await prove(running.endpoint, email, PASSWORD)).body['ChallengeName']).toBe('MFA_SETUP');
    const other = `totp-${email}`;
    await running.pool.ensureUser({
      email: other,
      name: 'Wren',
      password: PASSWORD,
    });
    email = other;
    const { authenticator } = await withPasskey();
    await running.pool.requireMfa(email);
    const response = await use(authenticator);
    const check = await running.pool.verifyAccessToken(token(response, 'AccessToken'));
    expect(check).toMatchObject({ ok: true, scopes: ['aws.cognito.signin.user.admin'] });
    expect(token(response, 'RefreshToken')).not.toBe('');
    expect((await list(token(response, 'AccessToken')))[0]).toHaveProperty('LastUsedAt');
  });

  test('is made only if it checks who uses it, and can be found without a user name (SES-134)', async () => {
    const { options } = await creationOptions(await signIn());
    expect(options).toMatchObject({
      rp: { id: 'listen.example' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const asked = await ask();
    expect(JSON.parse(parameter(asked, 'CREDENTIAL_REQUEST_OPTIONS'))).toMatchObject({
      rpId: 'listen.example',
      userVerification: 'required',
      allowCredentials: [],
    });
  });

  test('does not close recovery by mail, and outlives a new password (SES-139)', async () => {
    const { authenticator } = await withPasskey();
    await call('ForgotPassword', { ClientId: CLIENT_ID, Username: email });
    const confirmed = await call('ConfirmForgotPassword', {
      ClientId: CLIENT_ID,
      Username: email,
      ConfirmationCode: await codeFor(running.pool, email, 'forgot-password'),
      Password: 'another horse battery',
    });
    expect(confirmed.status).toBe(200);
    expect(token(await prove(running.endpoint, email, 'another horse battery'), 'AccessToken')).not.toBe('');
    expect((await use(authenticator)).status).toBe(200);
  });

  test('can be added only within ten minutes after a sign-in (SES-137)', async () => {
    const access = await signIn();
    running.clock.advance(601);
    expect(await call('StartWebAuthnRegistration', { AccessToken: access })).toMatchObject({
      status: 400,
      body: {
        __type: 'NotAuthorizedException',
        message: 'You signed in a while ago. Sign in again to add a passkey.',
      },
    });
    expect((await call('StartWebAuthnRegistration', { AccessToken: await signIn() })).status).toBe(200);
  });

  test.each(['packed', 'tpm', 'android-key', 'android-safetynet', 'fido-u2f', 'apple', 'compound'])(
    'is added without a look at what its maker says of it: %s (SES-162)',
    async (statement) => {
      expect(await add(await signIn(), new Authenticator(ORIGIN), { statement })).toMatchObject({
        status: 200,
      });
    },
  );

  test('a user has at most twenty, and each gets a name of its own', async () => {
    const access = await signIn();
    for (let count = 0; count < 18; count += 1) await add(access, new Authenticator(ORIGIN));
    const last = await Promise.all([1, 2, 3, 4].map(() => add(access, new Authenticator(ORIGIN))));
    expect(last.filter(({ status }) => status === 200)).toHaveLength(2);
    const listed = await list(access);
    expect(new Set(listed.map((each) => field(each, 'FriendlyCredentialName'))).size).toBe(20);
    expect(await call('StartWebAuthnRegistration', { AccessToken: access })).toMatchObject({
      status: 400,
      body: { __type: 'LimitExceededException' },
    });
    const page = await call('ListWebAuthnCredentials', { AccessToken: access, MaxResults: 15 });
    const next = { AccessToken: access, MaxResults: 15, NextToken: page.body['NextToken'] };
    expect((await call('ListWebAuthnCredentials', next)).body).toMatchObject({
      Credentials: listed.slice(15),
    });
  });
});

describe('a new passkey is refused', () => {
  test.each<readonly [string, Deviation, string, RegExp]>([
    ['from another site', { origin: 'https://evil.example' }, 'WebAuthnOriginNotAllowedException', /page/u],
    ['for another site', { rpId: 'evil.example' }, 'WebAuthnRelyingPartyMismatchException', /another site/u],
    ['that checks nobody', { isVerified: false }, 'WebAuthnCredentialNotSupportedException', /PIN/u],
    ['of another ceremony', { type: 'webauthn.get' }, 'WebAuthnCredentialNotSupportedException', /verified/u],
    [
      'that was copied but cannot be',
      { isSynced: false, isBackedUp: true },
      'WebAuthnCredentialNotSupportedException',
      /verified/u,
    ],
    ['to another challenge', { challenge: 'AAAA' }, 'WebAuthnChallengeNotFoundException', /try again/u],
  ])('%s', async (_name, deviation, type, words) => {
    const access = await signIn();
    const { status, body } = await add(access, new Authenticator(ORIGIN), deviation);
    expect({ status, type: body['__type'] }).toEqual({ status: 400, type });
    expect(body['message']).toMatch(words);
    expect(await list(access)).toEqual([]);
  });

  test('a second time, of somebody else, and too late', async () => {
    const access = await signIn();
    const authenticator = new Authenticator(ORIGIN);
    const complete = (AccessToken: string, Credential: object) =>
      call('CompleteWebAuthnRegistration', { AccessToken, Credential });
    const missing = { status: 400, body: { __type: 'WebAuthnChallengeNotFoundException' } };

    const first = authenticator.create(await creationOptions(access));
    expect((await complete(access, first)).status).toBe(200);
    expect(await complete(access, first), 'the challenge is used up').toMatchObject(missing);

    const strange = authenticator.create(await creationOptions(access));
    email = `other-${email}`;
    await running.pool.ensureUser({ email, name: 'Robin', password: PASSWORD });
    expect(await complete(await signIn(), strange)).toMatchObject(missing);

    const late = authenticator.create(await creationOptions(access));
    running.clock.advance(301);
    expect(await complete(access, late)).toMatchObject(missing);
    expect(await list(access)).toHaveLength(1);
  });
});

describe('the use of a passkey is refused', () => {
  const expectRefused = (response: WireResponse, words: RegExp): void => {
    expect(response).toMatchObject({ status: 400, body: { __type: 'NotAuthorizedException' } });
    expect(response.body['message']).toMatch(words);
  };

  test.each<readonly [string, Deviation, RegExp]>([
    ['on another site', { origin: 'https://evil.example' }, /another site/u],
    ['on another port', { origin: `${ORIGIN}:8443` }, /another site/u],
    ['for another site', { rpId: 'evil.example' }, /another site/u],
    ['without a check of the person', { isVerified: false }, /PIN/u],
    ['of another ceremony', { type: 'webauthn.create' }, /verified/u],
    ['that says another user', { userHandle: 'c29tZWJvZHk' }, /not known here/u],
    ['that can no longer be copied', { isSynced: false }, /copied now, or no longer/u],
  ])('%s (SES-136)', async (_name, deviation, words) => {
    const { authenticator } = await withPasskey();
    expectRefused(await use(authenticator, deviation), words);
    expect((await use(authenticator)).status, 'a right use still works').toBe(200);
  });

  test('with another key', async () => {
    const { access, authenticator } = await withPasskey();
    const forger = new Authenticator(ORIGIN);
    forger.create(await creationOptions(access));
    const asked = await ask();
    const { id } = authenticator.get(optionsOf(asked));
    const forged = { ...forger.get(optionsOf(asked)), id, rawId: id };
    const handle = authenticator.get(optionsOf(asked)).response.userHandle;
    expectRefused(
      await respond(asked, { ...forged, response: { ...forged.response, userHandle: handle } }),
      /could not be verified/u,
    );
  });

  test('a second time: the challenge is used up, also by a wrong response (SES-136)', async () => {
    const { authenticator } = await withPasskey();
    const asked = await ask();
    const credential = authenticator.get(optionsOf(asked));
    expect((await respond(asked, credential)).status).toBe(200);
    expectRefused(await respond(asked, credential), /only be used once/u);

    const wrong = await ask();
    expectRefused(await respond(wrong, authenticator.get(optionsOf(wrong), { isVerified: false })), /PIN/u);
    expectRefused(await respond(wrong, authenticator.get(optionsOf(wrong))), /only be used once/u);
  });

  test('after ten minutes, and with the Session of another request', async () => {
    const { authenticator } = await withPasskey();
    const asked = await ask();
    const credential = authenticator.get(optionsOf(asked));
    expectRefused(await respond(await ask(), credential), /Invalid session/u);
    running.clock.advance(601);
    expectRefused(await respond(asked, credential), /expired/u);
  });

  test('if its counter does not grow: there are two of it (SES-136)', async () => {
    const { authenticator } = await withPasskey(7);
    expect((await use(authenticator)).status).toBe(200);
    expectRefused(await use(authenticator, { step: 0 }), /two copies/u);
    expectRefused(await use(authenticator, { step: -3 }), /two copies/u);
    expect((await use(authenticator, { step: 10 })).status).toBe(200);
  });

  test('of parallel uses with one count, one succeeds', async () => {
    const { authenticator } = await withPasskey(7);
    const asked = await Promise.all([ask(), ask(), ask()]);
    const [first, ...rest] = asked.map((each) => optionsOf(each));
    const credentials = [
      authenticator.get(first ?? { challenge: '' }),
      ...rest.map((each) => authenticator.get(each, { step: 0 })),
    ];
    const responses = await Promise.all(asked.map((each, index) => respond(each, credentials[index] ?? {})));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  test('after it was removed, and after its account was deleted or disabled (SES-136)', async () => {
    const { access, authenticator } = await withPasskey();
    const [listed] = await list(access);
    await call('DeleteWebAuthnCredential', { AccessToken: access, CredentialId: idIn(listed) });
    expectRefused(await use(authenticator), /not known here/u);

    const { authenticator: second } = await withPasskey();
    await running.pool.disableUser(email);
    expectRefused(await use(second), /User is disabled/u);

    email = `gone-${email}`;
    await running.pool.ensureUser({ email, name: 'Wren', password: PASSWORD });
    const { authenticator: third } = await withPasskey();
    await running.pool.deleteUser(email);
    expectRefused(await use(third), /not known here/u);
    const stored = await running.db.selectFrom('pool_passkeys').select('credential_id').execute();
    expect(stored.map(({ credential_id }) => credential_id)).not.toContain(third.get({ challenge: '' }).id);
  });

  test('of another pool, and of another account (SES-136)', async () => {
    const elsewhere = new Authenticator(ORIGIN);
    elsewhere.create({ challenge: 'AAAA', rp: { id: 'listen.example' }, user: { id: 'AAAA' } });
    expectRefused(await use(elsewhere), /not known here/u);
    const { authenticator } = await withPasskey();
    const other = `other-${email}`;
    await running.pool.ensureUser({ email: other, name: 'Robin', password: PASSWORD });
    expectRefused(await use(authenticator, {}, other), /not known here/u);
  });

  test('of a user who has to set a new password', async () => {
    const { authenticator } = await withPasskey();
    await running.pool.requirePasswordReset(email);
    expect(await use(authenticator)).toMatchObject({
      status: 400,
      body: { __type: 'PasswordResetRequiredException' },
    });
  });

  test('after too many wrong ones, which count for caller and account like passwords (SES-138)', async () => {
    const { authenticator } = await withPasskey();
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const wrong = async (address: string) => {
      const asked = await ask(email, from(address));
      const credential = authenticator.get(optionsOf(asked), { isVerified: false });
      return respond(asked, credential, from(address));
    };
    const right = async (address: string) => {
      const asked = await ask(email, from(address));
      return respond(asked, authenticator.get(optionsOf(asked)), from(address));
    };
    for (let count = 0; count < 5; count += 1) expectRefused(await wrong('192.0.2.7'), /PIN/u);
    expectRefused(await right('192.0.2.7'), /Password attempts exceeded/u);
    expect((await right('192.0.2.8')).status, 'nobody locks the owner out from elsewhere').toBe(200);
    running.clock.advance(2);
    expect((await right('192.0.2.7')).status).toBe(200);

    // Passkeys that nobody has count for the caller.
    const elsewhere = new Authenticator(ORIGIN);
    elsewhere.create({ challenge: 'AAAA', rp: { id: 'listen.example' }, user: { id: 'AAAA' } });
    const statuses = new Set<unknown>();
    for (let count = 0; count < 55; count += 1) {
      const asked = await ask(email, from('192.0.2.9'));
      const { body } = await respond(asked, elsewhere.get(optionsOf(asked)), from('192.0.2.9'));
      statuses.add(body['__type']);
    }
    expect([...statuses]).toEqual(['NotAuthorizedException', 'TooManyRequestsException']);
  });

  test('requests that nobody has responded to are deleted once they have expired', async () => {
    const left = () => running.db.selectFrom('pool_challenges').select('name').execute();
    await ask();
    expect((await left()).map(({ name }) => name)).toContain('WEB_AUTHN');
    running.clock.advance(601);
    await running.reopen();
    expect((await left()).map(({ name }) => name)).not.toContain('WEB_AUTHN');
  });

  test.each(['', 'text', '{}', '{"id":"a"}', '[]', 'null'])('as %j instead of a credential', async (text) => {
    const asked = await ask();
    const response = await call('RespondToAuthChallenge', {
      ChallengeName: 'WEB_AUTHN',
      ClientId: CLIENT_ID,
      Session: asked.body['Session'],
      ChallengeResponses: { USERNAME: parameter(asked, 'USERNAME'), CREDENTIAL: text },
    });
    expect(response).toMatchObject({ status: 400, body: { __type: 'InvalidParameterException' } });
  });
});

describe('USER_AUTH', () => {
  const begin = (username: string, more: Record<string, string> = {}) =>
    call('InitiateAuth', {
      AuthFlow: 'USER_AUTH',
      ClientId: CLIENT_ID,
      AuthParameters: { USERNAME: username, ...more },
    });

  test('offers the same to a user with a passkey, without one, and to an unknown one (SES-136)', async () => {
    await withPasskey();
    const plain = `plain-${email}`;
    await running.pool.ensureUser({ email: plain, name: 'Robin', password: PASSWORD });
    for (const username of [email, plain, 'nobody@listener.test']) {
      const offered = await begin(username);
      expect(offered.body).toMatchObject({
        ChallengeName: 'SELECT_CHALLENGE',
        AvailableChallenges: ['WEB_AUTHN', 'PASSWORD_SRP'],
      });
      const chosen = await call('RespondToAuthChallenge', {
        ChallengeName: 'SELECT_CHALLENGE',
        ClientId: CLIENT_ID,
        Session: offered.body['Session'],
        ChallengeResponses: { USERNAME: username, ANSWER: 'WEB_AUTHN' },
      });
      expect(chosen.body).toMatchObject({ ChallengeName: 'WEB_AUTHN' });
      const options: unknown = JSON.parse(parameter(chosen, 'CREDENTIAL_REQUEST_OPTIONS'));
      expect(field(options, 'allowCredentials')).toEqual([]);
    }
  });

  test('refuses a password in clear text, and asks to choose where the preferred factor is missing', async () => {
    const offered = await begin(email, { PREFERRED_CHALLENGE: 'PASSWORD' });
    expect(offered.body).toMatchObject({ ChallengeName: 'SELECT_CHALLENGE' });
    const chosen = await call('RespondToAuthChallenge', {
      ChallengeName: 'SELECT_CHALLENGE',
      ClientId: CLIENT_ID,
      Session: offered.body['Session'],
      ChallengeResponses: { USERNAME: email, ANSWER: 'PASSWORD', PASSWORD },
    });
    expect(chosen).toMatchObject({ status: 400, body: { __type: 'InvalidParameterException' } });
  });
});

describe('the relying party', () => {
  test('is the host of PUBLIC_URL, also for an app of another origin (SES-133)', async () => {
    const access = await signIn();
    const atApp = new Authenticator(APP);
    expect((await add(access, atApp)).status).toBe(200);
    expect((await use(atApp)).status).toBe(200);
    expect((await use(atApp, { origin: ORIGIN })).status, 'the same passkey at the provider').toBe(200);
  });

  test.each([
    ['https://listen.example', 'listen.example'],
    ['https://listen.example:8443', 'listen.example'],
    ['http://localhost:4321', 'localhost'],
    ['http://hark.localhost', 'hark.localhost'],
    ['http://listen.example', null],
    ['http://127.0.0.1:4321', null],
    ['https://192.0.2.1', null],
    ['https://[::1]:4321', null],
    ['', null],
  ])('at %j is %j (SES-133)', (origin, id) => {
    expect(relyingPartyAt(origin, () => false)?.id ?? null).toBe(id);
  });

  test('is missing at an address without a name: nothing is offered (SES-133)', async () => {
    const plain = await runPool();
    try {
      await plain.pool.ensureUser({ email: 'a@listener.test', name: 'A', password: PASSWORD });
      const AccessToken = token(await prove(plain.endpoint, 'a@listener.test', PASSWORD), 'AccessToken');
      expect(await wire(plain.endpoint, 'StartWebAuthnRegistration', { AccessToken })).toMatchObject({
        status: 400,
        body: { __type: 'WebAuthnConfigurationMissingException' },
      });
      const offered = await wire(plain.endpoint, 'InitiateAuth', {
        AuthFlow: 'USER_AUTH',
        ClientId: CLIENT_ID,
        AuthParameters: { USERNAME: 'a@listener.test', PREFERRED_CHALLENGE: 'WEB_AUTHN' },
      });
      expect(offered.body).toMatchObject({ AvailableChallenges: ['PASSWORD_SRP'] });
    } finally {
      await plain.close();
    }
  });
});
