// A certified provider of OpenID Connect drives the hosted login over HTTP.
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Claims, CLIENT, FormBrowser } from '../support/openid-provider.ts';
import type { PoolTables } from '../../pool/migrations.ts';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import { APP, authorizeAddress, redeem, signInAt, useIssuers } from './issuers-harness.ts';

const running = useIssuers();
const SCHOOL = 'Example School';
const ALERT = 'could not be verified';
let people = 0;
let login = '';

beforeEach(() => {
  people += 1;
  login = `pupil-${people}`;
  const { school, college, provider } = running();
  provider.clock.setOffset(0);
  school.tamper = null;
  school.forge = null;
  school.tamperUserInfo = null;
  school.claims.set(login, { email: `${login}@school.example`, email_verified: true, name: 'Wren Pupil' });
  college.claims.set(login, {
    email: `${login}@college.example`,
    email_verified: true,
    name: 'Wren Student',
  });
});

/** Begins at the issuer, and returns the response that the issuer sends, without opening it. */
async function responseOf(browser: FormBrowser): Promise<string> {
  const { provider } = running();
  await browser.open(authorizeAddress(provider.origin, { identity_provider: SCHOOL }));
  await browser.signInAtIssuer(login);
  return browser.visited.findLast((address) => address.includes('/oauth2/idpresponse/')) ?? '';
}

describe('the page of the hosted login', () => {
  test('offers each provider, and comes back to the app (SES-153, SES-154)', async () => {
    const browser = new FormBrowser(APP);
    await browser.open(authorizeAddress(running().provider.origin));
    expect(browser.html).toContain('>Continue with Example School</a>');
    expect(browser.html).toContain('>Continue with The College</a>');
    expect(browser.html).not.toContain('<script');
    expect(browser.policy).toContain(`form-action 'self' ${APP};`);
    expect(browser.policy).not.toContain(running().school.issuer);
    await browser.follow('Continue with Example School');
    await browser.signInAtIssuer(login);
    const back = new URL(browser.address);
    expect(back.origin + back.pathname).toBe(`${APP}/login`);
    expect(back.searchParams.get('state')).toBe('a-state-of-32-signs-or-thereabout');
    const { api } = await redeem(running(), browser);
    const { body } = await api.get('/user');
    expect(body).toMatchObject({ email: `${login}@school.example`, full_name: 'Wren Pupil' });
    const sessions = await api.get('/user/sessions');
    expect(sessions.body).toMatchObject({ results: [{ identity_provider: SCHOOL, is_current: true }] });
  });

  test('sends PKCE, a state and a nonce, and binds the state to a cookie that no script reads', async () => {
    const { provider, school } = running();
    const response = await fetch(authorizeAddress(provider.origin, { identity_provider: SCHOOL }), {
      redirect: 'manual',
    });
    const asked = new URL(response.headers.get('location') ?? '');
    expect(asked.origin).toBe(school.issuer);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      redirect_uri: `${provider.origin}/pool/hosted/oauth2/idpresponse/school`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.searchParams.get(name)).toMatch(/^[\w-]{43,}$/u);
    }
    expect(response.headers.get('set-cookie')).toMatch(/^hosted-form=.*HttpOnly; SameSite=Lax$/u);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('says so for a provider that is not configured, and asks nobody with prompt=none', async () => {
    const { provider } = running();
    const browser = new FormBrowser(APP);
    await browser.open(authorizeAddress(provider.origin, { identity_provider: '<script>' }));
    expect(browser.alert).toContain('not offered here');
    expect(browser.html).not.toContain('<script>');
    await browser.open(authorizeAddress(provider.origin, { identity_provider: 'COGNITO' }));
    expect([browser.status, browser.alert]).toEqual([200, '']);
    await browser.open(
      authorizeAddress(provider.origin, { identity_provider: SCHOOL, nonce: 'a\0', login_hint: '\ud800' }),
    );
    expect(new URL(browser.address).searchParams.get('error')).toBe('invalid_request');
    await browser.open(authorizeAddress(provider.origin, { identity_provider: SCHOOL, prompt: 'none' }));
    expect(new URL(browser.address).searchParams.get('error')).toBe('login_required');
  });

  test('stays signed in to the same provider, and asks another one', async () => {
    const { provider, college } = running();
    const browser = await signInAt(running(), SCHOOL, login);
    await browser.open(authorizeAddress(provider.origin, { identity_provider: SCHOOL }));
    expect(browser.address).toContain(`${APP}/login?code=`);
    await browser.open(authorizeAddress(provider.origin, { identity_provider: 'The College' }));
    expect(browser.address).toContain(college.issuer);
  });
});

describe('a response is refused (SES-154)', () => {
  test('with a state that nobody sent, or in another browser, or of another provider', async () => {
    const { provider } = running();
    const browser = new FormBrowser(APP);
    await browser.open(authorizeAddress(provider.origin, { identity_provider: SCHOOL }));
    const hosted = `${provider.origin}/pool/hosted/oauth2/idpresponse`;
    for (const wrong of ['', '?state=', '?code=x&state=unknown', '?code=x&state=a&state=b']) {
      await browser.open(`${hosted}/school${wrong}`);
      expect([browser.status, browser.html]).toEqual([400, expect.stringContaining('has ended')]);
    }
    const state = new URL(
      browser.visited.find(
        (address) => address.includes('code_challenge_method') && address.includes('nonce='),
      ) ?? '',
    ).searchParams.get('state');
    // Another browser has a cookie of its own.
    const other = new FormBrowser(APP);
    await other.open(authorizeAddress(provider.origin));
    await other.open(`${hosted}/school?code=x&state=${state}`);
    expect([other.status, other.html]).toEqual([400, expect.stringContaining('has ended')]);
    await browser.open(`${hosted}/college?code=x&state=${state}`);
    expect([browser.status, browser.html]).toEqual([400, expect.stringContaining('has ended')]);
    await browser.open(`${hosted}/unknown?code=x&state=${state}`);
    expect(browser.status).toBe(400);
  });

  test('a second time, with the same cookies', async () => {
    const browser = new FormBrowser(APP);
    const response = await responseOf(browser);
    expect(browser.address).toContain(`${APP}/login?code=`);
    await browser.open(response);
    expect([browser.status, browser.html]).toEqual([400, expect.stringContaining('has ended')]);
  });

  test.each<readonly [string, (iss: string) => string]>([
    ['of another issuer', () => 'https://evil.example'],
    ['without its issuer, which says that it names it', () => ''],
  ])('%s (RFC 9207)', async (_name, changed) => {
    const { provider } = running();
    const browser = new FormBrowser(APP);
    await browser.open(authorizeAddress(provider.origin, { identity_provider: SCHOOL }));
    const asked = new URL(browser.visited.find((address) => address.includes('nonce=')) ?? '');
    const iss = changed('');
    await browser.open(
      `${provider.origin}/pool/hosted/oauth2/idpresponse/school?code=x&state=${asked.searchParams.get('state')}` +
        (iss === '' ? '' : `&iss=${encodeURIComponent(iss)}`),
    );
    expect(browser.alert).toContain(ALERT);
  });

  test.each<
    readonly [string, (claims: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>]
  >([
    ['a wrong nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce: _nonce, ...claims }) => claims],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['another client', (claims) => ({ ...claims, aud: 'another' })],
    ['an end that is long past', (claims) => ({ ...claims, exp: Number(claims['iat']) - 600 })],
    ['a start in the future', (claims) => ({ ...claims, iat: Number(claims['iat']) + 600 })],
    ['no subject', ({ sub: _sub, ...claims }) => claims],
  ])('with an ID token that has %s', async (_name, tamper) => {
    const { school, log } = running();
    school.tamper = tamper;
    const browser = await signInAt(running(), SCHOOL, login);
    expect(browser.alert).toContain(ALERT);
    expect(log.at(-1)).toContain('sign-in with Example School: invalid');
    // The password is still there.
    expect(browser.html).toContain('name="password"');
  });

  test('if the clocks differ by minutes, and not if they differ by seconds', async () => {
    const { provider } = running();
    for (const [seconds, isIn] of [
      [50, true],
      [-50, true],
      [-600, false],
      [3600, false],
    ] as const) {
      const browser = new FormBrowser(APP);
      await browser.open(authorizeAddress(provider.origin, { identity_provider: SCHOOL }));
      provider.clock.setOffset(seconds * 1000);
      await browser.signInAtIssuer(login);
      provider.clock.setOffset(0);
      expect(browser.address.startsWith(`${APP}/login?code=`), `${seconds} s`).toBe(isIn);
      if (!isIn) expect(browser.alert).not.toBe('');
    }
  });

  test.each<readonly [string, (claims: Claims) => Promise<string>]>([
    ['no signature', async (claims) => new UnsecuredJWT({ ...claims }).encode()],
    [
      'a signature by the secret of the client',
      async (claims) =>
        new SignJWT({ ...claims })
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(CLIENT.secret)),
    ],
  ])('with an ID token that has %s', async (_name, forge) => {
    running().school.forge = forge;
    const browser = await signInAt(running(), SCHOOL, login);
    expect(browser.alert).toContain(ALERT);
  });

  test('with the user info of somebody else', async () => {
    running().school.tamperUserInfo = (claims) => ({ ...claims, sub: 'somebody-else' });
    const browser = await signInAt(running(), SCHOOL, login);
    expect(browser.alert).toContain(ALERT);
  });

  test('with a signature that no published key made', async () => {
    const { school } = running();
    school.tamper = (claims) => claims;
    await school.signWithUnknownKey(async () => {
      const browser = await signInAt(running(), SCHOOL, login);
      expect(browser.alert).toContain(ALERT);
    });
  });
});

describe('an issuer that changes or fails locks nobody out (SES-158)', () => {
  test('rotates its keys', async () => {
    const { school } = running();
    for (let rotation = 0; rotation < 2; rotation += 1) {
      await school.rotateKeys();
      const browser = await signInAt(running(), SCHOOL, login);
      expect(browser.address).toContain(`${APP}/login?code=`);
    }
  });

  test('is away, at the beginning or when the person comes back', async () => {
    const { school, provider } = running();
    const browser = new FormBrowser(APP);
    await browser.open(authorizeAddress(provider.origin, { identity_provider: SCHOOL }));
    const asked = browser.address;
    await school.pause(async () => {
      provider.clock.setOffset(10 * 60 * 1000);
      const other = new FormBrowser(APP);
      await other.open(authorizeAddress(provider.origin, { identity_provider: SCHOOL }));
      expect(other.alert).toBe(
        'Example School cannot be reached at the moment. Try again later, or sign in in another way.',
      );
      expect(other.html).toContain('name="password"');
      provider.clock.setOffset(0);
      const state = new URL(
        browser.visited.find((address) => address.includes('nonce=')) ?? '',
      ).searchParams.get('state');
      await browser.open(
        `${provider.origin}/pool/hosted/oauth2/idpresponse/school?code=x&state=${state}&iss=${encodeURIComponent(school.issuer)}`,
      );
      expect(browser.alert).toContain('cannot be reached');
    });
    expect(asked).toContain(school.issuer);
    expect((await signInAt(running(), SCHOOL, login)).address).toContain(`${APP}/login?code=`);
  });

  test('says no, because the person canceled, or for another reason', async () => {
    const { provider, school, log } = running();
    const browser = new FormBrowser(APP);
    await browser.open(authorizeAddress(provider.origin, { identity_provider: SCHOOL }));
    await browser.follow('Cancel');
    expect(browser.alert).toBe('The sign-in with Example School was canceled.');
    await browser.open(authorizeAddress(provider.origin, { identity_provider: SCHOOL }));
    const state = new URL(
      browser.visited.findLast((address) => address.includes('nonce=')) ?? '',
    ).searchParams.get('state');
    const sent = new URLSearchParams({
      state: state ?? '',
      iss: school.issuer,
      error: 'server_error',
      error_description: '<script>alert(1)</script>\r\nset-cookie: a=b',
    });
    await browser.open(`${provider.origin}/pool/hosted/oauth2/idpresponse/school?${sent.toString()}`);
    expect(browser.alert).toBe('Example School refused the sign-in. Try again, or sign in in another way.');
    expect(browser.html).not.toContain('alert(1)');
    expect(log.at(-1)).toBe('sign-in with Example School: refused: server_error');
  });

  test('a person who takes too long is asked again', async () => {
    const { provider } = running();
    const browser = new FormBrowser(APP);
    await browser.open(authorizeAddress(provider.origin, { identity_provider: SCHOOL }));
    provider.clock.setOffset(11 * 60 * 1000);
    await browser.signInAtIssuer(login);
    expect(browser.alert).toBe('This took too long. Please sign in again.');
  });

  test('what nobody finishes does not pile up', async () => {
    const { provider } = running();
    const begin = () =>
      fetch(authorizeAddress(provider.origin, { identity_provider: SCHOOL }), { redirect: 'manual' });
    const count = async () => {
      const rows = await provider.db
        .withTables<PoolTables>()
        .selectFrom('pool_identity_requests')
        .select('state_hash')
        .execute();
      return rows.length;
    };
    for (let number = 0; number < 3; number += 1) await begin();
    expect(await count()).toBeGreaterThanOrEqual(3);
    provider.clock.setOffset(60 * 60 * 1000);
    await begin();
    expect(await count()).toBe(1);
  });
});

describe('a sign-out (SES-159)', () => {
  test('signs out at both, and comes back to the app', async () => {
    const { provider, school } = running();
    const browser = await signInAt(running(), SCHOOL, login);
    const address = new URL(`${provider.origin}/pool/hosted/logout`);
    address.search = new URLSearchParams({
      client_id: new URL(authorizeAddress(provider.origin)).searchParams.get('client_id') ?? '',
      logout_uri: `${APP}/login`,
    }).toString();
    await browser.open(address);
    const asked = new URL(browser.address);
    expect(asked.origin).toBe(school.issuer);
    expect(asked.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/u);
    await browser.send({ logout: 'yes' });
    expect(browser.address).toBe(`${APP}/login`);
    await browser.open(authorizeAddress(provider.origin, { identity_provider: SCHOOL }));
    expect(browser.html, 'the issuer asks again').toContain('value="login"');
    // The second sign-out has nothing to do at the issuer.
    await browser.open(address);
    expect(browser.address).toBe(`${APP}/login`);
  });

  test('of a sign-in by password is none at the provider of an earlier one', async () => {
    const { provider } = running();
    const browser = await signInAt(running(), SCHOOL, login);
    const { sub } = decodeJwt((await redeem(running(), browser)).access);
    await provider.pool.endSessions(sub ?? '', () => Promise.resolve());
    await browser.open(authorizeAddress(provider.origin));
    await browser.send({ email: 'free@listener.test', password: DEMO_PASSWORD });
    expect(browser.address).toContain(`${APP}/login?code=`);
    const client = new URL(authorizeAddress(provider.origin)).searchParams.get('client_id') ?? '';
    await browser.open(
      `${provider.origin}/pool/hosted/logout?client_id=${client}&logout_uri=${encodeURIComponent(`${APP}/login`)}`,
    );
    expect(browser.address).toBe(`${APP}/login`);
  });

  test('comes back although the issuer is away, and follows no foreign address of a cookie', async () => {
    const { provider, school } = running();
    const browser = await signInAt(running(), SCHOOL, login);
    await school.pause(async () => {
      provider.clock.setOffset(10 * 60 * 1000);
      const client = new URL(authorizeAddress(provider.origin)).searchParams.get('client_id') ?? '';
      await browser.open(
        `${provider.origin}/pool/hosted/logout?client_id=${client}&logout_uri=${encodeURIComponent(`${APP}/login`)}`,
      );
      expect(browser.address).toBe(`${APP}/login`);
    });
    for (const foreign of [
      'https://evil.example/login',
      '//evil.example/login',
      'javascript:alert(1)',
      '%',
      '',
    ]) {
      browser.cookies(provider.origin).set('hosted-return', encodeURIComponent(foreign));
      await browser.open(`${provider.origin}/pool/hosted/logout/idpresponse`);
      expect(browser.html).toContain('<h1>Signed out</h1>');
      browser.cookies(provider.origin).set('hosted-issuer', Buffer.from(foreign).toString('base64url'));
      await browser.open(`${provider.origin}/pool/hosted/logout`);
      expect(browser.html).toContain('<h1>Signed out</h1>');
    }
  });
});

describe('a recent sign-in (SES-160)', () => {
  test('that an app wants with max_age is asked for at the issuer', async () => {
    const { provider, school } = running();
    const browser = await signInAt(running(), SCHOOL, login);
    await browser.open(authorizeAddress(provider.origin, { max_age: '600' }));
    expect(browser.address, 'a recent one is enough').toContain(`${APP}/login?code=`);
    provider.clock.setOffset(20 * 60 * 1000);
    await browser.open(authorizeAddress(provider.origin, { max_age: '600' }));
    expect(browser.address).toContain(school.issuer);
    const asked = new URL(browser.visited.findLast((address) => address.includes('nonce=')) ?? '');
    expect(asked.searchParams.get('max_age')).toBe('600');
  });

  test('is proved at the issuer, without a password', async () => {
    const { provider, school } = running();
    const browser = await signInAt(running(), SCHOOL, login);
    await browser.open(authorizeAddress(provider.origin, { prompt: 'login' }));
    expect(browser.address).toContain(school.issuer);
    const asked = new URL(browser.visited.findLast((address) => address.includes('nonce=')) ?? '');
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    await browser.signInAtIssuer(login);
    expect(browser.address).toContain(`${APP}/login?code=`);
  });

  test.each<
    readonly [string, (claims: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>]
  >([
    ['old', (claims) => ({ ...claims, auth_time: Number(claims['iat']) - 3600 })],
    ['unknown', ({ auth_time: _time, ...claims }) => claims],
  ])('is refused if the one at the issuer is %s', async (_name, tamper) => {
    const { provider, school } = running();
    const browser = await signInAt(running(), SCHOOL, login);
    school.tamper = tamper;
    await browser.open(authorizeAddress(provider.origin, { prompt: 'login' }));
    await browser.signInAtIssuer(login);
    expect(browser.alert).toContain('did not ask you to sign in again');
  });

  test('counts from the sign-in at the issuer', async () => {
    const { school } = running();
    school.tamper = (claims) => ({ ...claims, auth_time: Number(claims['iat']) - 3600 });
    const { api } = await redeem(running(), await signInAt(running(), SCHOOL, login));
    const { body } = await api.get('/user/sessions');
    const [session] = (body as { results: readonly { signed_in: string }[] }).results;
    expect(Date.now() - Date.parse(session?.signed_in ?? '')).toBeGreaterThan(3500 * 1000);
  });
});
