// A certified client of OpenID Connect drives a real provider over HTTP.
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { EMBEDDED_POOL } from '../../parts/pool.ts';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import { useProvider } from '../support/provider.ts';

const APP = 'http://127.0.0.1:5999';
const RETURN = `${APP}/login`;
const EMAIL = 'annual@listener.test';
const HOUR_MS = 60 * 60 * 1000;
const provider = useProvider({ appOrigins: [APP] });
const at = (path: string): string => `${provider().origin}/pool/hosted${path}`;

let config: client.Configuration;

beforeAll(async () => {
  config = await client.discovery(new URL(at('')), EMBEDDED_POOL.clientId, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
});

/** A browser: it keeps cookies and follows redirects up to the app. */
class Browser {
  private readonly cookies = new Map<string, string>();

  async open(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie } });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(each) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null || next.startsWith(APP)) return response;
    return this.open(new URL(next, address));
  }

  async signIn(address: URL, password = DEMO_PASSWORD): Promise<Response> {
    const html = await (await this.open(address)).text();
    const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/gu)];
    const fields = hidden.map(([, name = '', value = '']) => [name, value]);
    const body = new URLSearchParams([...fields, ['email', EMAIL], ['password', password]]);
    return this.open(at('/login'), { method: 'POST', body });
  }
}

async function begin(more: Readonly<Record<string, string>> = {}) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedNonce = client.randomNonce();
  const expectedState = client.randomState();
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: RETURN,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    nonce: expectedNonce,
    state: expectedState,
    ...more,
  });
  return { address, checks: { pkceCodeVerifier, expectedNonce, expectedState, idTokenExpected: true } };
}

const landed = (response: Response): URL => new URL(response.headers.get('location') ?? '');
const errorOf = async (response: Response): Promise<unknown> => landed(response).searchParams.get('error');

describe('openid-client (SES-109)', () => {
  test('discovers, signs in with nonce, state and iss, reads the user, renews, revokes and signs out', async () => {
    const browser = new Browser();
    const { address, checks } = await begin();
    const tokens = await client.authorizationCodeGrant(config, landed(await browser.signIn(address)), checks);
    expect(tokens.scope).toBe('openid email profile');
    expect(tokens.claims()).toMatchObject({ iss: at(''), aud: EMBEDDED_POOL.clientId, email: EMAIL });
    const sub = tokens.claims()?.sub ?? '';
    expect(await client.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({
      sub,
      email: EMAIL,
      email_verified: true,
      name: expect.any(String) as unknown,
    });

    provider().clock.setOffset(2 * HOUR_MS);
    await expect(client.fetchUserInfo(config, tokens.access_token, sub)).rejects.toMatchObject({
      status: 401,
    });
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await client.fetchUserInfo(config, renewed.access_token, sub)).toMatchObject({ email: EMAIL });
    expect(decodeJwt(renewed.id_token ?? '').iss).toBe(at(''));

    await client.tokenRevocation(config, tokens.refresh_token ?? '');
    await expect(client.fetchUserInfo(config, renewed.access_token, sub)).rejects.toMatchObject({
      status: 401,
    });
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    provider().clock.setOffset(0);

    const out = client.buildEndSessionUrl(config, { post_logout_redirect_uri: RETURN, state: 'bye' });
    expect(landed(await browser.open(out)).href).toBe(`${RETURN}?state=bye`);
    expect((await browser.open((await begin()).address)).status).toBe(200);
  });

  test('signs in without a page only if somebody is signed in, and recently enough', async () => {
    const browser = new Browser();
    const silent = { prompt: 'none' };
    const refused = landed(await browser.open((await begin(silent)).address));
    expect(refused.searchParams.get('error')).toBe('login_required');
    expect(refused.searchParams.get('iss')).toBe(at(''));
    await browser.signIn((await begin()).address);
    const { address, checks } = await begin(silent);
    const tokens = await client.authorizationCodeGrant(config, landed(await browser.open(address)), checks);
    expect(tokens.claims()?.auth_time).toEqual(expect.any(Number));
    provider().clock.setOffset(10 * 60 * 1000);
    expect(await errorOf(await browser.open((await begin({ ...silent, max_age: '60' })).address))).toBe(
      'login_required',
    );
    provider().clock.setOffset(0);
    expect((await browser.open((await begin({ prompt: 'login' })).address)).status).toBe(200);
  });

  test('gets an access token of openid alone that cannot read the user in the pool', async () => {
    const { address, checks } = await begin({ scope: 'openid' });
    const tokens = await client.authorizationCodeGrant(
      config,
      landed(await new Browser().signIn(address)),
      checks,
    );
    expect(await client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck)).toEqual({
      sub: tokens.claims()?.sub,
    });
    const response = await fetch(`${provider().origin}/pool`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser',
      },
      body: JSON.stringify({ AccessToken: tokens.access_token }),
    });
    expect(await response.json()).toMatchObject({ __type: 'NotAuthorizedException' });
  });

  test('is told the errors by their names in the standards', async () => {
    const browser = new Browser();
    const errorFor = async (more: Readonly<Record<string, string>>) =>
      errorOf(await browser.open((await begin(more)).address));
    expect(await errorFor({ response_type: 'token' })).toBe('unsupported_response_type');
    expect(await errorFor({ code_challenge_method: 'plain' })).toBe('invalid_request');
    expect(await errorFor({ scope: 'everything' })).toBe('invalid_scope');
    expect(await errorFor({ prompt: 'none login' })).toBe('invalid_request');
    expect(await errorFor({ response_mode: 'form_post' })).toBe('invalid_request');
    expect(await errorFor({ request: 'x' })).toBe('request_not_supported');
    expect(await errorFor({ request_uri: 'x' })).toBe('request_uri_not_supported');
    expect(await errorFor({ max_age: 'soon' })).toBe('invalid_request');
  });
});

describe('the calls of the hosted login (SES-109)', () => {
  const post = (path: string, body: Readonly<Record<string, string>>, headers: HeadersInit = {}) =>
    fetch(at(path), { method: 'POST', body: new URLSearchParams(body), headers });
  const { clientId } = EMBEDDED_POOL;

  test('report errors as RFC 6749, 6750 and 7009 say', async () => {
    const token = async (body: Readonly<Record<string, string>>, headers?: HeadersInit) => {
      const response = await post('/oauth2/token', body, headers);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const sent: unknown = await response.json();
      const error: unknown = Reflect.get(Object(sent), 'error');
      return [response.status, error];
    };
    expect(await token({})).toEqual([400, 'invalid_request']);
    expect(await token({ grant_type: 'password' })).toEqual([400, 'unsupported_grant_type']);
    const renewal = { grant_type: 'refresh_token', client_id: clientId, refresh_token: 'x' };
    expect(await token(renewal)).toEqual([400, 'invalid_grant']);
    expect(await token({ ...renewal, client_id: 'other' })).toEqual([400, 'invalid_client']);
    const basic = { authorization: `Basic ${btoa(`${clientId}:secret`)}` };
    expect(await token(renewal, basic)).toEqual([401, 'invalid_client']);
    const json = await fetch(at('/oauth2/token'), {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([json.status, await json.json()]).toMatchObject([400, { error: 'invalid_request' }]);

    expect((await post('/oauth2/revoke', { client_id: clientId, token: 'unknown' })).status).toBe(200);
    expect((await post('/oauth2/revoke', { client_id: clientId })).status).toBe(400);
    const nobody = await fetch(at('/oauth2/userInfo'));
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const wrong = await fetch(at('/oauth2/userInfo'), { headers: { authorization: 'Bearer x' } });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  });

  test('describe themselves at both addresses, and pages of other origins can read it', async () => {
    const addresses = [
      at('/.well-known/openid-configuration'),
      `${provider().origin}/.well-known/oauth-authorization-server/pool/hosted`,
    ];
    const [openId, oauth] = await Promise.all(
      addresses.map(
        async (address) =>
          (await fetch(address, { headers: { origin: 'http://127.0.0.1:5173' } })).json() as unknown,
      ),
    );
    expect(openId).toEqual(oauth);
    expect(openId).toMatchObject({ issuer: at(''), jwks_uri: at('/.well-known/jwks.json') });
    const preflight = await fetch(at('/oauth2/token'), {
      method: 'OPTIONS',
      headers: {
        origin: 'http://127.0.0.1:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-amz-user-agent,content-type',
      },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-amz-user-agent');
  });
});
