import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';

type Family = { readonly subject: string; isRevoked: boolean };
type Code = { readonly subject: string; readonly challenge: string; readonly redirect: string };

const KEY = new TextEncoder().encode('a key of a test that signs tokens');
const LIFE = 3600;

/** A small OpenID provider: discovery, the token endpoint with PKCE, refresh, revocation. */
export class OpenIdProvider {
  isReachable = true;
  renewals = 0;
  private readonly codes = new Map<string, Code>();
  private readonly families = new Map<string, Family>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      if (!this.isReachable) {
        request.socket.destroy();
        return;
      }
      void this.respond(request, response);
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  get authority(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${String(port)}`;
  }

  /** What the provider's page does after the listener has signed in. Returns the query of the address to return to. */
  signIn(address: string, subject: string): string {
    const request = new URL(address).searchParams;
    if (request.get('code_challenge_method') !== 'S256') throw new Error('The request has no proof key.');
    const code = randomUUID();
    this.codes.set(code, {
      subject,
      challenge: request.get('code_challenge') ?? '',
      redirect: request.get('redirect_uri') ?? '',
    });
    return `?${new URLSearchParams({ code, state: request.get('state') ?? '' }).toString()}`;
  }

  endSessions(subject: string): void {
    for (const family of this.families.values()) if (family.subject === subject) family.isRevoked = true;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body } = await this.responseTo(request);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  private async responseTo(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return { status: 200, body: this.discovery };
      case '/token':
        return this.token(form);
      case '/revoke': {
        const family = this.families.get(form.get('token') ?? '');
        if (family !== undefined) family.isRevoked = true;
        return { status: 200, body: {} };
      }
      default:
        return { status: 404, body: {} };
    }
  }

  private get discovery() {
    const at = (path: string): string => this.authority + path;
    return {
      issuer: this.authority,
      authorization_endpoint: at('/authorize'),
      token_endpoint: at('/token'),
      revocation_endpoint: at('/revoke'),
      end_session_endpoint: at('/logout'),
      jwks_uri: at('/keys'),
    };
  }

  private async token(form: URLSearchParams) {
    const isRenewal = form.get('grant_type') === 'refresh_token';
    if (isRenewal) this.renewals += 1;
    const subject = isRenewal ? this.renewed(form) : this.redeemed(form);
    if (subject === null) return { status: 400, body: { error: 'invalid_grant' } };
    const refreshToken = isRenewal ? (form.get('refresh_token') ?? '') : randomUUID();
    if (!isRenewal) this.families.set(refreshToken, { subject, isRevoked: false });
    const idToken = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(this.authority)
      .setAudience(form.get('client_id') ?? '')
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(KEY);
    const body = {
      access_token: randomUUID(),
      refresh_token: refreshToken,
      id_token: idToken,
      token_type: 'Bearer',
      expires_in: LIFE,
    };
    return { status: 200, body };
  }

  private redeemed(form: URLSearchParams): string | null {
    const name = form.get('code') ?? '';
    const code = this.codes.get(name);
    this.codes.delete(name);
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code === undefined || code.challenge !== proof) return null;
    return code.redirect === form.get('redirect_uri') ? code.subject : null;
  }

  private renewed(form: URLSearchParams): string | null {
    const family = this.families.get(form.get('refresh_token') ?? '');
    return family === undefined || family.isRevoked ? null : family.subject;
  }
}
