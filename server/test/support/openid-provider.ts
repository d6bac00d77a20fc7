import {
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  decodeJwt,
  decodeProtectedHeader,
  SignJWT,
} from 'jose';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';

/** The library warns of what only tests do, such as storing everything in memory. Every other complaint counts. */
async function withoutWarnings<Value>(act: () => Value | Promise<Value>): Promise<Value> {
  const { warn } = console;
  console.warn = (...parts: readonly unknown[]) => {
    if (!String(parts[0]).includes('oidc-provider ')) warn(...parts);
  };
  try {
    return await act();
  } finally {
    console.warn = warn;
  }
}

/** What the issuer says of a person, beside the subject. */
export type Claims = Readonly<Record<string, unknown>>;

export const CLIENT = { id: 'hark', secret: 'a secret of the client that is long enough' } as const;

/** A real provider of OpenID Connect on loopback (`oidc-provider`). Its accounts have the names with which they sign in. */
export class OpenIdProvider {
  readonly claims = new Map<string, Claims>();
  /** Changes the claims of the next ID tokens, which are signed again. */
  tamper: ((claims: Claims) => Claims) | null = null;
  /** Makes the next ID tokens instead of the library. */
  forge: ((claims: Claims) => Promise<string>) | null = null;
  /** Changes the next user info. */
  tamperUserInfo: ((claims: Claims) => Claims) | null = null;
  /** The redirects that the client may name. */
  private redirects: readonly string[] = [];
  private signedOut: readonly string[] = [];
  private keys: readonly JWK[] = [];
  private server: Server | null = null;
  private current: Provider | null = null;

  private port = 0;

  private constructor(private readonly host: string) {}

  get issuer(): string {
    return `http://${this.host}:${this.port}`;
  }

  /** Takes a port. Every request there fails before `start`. */
  static async reserve(host = '127.0.0.1'): Promise<OpenIdProvider> {
    const reserved = new OpenIdProvider(host);
    await reserved.listen();
    return reserved;
  }

  /** Starts to serve. @param provider the address of the hosted login, and the id of this issuer there */
  async start({ hostedLogin, id }: { readonly hostedLogin: string; readonly id: string }): Promise<void> {
    this.redirects = [`${hostedLogin}/oauth2/idpresponse/${id}`];
    this.signedOut = [`${hostedLogin}/logout/idpresponse`];
    await this.rotateKeys();
  }

  private async listen(): Promise<void> {
    const server = createServer((request, response) => {
      if (this.current === null) response.writeHead(503).end();
      else void this.current.callback()(request, response);
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  /** Is away while something runs. */
  async pause(run: () => Promise<void>): Promise<void> {
    await this.stop();
    await run();
    await this.listen();
  }

  /** Signs changed ID tokens with a key that it does not publish, while something runs. */
  async signWithUnknownKey(run: () => Promise<void>): Promise<void> {
    const { keys } = this;
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    this.keys = [
      { ...(await exportJWK(privateKey)), ...(keys[0]?.kid !== undefined && { kid: keys[0].kid }) },
    ];
    await run();
    this.keys = keys;
  }

  /** Signs with another key from now on. The former one is no longer published. */
  async rotateKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const kid = `key-${Math.random().toString(36).slice(2)}`;
    this.keys = [{ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }];
    this.current = await withoutWarnings(() => this.make());
  }

  private async make(): Promise<Provider> {
    const { default: MakeProvider } = await import('oidc-provider');
    const provider = new MakeProvider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [...this.redirects],
          post_logout_redirect_uris: [...this.signedOut],
          // The library allows http only for a native client.
          application_type: 'native',
        },
      ],
      jwks: { keys: [...this.keys] },
      cookies: { keys: ['a key of the cookies'] },
      pkce: { required: () => true },
      claims: {
        openid: ['sub', 'groups', 'realm_access'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name', 'preferred_username'],
      },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ ...this.claims.get(sub), sub }),
      }),
      features: {
        devInteractions: { enabled: true },
        rpInitiatedLogout: { enabled: true, logoutSource: askToSignOut },
      },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    });
    provider.use(async (context, next) => {
      await next();
      if (context.path === '/token') await this.change(context);
      if (context.path === '/me' && this.tamperUserInfo !== null) {
        context.body = this.tamperUserInfo(context.body as Claims);
      }
    });
    return provider;
  }

  private async change(context: { body: unknown }): Promise<void> {
    const { body } = context;
    if (typeof body !== 'object' || body === null || !('id_token' in body)) return;
    const token = String(body.id_token);
    if (this.forge !== null) context.body = { ...body, id_token: await this.forge(decodeJwt(token)) };
    if (this.tamper === null) return;
    const [key] = this.keys;
    if (key === undefined) throw new Error('There is no key.');
    const changed = await new SignJWT({ ...this.tamper(decodeJwt(token)) })
      .setProtectedHeader({ alg: 'RS256', ...decodeProtectedHeader(token) })
      .sign(await importJWK(key, 'RS256'));
    context.body = { ...body, id_token: changed };
  }
}

/** Asks as the library does, without its notice that a real provider should have a page of its own. */
function askToSignOut(context: { body: unknown }, form: string): void {
  const button = '<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>';
  context.body = `<!doctype html><html lang="en"><title>Sign out</title><body>${form}${button}</body></html>`;
}

/** A browser without scripts: it keeps the cookies of each origin, follows redirects and sends forms. */
export class FormBrowser {
  private readonly jars = new Map<string, Map<string, string>>();
  /** The addresses that it opened. */
  readonly visited: string[] = [];
  address = '';
  html = '';
  /** The content security policy of the page. */
  policy = '';
  status = 0;

  /** @param stop the origin of the app, which is not opened */
  constructor(private readonly stop: string) {}

  async open(address: string | URL, body?: URLSearchParams): Promise<void> {
    const url = new URL(address, this.address === '' ? undefined : this.address);
    this.address = url.href;
    this.visited.push(url.href);
    if (url.origin === this.stop) {
      this.html = '';
      return;
    }
    const jar = this.jars.get(url.origin) ?? new Map<string, string>();
    this.jars.set(url.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body !== undefined && { method: 'POST', body }),
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(each) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    this.status = response.status;
    this.html = await response.text();
    this.policy = response.headers.get('content-security-policy') ?? '';
    const next = response.headers.get('location');
    if (next !== null) await this.open(next);
  }

  /** Follows the link with this text. */
  async follow(text: string): Promise<void> {
    const found = [...this.html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/gu)].find(
      ([, , label = '']) => unescaped(label).includes(text),
    );
    if (found?.[1] === undefined) throw new Error(`There is no link "${text}" in ${this.html}`);
    await this.open(unescaped(found[1]));
  }

  /** Sends the first form with what is given, and with what it has. */
  async send(fields: Readonly<Record<string, string>> = {}): Promise<void> {
    const form = /<form\b[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/su.exec(this.html);
    if (form?.[1] === undefined) throw new Error(`There is no form in ${this.html}`);
    const inputs = [...(form[2] ?? '').matchAll(/<input\b[^>]*>/gu)].map(([input]) => ({
      name: /\bname="([^"]*)"/u.exec(input)?.[1] ?? '',
      value: unescaped(/\bvalue="([^"]*)"/u.exec(input)?.[1] ?? ''),
    }));
    const own = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
    await this.open(unescaped(form[1]), new URLSearchParams({ ...own, ...fields }));
  }

  /** The cookies of an origin. */
  cookies(origin: string): Map<string, string> {
    return this.jars.get(origin) ?? new Map<string, string>();
  }

  get alert(): string {
    return unescaped(/<p role="alert">(.*?)<\/p>/su.exec(this.html)?.[1] ?? '');
  }

  /** Signs in at the issuer, whose page is open, and agrees. */
  async signInAtIssuer(login: string): Promise<void> {
    if (this.html.includes('value="login"')) await this.send({ login, password: 'any' });
    if (this.html.includes('value="consent"')) await this.send();
  }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
