import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { EMBEDDED_POOL } from '../../parts/pool.ts';
import type { ProviderOptions } from '../../parts/part.ts';
import type { IssuerSettings } from '../../pool/issuers/settings.ts';
import type { Provider } from '../../provider.ts';
import { CLIENT, FormBrowser, OpenIdProvider } from '../support/openid-provider.ts';
import { ApiClient, startTestProvider } from '../support/provider.ts';

export const APP = 'http://127.0.0.1:5999';
const RETURN = `${APP}/login`;

export const settingsOf = (
  { issuer }: Pick<OpenIdProvider, 'issuer'>,
  more: Partial<IssuerSettings> = {},
): IssuerSettings => ({
  id: 'school',
  name: 'Example School',
  issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  scopes: 'openid email profile',
  groupsClaim: null,
  gifts: new Map(),
  joins: false,
  ...more,
});

interface Running {
  readonly school: OpenIdProvider;
  readonly college: OpenIdProvider;
  readonly collegeSettings: IssuerSettings;
  readonly provider: Provider;
  readonly log: string[];
}

/** A provider with two issuers, for all tests of a file. */
export function useIssuers(
  settings: { readonly school?: Partial<IssuerSettings>; readonly college?: Partial<IssuerSettings> } = {},
  options: Partial<ProviderOptions> = {},
): () => Running {
  let running: Running | undefined;
  beforeAll(async () => {
    const school = await OpenIdProvider.reserve();
    const college = await OpenIdProvider.reserve('localhost');
    const log: string[] = [];
    const collegeSettings = settingsOf(college, { id: 'college', name: 'The College', ...settings.college });
    const provider = await startTestProvider({
      faults: true,
      checkResponses: true,
      appOrigins: [APP],
      log: (line) => log.push(line),
      issuers: [settingsOf(school, settings.school), collegeSettings],
      ...options,
    });
    const hostedLogin = `${provider.origin}/pool/hosted`;
    await school.start({ hostedLogin, id: 'school' });
    await college.start({ hostedLogin, id: 'college' });
    running = { school, college, collegeSettings, provider, log };
  }, 180_000);
  afterAll(async () => {
    await running?.school.stop();
    await running?.college.stop();
    await running?.provider.close();
  });
  return () => {
    if (running === undefined) throw new Error('The provider has not started yet.');
    return running;
  };
}

const verifier = randomBytes(96).toString('base64url');

/** The address with which the app begins. */
export function authorizeAddress(origin: string, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: EMBEDDED_POOL.clientId,
    redirect_uri: RETURN,
    state: 'a-state-of-32-signs-or-thereabout',
    scope: 'openid email profile aws.cognito.signin.user.admin',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  });
  return `${origin}/pool/hosted/oauth2/authorize?${query.toString()}`;
}

/** Signs in at an issuer with a new browser, and comes back to the app or to a page that says why not. */
export async function signInAt(
  { provider }: Running,
  name: string,
  login: string,
  browser = new FormBrowser(APP),
): Promise<FormBrowser> {
  await browser.open(authorizeAddress(provider.origin, { identity_provider: name }));
  await browser.signInAtIssuer(login);
  return browser;
}

/** Redeems the code with which a browser came back to the app. */
export async function redeem({ provider }: Running, { address }: FormBrowser) {
  const code = new URL(address).searchParams.get('code');
  if (code === null) throw new Error(`The browser did not come back with a code, but is at ${address}.`);
  const response = await fetch(`${provider.origin}/pool/hosted/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: EMBEDDED_POOL.clientId,
      redirect_uri: RETURN,
      code,
      code_verifier: verifier,
    }),
  });
  const tokens = (await response.json()) as Readonly<Record<string, string>>;
  const access = tokens['access_token'] ?? '';
  return { tokens, access, api: new ApiClient(provider.origin, access) };
}
