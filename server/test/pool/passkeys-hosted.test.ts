import Fastify, { type FastifyInstance } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { originRule } from '../../http/headers.ts';
import { namePublicOrigin } from '../../http/own-machine.ts';
import { RequestCounts } from '../../http/request-counts.ts';
import { Authenticator, type Deviation } from './authenticator.ts';
import { prove, token as tokenOf, wire } from './client.ts';
import { CLIENT_ID, PASSWORD, type RunningPool, runPool } from './harness.ts';

const OWN = 'https://listen.example';
const APP = 'https://app.elsewhere.example';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let running: RunningPool;
let server: FastifyInstance;
let authenticator: Authenticator;
let email = '';
let listeners = 0;

async function host(publicUrl: string): Promise<FastifyInstance> {
  const made = Fastify();
  namePublicOrigin(made, publicUrl);
  const origins = { mayRead: originRule([APP]), mayReturnTo: originRule([APP]) };
  await made.register(running.pool.hostedLogin(origins, new RequestCounts(running.clock)), {
    prefix: '/pool/hosted',
  });
  return made;
}

beforeAll(async () => {
  running = await runPool({ mayUsePasskeys: originRule([APP]) }, { publicUrl: OWN });
  server = await host(OWN);
}, 60_000);

afterAll(async () => {
  await server.close();
  await running.close();
});

const creation = v.object({
  CredentialCreationOptions: v.object({
    challenge: v.string(),
    rp: v.object({ id: v.string() }),
    user: v.object({ id: v.string() }),
  }),
});

beforeEach(async () => {
  listeners += 1;
  email = `hosted-key-${listeners}@listener.test`;
  await running.pool.ensureUser({ email, name: 'Wren', password: PASSWORD });
  const AccessToken = tokenOf(await prove(running.endpoint, email, PASSWORD), 'AccessToken');
  authenticator = new Authenticator(OWN);
  const started = await wire(running.endpoint, 'StartWebAuthnRegistration', { AccessToken });
  const Credential = authenticator.create(v.parse(creation, started.body).CredentialCreationOptions);
  await wire(running.endpoint, 'CompleteWebAuthnRegistration', { AccessToken, Credential });
});

const verifier = randomBytes(96).toString('base64url');
const asked = {
  response_type: 'code',
  client_id: CLIENT_ID,
  redirect_uri: `${APP}/login`,
  state: 'a-state-of-32-signs-or-thereabout',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};

const authorize = (more: Readonly<Record<string, string>> = {}, cookie = '', at = server) =>
  at.inject({ url: '/pool/hosted/oauth2/authorize', query: { ...asked, ...more }, headers: { cookie } });

const cookiesOf = (response: { headers: Readonly<Record<string, unknown>> }): string =>
  [response.headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';', 1)[0])
    .join('; ');

/** The form of passkeys in a page, by its id. */
const formIn = (html: string): string => /<form[^>]* id="passkey".*?<\/form>/u.exec(html)?.[0] ?? '';

const hiddenIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/gu)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  );

const options = async (): Promise<{ readonly challenge: string }> => {
  const response = await server.inject({ method: 'POST', url: '/pool/hosted/passkeys/options' });
  return v.parse(v.object({ challenge: v.string() }), response.json());
};

async function signIn(deviation: Deviation = {}, more: Readonly<Record<string, string>> = {}) {
  const page = await authorize();
  const credential = JSON.stringify(authenticator.get(await options(), deviation));
  const response = await server.inject({
    method: 'POST',
    url: '/pool/hosted/login',
    headers: { ...FORM, cookie: cookiesOf(page) },
    payload: new URLSearchParams({ ...hiddenIn(formIn(page.body)), credential, ...more }).toString(),
  });
  return { page, response };
}

/** The page that is shown again after a refusal. */
async function shownAgain(deviation: Deviation = {}, more: Readonly<Record<string, string>> = {}) {
  const { page, response } = await signIn(deviation, more);
  const next = String(response.headers['location']);
  expect(next).toMatch(/^\/pool\/hosted\/oauth2\/authorize/u);
  return server.inject({ url: next, headers: { cookie: `${cookiesOf(page)}; ${cookiesOf(response)}` } });
}

const alertIn = (html: string): string => /<p role="alert">(.*?)<\/p>/u.exec(html)?.[1] ?? '';

describe('the hosted login with passkeys', () => {
  test('offers them by autofill and by a button, with one script from a file (SES-140)', async () => {
    const page = await authorize();
    expect(page.body).toContain('autocomplete="username webauthn"');
    expect(formIn(page.body)).toContain('<button>Sign in with a passkey</button>');
    expect(formIn(page.body), 'only the script shows it').toMatch(/^<form[^>]* hidden /u);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain(`script-src ${OWN}/pool/hosted/passkeys.js;`);
    expect(policy).toContain(`connect-src ${OWN}/pool/hosted/passkeys/options;`);
    expect(policy).not.toMatch(/unsafe|nonce|self'.*script/u);
    expect(page.body).not.toMatch(/<script(?![^>]* src=)/u);
    const script = await server.inject({ url: '/pool/hosted/passkeys.js' });
    expect(script.headers['content-type']).toContain('text/javascript');
    expect(script.body).toContain('SimpleWebAuthnBrowser');
  });

  test('gives a code for the same tokens, without a user name or another factor (SES-134)', async () => {
    await running.pool.requireMfa(email);
    const { response } = await signIn();
    expect(response.statusCode).toBe(303);
    const back = new URL(String(response.headers['location']));
    expect(back.origin + back.pathname).toBe(`${APP}/login`);
    const exchange = await server.inject({
      method: 'POST',
      url: '/pool/hosted/oauth2/token',
      headers: FORM,
      payload: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: CLIENT_ID,
        redirect_uri: `${APP}/login`,
        code: back.searchParams.get('code') ?? '',
        code_verifier: verifier,
      }).toString(),
    });
    const { access_token: access } = exchange.json<Record<string, string>>();
    expect(await running.pool.verifyAccessToken(access ?? '')).toMatchObject({ ok: true });
    const user = await wire(running.endpoint, 'GetUser', { AccessToken: access });
    expect(user.body['UserAttributes']).toContainEqual({ Name: 'email', Value: email });

    // The browser stays signed in at the hosted login.
    expect((await authorize({}, cookiesOf(response))).statusCode).toBe(303);
  });

  test.each<readonly [string, Deviation, string]>([
    ['of another site', { origin: APP.replace('app', 'evil') }, 'The passkey was used on another site.'],
    ['that checks nobody', { isVerified: false }, 'by a PIN, a finger or a face.'],
    ['with an unknown challenge', { challenge: 'AAAA' }, 'This took too long. Please sign in again.'],
  ])('refuses a passkey %s in plain words (SES-136)', async (_name, deviation, words) => {
    const again = await shownAgain(deviation);
    expect(alertIn(again.body)).toContain(words);
    expect(formIn(again.body)).not.toContain('data-unknown');
  });

  test('tells the browser to forget a passkey that is not known (SES-141)', async () => {
    await running.pool.deleteUser(email);
    const again = await shownAgain();
    expect(alertIn(again.body)).toMatch(/^This passkey is not known here/u);
    const { id } = authenticator.get({ challenge: '' });
    expect(formIn(again.body)).toContain(` data-unknown="${id}"`);
  });

  test('refuses what is no credential, and a form of another site', async () => {
    expect(alertIn((await shownAgain({}, { credential: '{}' })).body)).toBe('The passkey cannot be read.');
    const { response } = await signIn({}, { form: 'another' });
    expect(response.statusCode).toBe(400);
    expect(response.headers['location']).toBeUndefined();
  });

  test('asks at once if the app wants it, but not again after a refusal (SES-140)', async () => {
    expect(formIn((await authorize({ method: 'passkey' })).body)).toContain(' data-starts=""');
    expect(formIn((await authorize()).body)).not.toContain('data-starts');
    expect(formIn((await shownAgain({ isVerified: false })).body)).not.toContain('data-starts');
  });

  test('shows nothing of it at an address without a name (SES-133)', async () => {
    const plain = await host('http://127.0.0.1:4321');
    const page = await authorize({ redirect_uri: `${APP}/login` }, '', plain);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/passkey|webauthn|<script/u);
    expect(page.headers['content-security-policy']).not.toContain('script-src');
    expect((await plain.inject({ url: '/pool/hosted/passkeys.js' })).statusCode).toBe(404);
    const refused = await plain.inject({ method: 'POST', url: '/pool/hosted/passkeys/options' });
    expect(refused.statusCode).toBe(404);
    await plain.close();
  });
});
