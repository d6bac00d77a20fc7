import type { FastifyInstance } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prove, token as tokenOf, wire } from './client.ts';
import { CLIENT_ID, hostedPages, PASSWORD, type RunningPool, codeFor, runPool } from './harness.ts';

const OWN = 'http://localhost:80';
const RETURN = 'http://127.0.0.1:5173/login';
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the hosted login', () => {
  let running: RunningPool;
  let server: FastifyInstance;
  let listeners = 0;
  let email = '';

  beforeAll(async () => {
    running = await runPool();
    server = await hostedPages(running, RETURN);
  }, 60_000);

  afterAll(async () => {
    await server.close();
    await running.close();
  });

  beforeEach(async () => {
    email = await newListener();
  });

  const newListener = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    listeners += 1;
    const address = `hosted-${listeners}@listener.test`;
    await running.pool.ensureUser({ email: address, name: 'Wren', password: PASSWORD, ...more });
    return address;
  };

  const verifier = randomBytes(96).toString('base64url');
  const asked = {
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: RETURN,
    state: 'a-state-of-32-signs-or-thereabout',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };

  const authorize = (more: Readonly<Record<string, string>> = {}, cookie = '') =>
    server.inject({
      url: '/pool/hosted/oauth2/authorize',
      query: { ...asked, ...more },
      headers: { cookie },
    });

  const cookiesOf = (response: { headers: Readonly<Record<string, unknown>> }): string =>
    [response.headers['set-cookie']]
      .flat()
      .map((cookie) => String(cookie).split(';', 1)[0])
      .join('; ');

  const hiddenIn = (html: string): Record<string, string> =>
    Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [
        name ?? '',
        value ?? '',
      ]),
    );

  const post = (fields: Readonly<Record<string, string>>, cookie: string) =>
    server.inject({
      method: 'POST',
      url: '/pool/hosted/login',
      headers: { ...FORM, cookie },
      payload: new URLSearchParams(fields).toString(),
    });

  /** Sends a form, and follows the redirect to the page that is shown again. */
  const send = async (fields: Readonly<Record<string, string>>, cookie: string) => {
    const response = await post(fields, cookie);
    const next = response.headers['location'] ?? '';
    if (!next.startsWith('/')) return response;
    expect(response.statusCode).toBe(303);
    return server.inject({ url: next, headers: { cookie: `${cookie}; ${cookiesOf(response)}` } });
  };

  const signIn = async (credentials: Readonly<Record<string, string>>) => {
    const page = await authorize();
    return send({ ...hiddenIn(page.body), ...credentials }, cookiesOf(page));
  };

  const token = async (fields: Readonly<Record<string, string>>) => {
    const response = await server.inject({
      method: 'POST',
      url: '/pool/hosted/oauth2/token',
      headers: FORM,
      payload: new URLSearchParams(fields).toString(),
    });
    return { status: response.statusCode, body: response.json<Record<string, string>>() };
  };

  const redeem = (code: string, more: Readonly<Record<string, string>> = {}) =>
    token({
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      redirect_uri: RETURN,
      code,
      code_verifier: verifier,
      ...more,
    });

  const codeIn = (response: { headers: Readonly<Record<string, unknown>> }): string =>
    new URL(String(response.headers['location'])).searchParams.get('code') ?? '';

  test('shows a form, and after the sign-in redirects with a code for tokens', async () => {
    const page = await authorize();
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('autocomplete="current-password"');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const response = await signIn({ email, password: PASSWORD });
    expect(response.statusCode).toBe(303);
    const back = new URL(String(response.headers['location']));
    expect(back.origin + back.pathname).toBe(RETURN);
    expect(back.searchParams.get('state')).toBe(asked.state);
    const { status, body } = await redeem(codeIn(response));
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(await running.pool.verifyAccessToken(body['access_token'] ?? '')).toMatchObject({ ok: true });

    const renewed = await token({
      grant_type: 'refresh_token',
      client_id: CLIENT_ID,
      refresh_token: body['refresh_token'] ?? '',
    });
    expect(renewed.status).toBe(200);
    expect(renewed.body['access_token']).not.toBe(body['access_token']);
  });

  test('a code is valid once, for a minute, with its verifier and its address', async () => {
    const fresh = async () => codeIn(await signIn({ email, password: PASSWORD }));
    const once = await fresh();
    expect((await redeem(once)).status).toBe(200);
    expect(await redeem(once)).toEqual({ status: 400, body: { error: 'invalid_grant' } });

    const guessed = await fresh();
    expect((await redeem(guessed, { code_verifier: 'x'.repeat(128) })).status).toBe(400);
    expect((await redeem(guessed)).status).toBe(400);
    expect((await redeem(await fresh(), { redirect_uri: `${OWN}/login` })).status).toBe(400);

    const old = await fresh();
    running.clock.advance(61);
    expect((await redeem(old)).status).toBe(400);
  });

  test.each([
    ['another app', { client_id: 'another' }],
    ['another site', { redirect_uri: 'https://e.test/login' }],
    ['a program that listens on another port of this machine', { redirect_uri: 'http://127.0.0.1:9/login' }],
    ['another name of this machine', { redirect_uri: 'http://localhost:5173/login' }],
    ['another path', { redirect_uri: 'http://127.0.0.1:5173/elsewhere' }],
    ['a path that leads on', { redirect_uri: 'http://127.0.0.1:5173/login/../x' }],
    ['a query', { redirect_uri: `${RETURN}?next=//e.test` }],
    ['a user name', { redirect_uri: 'http://127.0.0.1:5173@e.test/login' }],
    ['a script', { redirect_uri: 'javascript:alert(1)//login' }],
    ['a host with a good beginning', { redirect_uri: 'http://127.0.0.1.e.test/login' }],
    ['a backslash', { redirect_uri: 'http://127.0.0.1:5173\\@e.test/login' }],
  ])('does not redirect for %s', async (_name, more) => {
    const response = await authorize(more);
    expect(response.statusCode).toBe(400);
    expect(response.headers['location']).toBeUndefined();
    expect(response.body, 'the choice of the language is the only form').not.toContain('<form method="post"');
  });

  test.each([
    ['unsupported_response_type', 'another kind of answer', { response_type: 'token' }],
    ['invalid_request', 'no proof key', { code_challenge: '' }],
    ['invalid_request', 'a plain proof key', { code_challenge_method: 'plain' }],
  ])('reports to the app as %s: %s', async (error, _name, more) => {
    const response = await authorize(more);
    expect(response.statusCode).toBe(302);
    const back = new URL(String(response.headers['location']));
    expect(back.origin + back.pathname).toBe(RETURN);
    expect(back.searchParams.get('error')).toBe(error);
  });

  test('a form of another site cannot sign in', async () => {
    const page = await authorize();
    const fields = { ...hiddenIn(page.body), email, password: PASSWORD };
    for (const response of [
      await send(fields, ''),
      await send(fields, 'hosted-form=another-token-of-some-length-or-so'),
      await send({ ...fields, form: '' }, cookiesOf(page)),
    ]) {
      expect(response.statusCode).toBe(400);
      expect(response.headers['location']).toBeUndefined();
    }
  });

  test('the repeated fields of a form are checked again', async () => {
    const page = await authorize();
    const fields = { ...hiddenIn(page.body), email, password: PASSWORD };
    const response = await send({ ...fields, redirect_uri: 'https://e.test/login' }, cookiesOf(page));
    expect(response.statusCode).toBe(400);
    expect(response.headers['location']).toBeUndefined();
  });

  test('has the same message for a wrong password and an unknown address, and escapes typed text', async () => {
    const wrong = await signIn({ email, password: 'wrong' });
    const unknown = await signIn({ email: '"><script>alert(1)</script>@e.test', password: 'wrong' });
    for (const response of [wrong, unknown]) {
      expect(response.statusCode).toBe(400);
      expect(response.body).toContain('Incorrect username or password.');
      expect(response.body).not.toContain('<script>');
    }
    expect((await signIn({ email, password: '' })).body).toContain('Password cannot be empty');
  });

  test('never leaves a page in the history of the browser that a form made (SES-110)', async () => {
    const page = await authorize();
    const cookie = cookiesOf(page);
    const fields = { ...hiddenIn(page.body), email, password: 'wrong' };
    const response = await post(fields, cookie);
    expect(response.statusCode).toBe(303);
    const next = String(response.headers['location']);
    const noticed = `${cookie}; ${cookiesOf(response)}`;
    const shown = await server.inject({ url: next, headers: { cookie: noticed } });
    expect(shown.body).toContain(`value="${email}"`);
    expect(shown.body).not.toContain('wrong');
    // The notice is shown once.
    expect(cookiesOf(shown)).toContain('hosted-notice=');
    expect((await server.inject({ url: next, headers: { cookie } })).body).not.toContain('role="alert"');
    // Whatever a cookie says is text.
    const hostile = Buffer.from(JSON.stringify({ alert: '<script>' })).toString('base64url');
    for (const value of [hostile, 'x', '']) {
      const other = await server.inject({ url: next, headers: { cookie: `hosted-notice=${value}` } });
      expect(other.body).not.toContain('<script>');
    }
  });

  test('has the focus in the first field that is not filled in (SES-132)', async () => {
    const focused = ({ body }: { readonly body: string }) =>
      [...body.matchAll(/<input (?=[^>]*\bautofocus\b)[^>]*name="([^"]*)"/g)].map(([, name]) => name);
    expect(focused(await authorize())).toEqual(['email']);
    expect(focused(await authorize({ login_hint: email }))).toEqual(['password']);
    expect(focused(await signIn({ email, password: 'wrong' }))).toEqual(['password']);
    expect(focused(await signIn({ email: ' ', password: 'wrong' }))).toEqual(['email']);
    const withTotp = await newListener({ totpSecret: TOTP_SECRET });
    expect(focused(await signIn({ email: withTotp, password: PASSWORD }))).toEqual(['code']);
  });

  test('names the product, and leads back, to a new password and to a new account', async () => {
    const { body } = await authorize();
    expect(body).toContain('<p class="brand">Hark</p>');
    for (const path of ['/login', '/forgot-password', '/create']) {
      expect(body).toContain(`<a href="${new URL(RETURN).origin}${path}">`);
    }
  });

  test('speaks to listeners, and names a space that was pasted with the password', async () => {
    const unconfirmed = await newListener({ state: 'unconfirmed' });
    expect((await signIn({ email: unconfirmed, password: PASSWORD })).body).toContain('is not confirmed yet');
    expect((await signIn({ email: '', password: PASSWORD })).body).toContain('Email cannot be empty');
    expect((await signIn({ email, password: ` ${PASSWORD}` })).body).toContain('begins or ends with a space');
    for (let wrong = 1; wrong <= 5; wrong += 1) await signIn({ email, password: 'wrong' });
    expect((await signIn({ email, password: PASSWORD })).body).toContain('There were too many attempts.');
  });

  test.each([
    ['a space', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['a line and a dash', (code: string) => `${code.slice(0, 3)}\u2013${code.slice(3)}\n`],
    [
      'digits of double width',
      (code: string) => code.replaceAll(/\d/gu, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ],
  ])('takes a code that was typed with %s', async (_what, typed) => {
    const secured = await newListener({ totpSecret: TOTP_SECRET });
    const page = await authorize();
    const cookie = cookiesOf(page);
    const step = await send({ ...hiddenIn(page.body), email: secured, password: PASSWORD }, cookie);
    const code = (await running.pool.totpFor(secured)) ?? '';
    expect((await send({ ...hiddenIn(step.body), code: typed(code) }, cookie)).statusCode).toBe(303);
  });

  test('accepts every form of Unicode of a password (SES-108)', async () => {
    const composed = 'Caf\u00e9 im fr\u00fchen Mai';
    const address = await newListener({ password: composed.normalize('NFD') });
    for (const form of ['NFC', 'NFD'] as const) {
      const response = await signIn({ email: address, password: composed.normalize(form) });
      expect(String(response.headers['location'])).toContain('code=');
    }
  });

  test('refuses an address that the database cannot store', async () => {
    const response = await signIn({ email: 'a\0@listener.test', password: PASSWORD });
    expect(response.statusCode).toBe(400);
  });

  test('asks for a second factor, and refuses a sign-in without it', async () => {
    const secured = await newListener({ totpSecret: TOTP_SECRET });
    const page = await authorize();
    const cookie = cookiesOf(page);
    const step = await send({ ...hiddenIn(page.body), email: secured, password: PASSWORD }, cookie);
    expect(step.statusCode).toBe(200);
    expect(step.body).toContain('autocomplete="one-time-code"');
    const fields = hiddenIn(step.body);
    expect((await send({ ...fields, code: '000000' }, cookie)).body).toContain('Invalid code');
    const code = (await running.pool.totpFor(secured)) ?? '';
    const response = await send({ ...fields, code }, cookie);
    expect(response.statusCode).toBe(303);
    expect((await redeem(codeIn(response))).status).toBe(200);
    expect((await send({ ...fields, code }, cookie)).statusCode).toBe(400);
  });

  test.each([{ mfaRequired: true }, { state: 'new-password-required' as const }])(
    'leaves to the app what only the app can ask: %j',
    async (more) => {
      const response = await signIn({ email: await newListener(more), password: PASSWORD });
      expect(response.statusCode).toBe(400);
      expect(response.body).toContain('Please sign in there.');
    },
  );

  test('remembers the browser until it signs out or the account cannot be used', async () => {
    const session = cookiesOf(await signIn({ email, password: PASSWORD }));
    expect((await authorize({}, session)).statusCode).toBe(303);
    const out = await server.inject({
      url: '/pool/hosted/logout',
      query: { client_id: CLIENT_ID, logout_uri: RETURN },
      headers: { cookie: session },
    });
    expect(out.headers['location']).toBe(RETURN);
    expect((await authorize({}, session)).statusCode).toBe(200);

    const again = cookiesOf(await signIn({ email, password: PASSWORD }));
    await running.pool.disableUser(email);
    expect((await authorize({}, again)).statusCode).toBe(200);
  });

  const CODE = 'forgot-password';
  const NEW_PASSWORD = 'another long password';
  const ends: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      'GlobalSignOut',
      async () => {
        const AccessToken = tokenOf(await prove(running.endpoint, email, PASSWORD), 'AccessToken');
        return wire(running.endpoint, 'GlobalSignOut', { AccessToken });
      },
    ],
    [
      'ChangePassword',
      async () =>
        wire(running.endpoint, 'ChangePassword', {
          AccessToken: tokenOf(await prove(running.endpoint, email, PASSWORD), 'AccessToken'),
          PreviousPassword: PASSWORD,
          ProposedPassword: NEW_PASSWORD,
        }),
    ],
    [
      'ConfirmForgotPassword',
      async () => {
        await running.pool.sendForgotPasswordCode(email, '192.0.2.1', 'en');
        return wire(running.endpoint, 'ConfirmForgotPassword', {
          ClientId: CLIENT_ID,
          Username: email,
          ConfirmationCode: await codeFor(running.pool, email, CODE),
          Password: NEW_PASSWORD,
        });
      },
    ],
    [
      'a reset that somebody else asked for, and its end',
      async () => {
        await running.pool.requirePasswordReset(email);
        await running.pool.sendForgotPasswordCode(email, '192.0.2.1', 'en');
        return wire(running.endpoint, 'ConfirmForgotPassword', {
          ClientId: CLIENT_ID,
          Username: email,
          ConfirmationCode: await codeFor(running.pool, email, CODE),
          Password: PASSWORD,
        });
      },
    ],
    [
      'DeleteUser',
      async () =>
        wire(running.endpoint, 'DeleteUser', {
          AccessToken: tokenOf(await prove(running.endpoint, email, PASSWORD), 'AccessToken'),
        }),
    ],
    ['revoking a user', async () => running.pool.revokeUser(email)],
    ['disabling a user', async () => running.pool.disableUser(email)],
  ];

  test.each(ends)(
    '%s ends what this browser holds: its session, an open code, its refresh token',
    async (_name, end) => {
      const session = cookiesOf(await signIn({ email, password: PASSWORD }));
      const { body } = await redeem(codeIn(await authorize({}, session)));
      const open = codeIn(await authorize({}, session));
      expect(open).not.toBe('');
      await end();
      expect((await authorize({}, session)).statusCode, 'asks for the password again').toBe(200);
      expect((await redeem(open)).body, 'a code that nobody has redeemed yet').toEqual({
        error: 'invalid_grant',
      });
      const refresh = {
        grant_type: 'refresh_token',
        client_id: CLIENT_ID,
        refresh_token: body['refresh_token'] ?? '',
      };
      expect((await token(refresh)).body).toEqual({ error: 'invalid_grant' });
      const rows = await running.db
        .selectFrom('pool_hosted_sessions')
        .innerJoin('pool_users', 'pool_users.sub', 'pool_hosted_sessions.sub')
        .select('pool_users.email')
        .where('pool_users.email', '=', email)
        .execute();
      expect(rows, 'no session is left that could count again').toEqual([]);
    },
  );

  test('returns to the origin of its own pages', async () => {
    const response = await server.inject({
      url: '/pool/hosted/oauth2/authorize',
      query: { ...asked, redirect_uri: 'http://127.0.0.1:4321/login' },
      headers: { host: '127.0.0.1:4321' },
    });
    expect(response.statusCode).toBe(200);
  });

  test.each([
    '/pool/hosted/%6Fauth2/authorize?a=1;Domain=e.test;Path=/',
    '/pool/hosted/oauth2/%61uthorize?a=1;Domain=e.test;Path=/',
    '/pool/%68osted/oauth2/authorize?a=1;Domain=e.test;Path=/',
  ])('sets cookies only for its own pages, with any spelling of the address: %s', async (address) => {
    const response = await server.inject({
      url: `${address}&${new URLSearchParams(asked).toString()}`,
      headers: { host: 'localhost:80' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['set-cookie']).toMatch(
      /^hosted-form=[\w-]+; Max-Age=3600; Path=\/pool\/hosted; HttpOnly; SameSite=Lax$/,
    );
    expect(response.body).toContain('<form method="post" action="/pool/hosted/login">');
  });

  test.each([
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
    ['https://e.test', undefined],
    ['null', undefined],
  ])('a page of %s can read tokens: %s', async (origin, allowed) => {
    const response = await server.inject({
      method: 'POST',
      url: '/pool/hosted/oauth2/token',
      headers: { ...FORM, origin },
      payload: 'grant_type=password',
    });
    expect(response.headers['access-control-allow-origin']).toBe(allowed);
  });

  test.each(['https://e.test/login', '//e.test/login', 'http://127.0.0.1:5173/', 'http://127.0.0.1:9/login'])(
    'redirects to no other address after signing out: %s',
    async (address) => {
      const response = await server.inject({
        url: '/pool/hosted/logout',
        query: { client_id: CLIENT_ID, logout_uri: address },
      });
      expect(response.statusCode).toBe(400);
      expect(response.headers['location']).toBeUndefined();
    },
  );

  test('signs out without an address to return to, and says so', async () => {
    const session = cookiesOf(await signIn({ email, password: PASSWORD }));
    const response = await server.inject({ url: '/pool/hosted/logout', headers: { cookie: session } });
    expect([response.statusCode, response.headers['location']]).toEqual([200, undefined]);
    expect(response.body).toContain('<h1>Signed out</h1>');
    expect((await authorize({}, session)).statusCode).toBe(200);
  });

  test('names the error of a request for tokens', async () => {
    expect((await token({ grant_type: 'password' })).body).toEqual({ error: 'unsupported_grant_type' });
    expect((await redeem('')).body).toEqual({ error: 'invalid_request' });
    expect((await redeem('x', { client_id: 'another' })).body).toEqual({ error: 'invalid_client' });
    const revoked = { grant_type: 'refresh_token', client_id: CLIENT_ID, refresh_token: 'unknown' };
    expect((await token(revoked)).body).toEqual({ error: 'invalid_grant' });
  });
});
