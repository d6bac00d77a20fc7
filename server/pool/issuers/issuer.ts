import * as client from 'openid-client';
import type { IdentityRequestRow } from '../identity-tables.ts';
import { IssuerError, issuerErrorOf } from './errors.ts';
import type { IssuerSettings } from './settings.ts';

/** What an issuer says of a person after a sign-in that was checked (SES-154). */
export interface IdentifiedPerson {
  readonly issuer: string;
  readonly subject: string;
  /** When the person signed in at the issuer, in epoch milliseconds. */
  readonly authTime: number;
  /** Claims of the ID token, and those of the user info beside them. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly idToken: string;
}

const TIMEOUT_SECONDS = 5;
/** A sign-out does not wait long for an issuer that is away. */
const SIGN_OUT_TIMEOUT_SECONDS = 2;
/** How far the clock of an issuer may be off. */
const TOLERANCE_SECONDS = 60;
/** How long the addresses of an issuer are kept. A response is always checked with fresh ones, and with fresh keys. */
const KEPT_MS = 5 * 60 * 1000;

type Kept = { readonly at: number; readonly configuration: Promise<client.Configuration> };

/** One provider of OpenID Connect. Nothing is asked of it before somebody signs in with it. */
export class Issuer {
  private kept: Kept | null = null;

  constructor(
    readonly settings: IssuerSettings,
    private readonly clock: { now(): number },
  ) {}

  /**
   * The address at the issuer where a person signs in.
   *
   * @throws {IssuerError}
   */
  async signInAddress(
    redirectUri: string,
    asked: Pick<IdentityRequestRow, 'nonce' | 'verifier' | 'max_age'> & {
      readonly state: string;
      readonly loginHint: string | null;
    },
  ): Promise<string> {
    return this.attempt(async () => {
      const configuration = await this.keptConfiguration(TIMEOUT_SECONDS);
      const { max_age: maxAge, loginHint } = asked;
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: this.settings.scopes,
        state: asked.state,
        nonce: asked.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(asked.verifier),
        code_challenge_method: 'S256',
        ...(maxAge !== null && { max_age: String(maxAge) }),
        ...(maxAge === 0 && { prompt: 'login' }),
        ...(loginHint !== null && { login_hint: loginHint }),
      });
      return address.href;
    });
  }

  /**
   * Checks the response of the issuer, and fetches what it says of the person.
   *
   * @param response the whole address to which the issuer redirected
   * @throws {IssuerError}
   */
  async identify(
    response: URL,
    asked: Pick<IdentityRequestRow, 'nonce' | 'verifier' | 'max_age' | 'created_at'>,
  ): Promise<IdentifiedPerson> {
    return this.attempt(async () => {
      const { configuration, tokens } = await this.redeem(response, asked);
      const idClaims = tokens.claims();
      if (idClaims === undefined || tokens.id_token === undefined)
        throw new IssuerError('invalid', 'no ID token');
      const { iss: issuer, sub: subject } = idClaims;
      if (idClaims.iat * 1000 > this.clock.now() + TOLERANCE_SECONDS * 1000) {
        throw new IssuerError('invalid', 'the ID token was issued in the future');
      }
      const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
      const said =
        endpoint === undefined || this.isComplete(idClaims)
          ? {}
          : await client.fetchUserInfo(configuration, tokens.access_token, subject);
      return {
        issuer,
        subject,
        authTime: this.authTimeOf(idClaims, asked),
        claims: { ...said, ...idClaims, ...addressIn(idClaims, said) },
        idToken: tokens.id_token,
      };
    });
  }

  /**
   * The address at the issuer that signs the person out. Null if the issuer offers none, or is away.
   *
   * @param returnTo where the issuer returns to
   */
  async signOutAddress(returnTo: string, idToken: string | null): Promise<string | null> {
    try {
      const configuration = await this.keptConfiguration(SIGN_OUT_TIMEOUT_SECONDS);
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: returnTo,
        ...(idToken !== null && { id_token_hint: idToken }),
      }).href;
    } catch {
      return null;
    }
  }

  /** Exchanges the code. An issuer takes the secret in one of two ways, and does not always say in which. */
  private async redeem(response: URL, { nonce, verifier }: Pick<IdentityRequestRow, 'nonce' | 'verifier'>) {
    const way = { number: 0 };
    const configuration = await this.discover(TIMEOUT_SECONDS, way);
    const ways = waysOf(configuration.serverMetadata());
    const grant = () =>
      client.authorizationCodeGrant(configuration, response, {
        expectedNonce: nonce,
        // The request was found by it already.
        expectedState: response.searchParams.get('state') ?? '',
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
    const tokens = await grant().catch((error: unknown) => {
      const isRefused = error instanceof client.ResponseBodyError && error.error === 'invalid_client';
      if (!isRefused || ways.length < 2 || this.settings.clientSecret === null) throw error;
      way.number = 1;
      return grant();
    });
    return { configuration, tokens };
  }

  /** When the person signed in at the issuer. If the app asked for a recent sign-in, the issuer has to prove it (SES-160). */
  private authTimeOf(
    { auth_time: said }: { readonly auth_time?: number | undefined },
    { max_age: maxAge, created_at: askedAt }: Pick<IdentityRequestRow, 'max_age' | 'created_at'>,
  ): number {
    const now = this.clock.now();
    const authTime = said === undefined ? null : Math.min(said * 1000, now);
    if (maxAge === null) return authTime ?? now;
    if (authTime === null || authTime < askedAt - (maxAge + TOLERANCE_SECONDS) * 1000) {
      throw new IssuerError('not-recent', 'auth_time is missing or too old');
    }
    return authTime;
  }

  /** Whether the ID token has all claims that are needed. */
  private isComplete(claims: Readonly<Record<string, unknown>>): boolean {
    const { groupsClaim } = this.settings;
    return (
      claims['email'] !== undefined &&
      claims['email_verified'] !== undefined &&
      claims['name'] !== undefined &&
      (groupsClaim === null || claimAt(claims, groupsClaim) !== undefined)
    );
  }

  private async keptConfiguration(timeout: number): Promise<client.Configuration> {
    const now = this.clock.now();
    if (this.kept !== null && Math.abs(now - this.kept.at) < KEPT_MS) return this.kept.configuration;
    const kept = { at: now, configuration: this.discover(timeout) };
    this.kept = kept;
    try {
      return await kept.configuration;
    } catch (error) {
      // A failure is not kept.
      if (this.kept === kept) this.kept = null;
      throw error;
    }
  }

  private async discover(timeout: number, way = { number: 0 }): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const isInsecure = issuer.startsWith('http:');
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      {
        // The clock of the provider counts, and not that of its machine.
        [client.clockSkew]: Math.round((this.clock.now() - Date.now()) / 1000),
        [client.clockTolerance]: TOLERANCE_SECONDS,
      },
      clientSecret === null
        ? client.None()
        : (server, ...rest) => {
            const ways = waysOf(server);
            (ways[way.number] ?? client.ClientSecretBasic)(clientSecret)(server, ...rest);
          },
      {
        timeout,
        execute: [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])],
      },
    );
    const { issuer: named } = configuration.serverMetadata();
    // For shared addresses of Microsoft, the library accepts the issuer of any customer.
    if (new URL(named).href !== new URL(issuer).href) {
      throw new IssuerError('invalid', `the issuer names itself ${named}`);
    }
    configuration.timeout = TIMEOUT_SECONDS;
    return configuration;
  }

  private async attempt<Value>(act: () => Promise<Value>): Promise<Value> {
    try {
      return await act();
    } catch (error) {
      throw issuerErrorOf(error);
    }
  }
}

/** The address, and whether it is verified, from the same source. */
function addressIn(
  idClaims: Readonly<Record<string, unknown>>,
  said: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { email, email_verified } =
    idClaims['email_verified'] === undefined ? { ...idClaims, ...said } : idClaims;
  const isOther = idClaims['email'] !== undefined && idClaims['email'] !== email;
  return isOther ? { email, email_verified: false } : { email, email_verified };
}

const WAYS = {
  client_secret_basic: client.ClientSecretBasic,
  client_secret_post: client.ClientSecretPost,
} as const;

/** How an issuer takes the secret of a client, the usual way first. */
function waysOf({ token_endpoint_auth_methods_supported: named }: client.ServerMetadata) {
  const supported = named ?? ['client_secret_basic'];
  return Object.entries(WAYS).flatMap(([name, make]) => (supported.includes(name) ? [make] : []));
}

/** A claim by its name, or by a path with dots such as `realm_access.roles`. */
export function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (Reflect.get(value, key) as unknown)
          : undefined,
      claims,
    );
}
