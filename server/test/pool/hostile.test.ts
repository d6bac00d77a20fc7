import { SignJWT, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PRIME } from '../../pool/srp/srp.ts';
import { beginProof, parameter, prove, token, wire } from './client.ts';
import { knownCalls } from './declared-errors.ts';
import { CLIENT_ID, PASSWORD, type RunningPool, runPool } from './harness.ts';

const EMAIL = 'ada@listener.test';
// Some tests start a second pool, or send a hundred requests.
vi.setConfig({ testTimeout: 60_000 });

let running: RunningPool;
let access: string;
let idToken: string;

beforeAll(async () => {
  running = await runPool({ lives: { accessSeconds: 86_400 } });
  await running.pool.ensureUser({ email: EMAIL, name: 'Ada', password: PASSWORD });
  await running.pool.ensureUser({ email: 'eve@listener.test', name: 'Eve', password: PASSWORD });
  await running.pool.ensureUser({
    email: 'guarded@listener.test',
    name: 'Grace',
    password: PASSWORD,
    smsNumber: '+15550001234',
  });
  const response = await prove(running.endpoint, EMAIL, PASSWORD);
  access = token(response, 'AccessToken');
  idToken = token(response, 'IdToken');
});

afterAll(async () => {
  await running.close();
});

const respond = (body: object) => wire(running.endpoint, 'RespondToAuthChallenge', body);
const initiate = (AuthParameters: object, more: object = {}) =>
  wire(running.endpoint, 'InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: CLIENT_ID,
    AuthParameters,
    ...more,
  });

async function claimOf(username = EMAIL, password = PASSWORD) {
  const { claim } = await beginProof(running.endpoint, username, password);
  if (claim === undefined) throw new Error('No claim.');
  return claim;
}

describe('a proof', () => {
  it('is valid once', async () => {
    const claim = await claimOf();
    expect((await respond(claim)).status).toBe(200);
    expect((await respond(claim)).body['message']).toBe('Incorrect username or password.');
  });

  it('is valid once, even in many parallel requests', async () => {
    const claim = await claimOf();
    const responses = await Promise.all(Array.from({ length: 8 }, () => respond(claim)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is not valid after three minutes', async () => {
    const claim = await claimOf();
    running.clock.advance(181);
    expect((await respond(claim)).status).toBe(400);
  });

  it('is not valid for another user, another time or another exchange', async () => {
    const claim = await claimOf();
    const other = await claimOf();
    const { offer } = await beginProof(running.endpoint, 'eve@listener.test', PASSWORD);
    const changes = [
      { USERNAME: 'eve@listener.test' },
      { USERNAME: parameter(offer, 'USER_ID_FOR_SRP') },
      { TIMESTAMP: 'Fri Nov 20 08:05:10 UTC 2026' },
      { PASSWORD_CLAIM_SECRET_BLOCK: other.ChallengeResponses['PASSWORD_CLAIM_SECRET_BLOCK'] },
      { PASSWORD_CLAIM_SECRET_BLOCK: Buffer.alloc(96).toString('base64') },
    ];
    for (const change of changes) {
      const responses = { ...(await claimOf()).ChallengeResponses, ...change };
      expect((await respond({ ...claim, ChallengeResponses: responses })).body['message']).toBe(
        'Incorrect username or password.',
      );
    }
    await prove(running.endpoint, EMAIL, PASSWORD);
  });

  it('needs a signature of the right length', async () => {
    for (const signature of [
      'AA==',
      Buffer.alloc(32).toString('base64'),
      'not base64 at all',
      'A'.repeat(4000),
    ]) {
      const claim = await claimOf('eve@listener.test');
      const responses = { ...claim.ChallengeResponses, PASSWORD_CLAIM_SIGNATURE: signature };
      expect((await respond({ ...claim, ChallengeResponses: responses })).body['__type']).toBe(
        'NotAuthorizedException',
      );
      running.clock.advance(901);
    }
  });

  it('cannot be made with a public value that is a multiple of the prime, or without one', async () => {
    const values = [
      '0',
      PRIME.toString(16),
      (PRIME * 2n).toString(16),
      'f'.repeat(769),
      '',
      'g',
      '-2',
      undefined,
    ];
    for (const SRP_A of values) {
      expect(await initiate({ USERNAME: EMAIL, SRP_A })).toMatchObject({
        status: 400,
        body: { __type: 'InvalidParameterException' },
      });
    }
  });

  it('is the only way to sign in with a password', async () => {
    const plain = await initiate({ USERNAME: EMAIL, PASSWORD }, { AuthFlow: 'USER_PASSWORD_AUTH' });
    expect(plain.body['__type']).toBe('InvalidParameterException');
    const admin = await initiate({ USERNAME: EMAIL, PASSWORD }, { AuthFlow: 'ADMIN_NO_SRP_AUTH' });
    expect(admin.body['__type']).toBe('InvalidParameterException');
  });

  it('is valid for this client only', async () => {
    const { ChallengeResponses } = await claimOf();
    expect(
      (await respond({ ChallengeName: 'PASSWORD_VERIFIER', ClientId: 'another', ChallengeResponses })).body,
    ).toMatchObject({ __type: 'ResourceNotFoundException' });
  });
});

describe('a Session', () => {
  const response = (Session: unknown, name = 'SMS_MFA', USERNAME = 'guarded@listener.test') =>
    respond({
      ChallengeName: name,
      ClientId: CLIENT_ID,
      Session,
      ChallengeResponses: {
        USERNAME,
        SMS_MFA_CODE: '000000',
        NEW_PASSWORD: 'a new password',
        ANSWER: 'SMS_MFA',
      },
    });

  it('cannot be forged, omitted, or used for another challenge or user', async () => {
    const asked = await prove(running.endpoint, 'guarded@listener.test', PASSWORD);
    const session = String(asked.body['Session']);
    expect(asked.body['ChallengeName']).toBe('SMS_MFA');
    for (const forged of ['f'.repeat(64), `${session.slice(0, -1)}${session.endsWith('A') ? 'B' : 'A'}`]) {
      expect((await response(forged)).body['message']).toBe('Invalid session for the user.');
    }
    for (const absent of [undefined, null, 'short', 42]) {
      expect((await response(absent)).body['__type']).toBe('InvalidParameterException');
    }
    for (const other of ['NEW_PASSWORD_REQUIRED', 'SELECT_MFA_TYPE', 'CUSTOM_CHALLENGE', 'MFA_SETUP']) {
      expect((await response(session, other)).body['message']).toBe('Invalid session for the user.');
    }
    expect((await response(session, 'SMS_MFA', EMAIL)).body['message']).toBe('Invalid session for the user.');
    // MFA_SETUP must not avoid an existing second factor.
    const associate = await wire(running.endpoint, 'AssociateSoftwareToken', { Session: session });
    expect(associate.body['message']).toBe('Invalid session for the user.');
  });
});

describe('an access token', () => {
  const check = (shown: string) => running.pool.verifyAccessToken(shown);
  const invalid = { ok: false, reason: 'invalid' };

  async function forge(claims: object, header: object = {}): Promise<string> {
    const { privateKey } = await generateKeyPair('RS256');
    return new SignJWT({ ...decodeJwt(access), ...claims })
      .setProtectedHeader({ ...decodeProtectedHeader(access), alg: 'RS256', ...header })
      .sign(privateKey);
  }

  it('is valid only as it was signed', async () => {
    expect(await check(access)).toMatchObject({ ok: true });
    const [header = '', payload = '', signature = ''] = access.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const eve = encode({ ...decodeJwt(access), sub: 'eve', username: 'eve' });
    const none = encode({ ...decodeProtectedHeader(access), alg: 'none' });
    const hostile = [
      '',
      'x',
      '..',
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `${header}.${eve}.${signature}`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${encode({ alg: 'RS256' })}.${payload}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      idToken,
      'a'.repeat(100_000),
      await forge({}),
      await forge({}, { kid: 'unknown' }),
      ...[
        '\u0000',
        '\ud800',
        'x'.repeat(10_000),
        '',
        null,
        7,
        true,
        ['a'],
        { a: 1 },
        { toString: 'a' },
        '__proto__',
      ].map((kid) => `${encode({ alg: 'RS256', kid })}.${payload}.${signature}`),
      ...[null, 7, 'a', [], [{}], { alg: ['RS256'] }, { alg: 'RS256', crit: ['x'], x: 1 }].map(
        (other) => `${Buffer.from(JSON.stringify(other)).toString('base64url')}.${payload}.${signature}`,
      ),
      `${Buffer.from('{"alg":').toString('base64url')}.${payload}.${signature}`,
      `${header}.${Buffer.from('7').toString('base64url')}.${signature}`,
    ];
    for (const shown of hostile) expect(await check(shown), shown.slice(0, 40)).toEqual(invalid);
  });

  it('is not valid if signed with the published key as a shared secret', async () => {
    const jwks = await (await fetch(`${running.endpoint}/us-west-2_Embedded01/.well-known/jwks.json`)).text();
    const { publicKey } = await generateKeyPair('RS256', { extractable: true });
    for (const secret of [jwks, JSON.stringify(await exportJWK(publicKey))]) {
      const confused = await new SignJWT({ ...decodeJwt(access) })
        .setProtectedHeader({ alg: 'HS256', kid: decodeProtectedHeader(access).kid ?? '' })
        .sign(new TextEncoder().encode(secret));
      expect(await check(confused)).toEqual(invalid);
    }
  });

  it('is valid only with this pool, this client and this use', async () => {
    const { kid = '' } = decodeProtectedHeader(access);
    const row = await running.db
      .selectFrom('pool_signing_keys')
      .select('private_jwk')
      .where('kid', '=', kid)
      .executeTakeFirstOrThrow();
    // These tokens are signed with the key of the pool. Only their claims are wrong.
    const { importJWK } = await import('jose');
    const key = await importJWK(row.private_jwk ?? {}, 'RS256');
    const sign = (claims: object) =>
      new SignJWT({ ...decodeJwt(access), ...claims }).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
    expect(await check(await sign({}))).toMatchObject({ ok: true });
    const wrong = [
      { iss: 'https://elsewhere.test/us-west-2_Embedded01' },
      { client_id: 'another' },
      { token_use: 'id' },
      { token_use: undefined },
      { origin_jti: undefined },
      { origin_jti: 'unknown' },
      { exp: undefined },
      { sub: 'someone-else' },
    ];
    for (const claims of wrong)
      expect(await check(await sign(claims)), JSON.stringify(claims)).toEqual(invalid);
    const unscoped = await sign({ scope: 'openid email' });
    expect((await wire(running.endpoint, 'GetUser', { AccessToken: unscoped })).body['message']).toBe(
      'Access Token does not have required scopes',
    );
  });
});

describe('the wire', () => {
  const PAGE = 'http://127.0.0.1:5173';
  const raw = ({ headers, ...init }: { headers: Record<string, string>; body: string }) =>
    fetch(running.endpoint, { method: 'POST', ...init, headers: { ...headers, origin: PAGE } });
  const type = 'application/x-amz-json-1.1';
  const target = { 'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser' };

  it('allows the headers of the client in a preflight', async () => {
    const response = await fetch(running.endpoint, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'cache-control,content-type,x-amz-target,x-amz-user-agent',
      },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    const allowed = response.headers.get('access-control-allow-headers') ?? '';
    for (const name of ['cache-control', 'content-type', 'x-amz-target', 'x-amz-user-agent']) {
      expect(allowed).toContain(name);
    }
  });

  it.each(['https://e.test', 'http://localhost.e.test', 'null'])(
    'is for pages that may call the product API, and not for those of %s',
    async (origin) => {
      const preflight = await fetch(running.endpoint, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      const call = await wire(running.endpoint, 'GetUser', { AccessToken: access }, { origin });
      for (const { headers } of [preflight, call]) {
        expect(headers.has('access-control-allow-origin')).toBe(false);
        expect(headers.get('vary')).toContain('Origin');
      }
    },
  );

  it('has one shape for every error', async () => {
    const cases: [string, number, Promise<Response>][] = [
      ['UnknownOperationException', 400, raw({ headers: { 'content-type': type }, body: '{}' })],
      [
        'UnknownOperationException',
        400,
        raw({
          headers: { 'content-type': type, 'x-amz-target': 'AWSCognitoIdentityProviderService.Nope' },
          body: '{}',
        }),
      ],
      [
        'UnknownOperationException',
        400,
        raw({
          headers: { 'content-type': type, 'x-amz-target': 'AWSCognitoIdentityProviderService.toString' },
          body: '{}',
        }),
      ],
      [
        'UnknownOperationException',
        400,
        raw({ headers: { 'content-type': 'application/json', ...target }, body: '{}' }),
      ],
      [
        'UnknownOperationException',
        400,
        raw({ headers: { 'content-type': 'text/plain', ...target }, body: '{}' }),
      ],
      ['SerializationException', 400, raw({ headers: { 'content-type': type, ...target }, body: '{"a":' })],
      ['SerializationException', 400, raw({ headers: { 'content-type': type, ...target }, body: '' })],
      ['InvalidParameterException', 400, raw({ headers: { 'content-type': type, ...target }, body: '[]' })],
      ['InvalidParameterException', 400, raw({ headers: { 'content-type': type, ...target }, body: 'null' })],
      ['InvalidParameterException', 400, raw({ headers: { 'content-type': type, ...target }, body: '{}' })],
      [
        'InvalidParameterException',
        400,
        raw({ headers: { 'content-type': type, ...target }, body: '{"AccessToken":{"$ne":1}}' }),
      ],
      [
        'NotAuthorizedException',
        400,
        raw({ headers: { 'content-type': type, ...target }, body: '{"AccessToken":"x"}' }),
      ],
      [
        'RequestEntityTooLargeException',
        413,
        raw({
          headers: { 'content-type': type, ...target },
          body: JSON.stringify({ AccessToken: 'x'.repeat(70_000) }),
        }),
      ],
    ];
    for (const [name, status, pending] of cases) {
      const response = await pending;
      expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
      expect(response.headers.get('x-amzn-errortype')).toBe(`${name}:`);
      expect([name, response.status]).toEqual([name, status]);
      const body = await response.text();
      expect(body).toMatch(new RegExp(`^\\{"__type":"${name}","message":"[^{}]+"\\}$`));
    }
  });

  it.each([String.raw`a\u0000@b.cd`, String.raw`a\ud800@b.cd`])(
    'refuses what no database can hold, and fails over none of it: %s',
    async (text) => {
      const body =
        `{"ClientId":"${CLIENT_ID}","Username":"${text}","Password":"${PASSWORD}",` +
        `"UserAttributes":[{"Name":"email","Value":"${text}"}]}`;
      const headers = {
        'content-type': type,
        'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
      };
      const response = await raw({ headers, body });
      expect(response.status).toBe(400);
      expect(response.headers.get('x-amzn-errortype')).toBe('InvalidParameterException:');
    },
  );

  it('refuses a link with a name that the database cannot store', async () => {
    const query = `client_id=${CLIENT_ID}&user_name=%00&confirmation_code=123456`;
    expect((await fetch(`${running.endpoint}/confirmUser?${query}`)).status).toBe(400);
  });

  it.each([
    ['a colour of the terminal', String.raw`a\u001b[31m@b.cd`],
    ['a bell', String.raw`a\u0007@b.cd`],
    ['a sign that turns the order round', String.raw`a\u202e@b.cd`],
  ])('makes no account for an address with %s', async (_what, text) => {
    const headers = { 'content-type': type, 'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp' };
    const body = `{"ClientId":"${CLIENT_ID}","Username":"${text}","Password":"${PASSWORD}","UserAttributes":[{"Name":"name","Value":"Ada"}]}`;
    const response = await raw({ headers, body });
    expect(response.headers.get('x-amzn-errortype')).toBe('InvalidParameterException:');
  });

  it('names the invalid field', async () => {
    const response = await wire(running.endpoint, 'SignUp', {
      ClientId: CLIENT_ID,
      Username: 'a@b.cd',
      Password: '',
    });
    const absent = await wire(running.endpoint, 'SignUp', { ClientId: CLIENT_ID });
    expect(absent.body['message']).toBe(
      "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must not be null",
    );
    expect(response.body['message']).toBe(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: " +
        'Member must have length greater than or equal to 1',
    );
  });

  it('refuses too many requests, and shows no details of an internal error', async () => {
    const small = await runPool({ requestsPerSecond: 2 });
    small.clock.freeze();
    const ask = async (): Promise<unknown> => (await wire(small.endpoint, 'Nope', {})).body['__type'];
    // Two a second, counted in a window of two seconds.
    for (let request = 1; request <= 4; request += 1) expect(await ask()).toBe('UnknownOperationException');
    expect(await ask()).toBe('TooManyRequestsException');
    small.clock.advance(2);
    expect(await ask()).toBe('UnknownOperationException');

    small.clock.advance(60);
    await small.pool.ensureUser({ email: EMAIL, name: 'Ada', password: PASSWORD });
    await small.db.schema.dropTable('pool_refresh_tokens').execute();
    expect(await prove(small.endpoint, EMAIL, PASSWORD)).toMatchObject({
      status: 500,
      body: { __type: 'InternalErrorException', message: 'Internal error' },
    });
    expect(small.log.join('\n')).toContain('pool_refresh_tokens');
    await small.close();
  });
});

describe('a refusal', () => {
  it.each([
    ['without fields', {}],
    [
      'for another client',
      { ClientId: 'another', Username: EMAIL, Password: 'x', ConfirmationCode: '000000' },
    ],
    [
      'without a right',
      { ClientId: CLIENT_ID, AccessToken: 'a.b.c', Username: EMAIL, DeviceKey: 'x', Code: '1' },
    ],
  ])('of a call %s is an error that AWS declares for it (SES-131)', async (_, body) => {
    const calls = knownCalls();
    expect(calls.length).toBeGreaterThan(100);
    // Many calls at once must not reach the limit of a caller.
    const patient = await runPool({ requestsPerSecond: 100_000 });
    // `wire` throws for an error that is not declared.
    for (const call of calls) {
      const { status } = await wire(patient.endpoint, call, body);
      expect(status === 200 || status === 400, `${call}: ${status}`).toBe(true);
    }
    await patient.close();
  });
});
