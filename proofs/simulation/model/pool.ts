import type { Random } from '../random.ts';
import type { SentResponse } from './provider.ts';

type Family = { readonly user: string; isRevoked: boolean };

type Token = { readonly family: Family; readonly expiresAt: number };

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const refusal = (code: string, message: string): SentResponse => ({
  status: 400,
  body: JSON.stringify({ __type: code, message }),
});

/** Messages of the service that mean that a session cannot be renewed any more. */
const REFUSAL = 'Refresh Token has been revoked';

const text = (value: unknown, ...path: readonly string[]): string => {
  let found = value;
  for (const name of path)
    found =
      typeof found === 'object' && found !== null
        ? Object.getOwnPropertyDescriptor(found, name)?.value
        : undefined;
  return typeof found === 'string' ? found : '';
};

/** A user pool that accepts every password, and issues, renews and revokes tokens. */
export class Pool {
  private readonly families = new Map<string, Family>();
  private readonly tokens = new Map<string, Token>();
  private issued = 0;

  constructor(
    private readonly random: Random,
    private readonly userByEmail: (email: string) => string | null,
  ) {}

  /** Returns the user of a valid access token. */
  userOf(accessToken: string, now: number): string | null {
    const token = this.tokens.get(accessToken);
    return token === undefined || token.family.isRevoked || token.expiresAt <= now ? null : token.family.user;
  }

  /** Returns the user to whom a token was issued. The token may have expired. */
  issuedTo(accessToken: string): string | null {
    return this.tokens.get(accessToken)?.family.user ?? null;
  }

  revokeAll(user: string): void {
    for (const family of this.families.values()) if (family.user === user) family.isRevoked = true;
  }

  /** Makes the provider refuse all access tokens issued so far. The pool still renews their sessions. */
  expireAll(now: number): void {
    for (const [name, token] of this.tokens)
      this.tokens.set(name, { ...token, expiresAt: Math.min(token.expiresAt, now) });
  }

  respond(action: string, body: string, now: number): SentResponse {
    const sent: unknown = JSON.parse(body);
    switch (action) {
      case 'InitiateAuth':
        return text(sent, 'AuthFlow') === 'REFRESH_TOKEN_AUTH'
          ? this.renew(text(sent, 'AuthParameters', 'REFRESH_TOKEN'), now)
          : this.challenge(text(sent, 'AuthParameters', 'USERNAME'));
      case 'RespondToAuthChallenge':
        return this.signIn(text(sent, 'ChallengeResponses', 'USERNAME'), now);
      case 'RevokeToken': {
        const family = this.families.get(text(sent, 'Token'));
        if (family !== undefined) family.isRevoked = true;
        return { status: 200, body: '{}' };
      }
      case 'GlobalSignOut': {
        const user = this.userOf(text(sent, 'AccessToken'), now);
        if (user === null) return refusal('NotAuthorizedException', 'Access Token has been revoked');
        this.revokeAll(user);
        return { status: 200, body: '{}' };
      }
      default:
        return refusal('InvalidParameterException', `No ${action}`);
    }
  }

  private challenge(email: string): SentResponse {
    const user = this.userByEmail(email);
    if (user === null) return refusal('UserNotFoundException', 'User does not exist.');
    return {
      status: 200,
      body: JSON.stringify({
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeParameters: {
          USER_ID_FOR_SRP: user,
          USERNAME: user,
          SRP_B: 'c0ffee'.repeat(20),
          SALT: 'ab12',
          SECRET_BLOCK: 'c2VjcmV0',
        },
      }),
    };
  }

  private signIn(user: string, now: number): SentResponse {
    this.issued += 1;
    const refreshToken = `refresh-${String(this.issued)}`;
    const family = { user, isRevoked: false };
    this.families.set(refreshToken, family);
    return this.issue(family, now, refreshToken);
  }

  private renew(refreshToken: string, now: number): SentResponse {
    const family = this.families.get(refreshToken);
    if (family === undefined || family.isRevoked) return refusal('NotAuthorizedException', REFUSAL);
    return this.issue(family, now);
  }

  private issue(family: Family, now: number, refreshToken?: string): SentResponse {
    this.issued += 1;
    const lifetime = this.random.pick([300, 600, 3600, 3600]);
    const seconds = Math.floor(now / 1000);
    const claims = {
      sub: family.user,
      username: family.user,
      iat: seconds,
      exp: seconds + lifetime,
      jti: String(this.issued),
    };
    const accessToken = `${base64({ alg: 'none' })}.${base64(claims)}.x`;
    this.tokens.set(accessToken, { family, expiresAt: (seconds + lifetime) * 1000 });
    return {
      status: 200,
      body: JSON.stringify({
        AuthenticationResult: {
          AccessToken: accessToken,
          IdToken: accessToken,
          ...(refreshToken !== undefined && { RefreshToken: refreshToken }),
          ExpiresIn: lifetime,
          TokenType: 'Bearer',
        },
      }),
    };
  }
}
