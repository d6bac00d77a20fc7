import { setTimeout as sleep } from 'node:timers/promises';
import { readArguments } from '../scripts/lib/arguments.mjs';
import { regionFor, regionOfPool } from '../src/start/pool-region.ts';
import type { Settings } from './target.ts';

/** An argument cannot be read. The message says why. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

export const USAGE = `npm run conformance -- --api URL [options]
Checks a provider and its pool, call by call, with the adapters of the app. See docs/providers.md.
  --list                 only prints all checks, what each needs, and what a listener notices if it differs
  --api URL              the product API, as VITE_API_URL names it
  --pool-endpoint URL    the pool; without it the public endpoint of its region
  --pool ID --client ID  the pool, and its public client
  --flow srp|custom      how the account signs in
  --sign-in-client vendor|webcrypto
                         the code that speaks to the pool, as VITE_COGNITO_CLIENT names it
  --email E --password-stdin
                         an account without second factors; the password is read from standard input
  --site URL             the host of the built app
  --origin URL           the origin of the app's pages (default: that of --site), if it is not the API's own
  --media-origins "URL…" further origins of covers and sounds, as VITE_MEDIA_ORIGINS names them
  --hosted-login URL     the hosted login, as VITE_HOSTED_LOGIN_URL names it
  --writes               also checks calls that change data of the account, and puts it back
  --wait                 also waits until a token has expired
  --pages N              the most pages that are read of one list (default 50)
  --timeout SECONDS      how long an answer may take (default 10)
  --json                 prints JSON in place of the table
  --junit FILE           also writes JUnit XML`;

export type Arguments = {
  readonly settings: Settings;
  readonly json: boolean;
  readonly junit: string | null;
};

/** Reads the settings. `readPassword` is called if the password comes from standard input. */
export function readSettings(values: Values, readPassword: () => string): Arguments {
  if (values.api === undefined) throw new ArgumentError('--api is missing.');
  const { email } = values;
  const site = values.site === undefined ? null : webAddress('--site', values.site);
  const asksPassword = values['password-stdin'] === true;
  if ((email === undefined) === asksPassword) {
    throw new ArgumentError('--email and --password-stdin are given together.');
  }
  return {
    settings: {
      apiUrl: webAddress('--api', values.api).href.replace(/\/+$/, ''),
      pool: poolOf(values),
      account: email === undefined ? null : { email, password: readPassword() },
      origin:
        values.origin === undefined ? (site?.origin ?? null) : webAddress('--origin', values.origin).origin,
      hostedLogin:
        values['hosted-login'] === undefined
          ? null
          : webAddress('--hosted-login', values['hosted-login']).href,
      site: site?.origin ?? null,
      mediaOrigins: (values['media-origins'] ?? '')
        .split(/\s+/)
        .filter(Boolean)
        .map((address) => webAddress('--media-origins', address).origin),
      writes: values.writes === true,
      pages: wholeNumber('--pages', values.pages ?? '50'),
      wait: values.wait === true ? async (time) => sleep(Math.max(0, time)) : null,
      limits: {
        responseTime: wholeNumber('--timeout', values.timeout ?? '10') * 1000,
        bodyBytes: 20_000_000,
      },
    },
    json: values.json === true,
    junit: values.junit ?? null,
  };
}

export function readValues(args: readonly string[]) {
  return readArguments(USAGE, {
    args: [...args],
    options: {
      api: { type: 'string' },
      'pool-endpoint': { type: 'string' },
      pool: { type: 'string' },
      client: { type: 'string' },
      flow: { type: 'string' },
      'sign-in-client': { type: 'string' },
      email: { type: 'string' },
      'password-stdin': { type: 'boolean' },
      origin: { type: 'string' },
      site: { type: 'string' },
      'media-origins': { type: 'string' },
      'hosted-login': { type: 'string' },
      writes: { type: 'boolean' },
      wait: { type: 'boolean' },
      pages: { type: 'string' },
      timeout: { type: 'string' },
      json: { type: 'boolean' },
      junit: { type: 'string' },
      list: { type: 'boolean' },
    },
  }).values;
}

type Values = ReturnType<typeof readValues>;

function poolOf(values: Values): Settings['pool'] {
  const { pool, client, flow = 'srp' } = values;
  const endpoint = values['pool-endpoint'];
  if (pool === undefined && client === undefined && endpoint === undefined) return null;
  if (pool === undefined || client === undefined)
    throw new ArgumentError('--pool and --client are given together.');
  if (regionOfPool(pool) === null) {
    throw new ArgumentError(`--pool is a region, an underscore, and letters or digits, not "${pool}".`);
  }
  if (flow !== 'srp' && flow !== 'custom') throw new ArgumentError(`--flow is srp or custom, not "${flow}".`);
  const signIn = values['sign-in-client'] ?? 'vendor';
  if (signIn !== 'vendor' && signIn !== 'webcrypto') {
    throw new ArgumentError(`--sign-in-client is vendor or webcrypto, not "${signIn}".`);
  }
  return {
    region: regionFor(undefined, pool),
    userPoolId: pool,
    clientId: client,
    endpoint: endpoint === undefined ? null : webAddress('--pool-endpoint', endpoint).href,
    authFlow: flow,
    client: signIn,
  };
}

function webAddress(option: string, text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    throw new ArgumentError(`${option} is an http or https address without a name and a password.`);
  }
  if (url.search + url.hash !== '') {
    throw new ArgumentError(`${option} is an address without a query.`);
  }
  return url;
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new ArgumentError(`${option} is a whole number above 0, not "${text}".`);
}
