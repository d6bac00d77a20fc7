import * as v from 'valibot';

import { failed, ok, type Result } from '../../../domain/result.ts';
import { milliseconds } from '../../../domain/time.ts';
import type { AuthFailure, HostedArrival, HostedLogin, HostedWay } from '../../../ports/auth.ts';
import type { Clock, Log, KeyValueStore } from '../../../ports/platform.ts';
import { MESSAGES } from '../messages.ts';
import type { IssuedTokens } from '../session/session-keeper.ts';
import { parsedJson } from '../vendor-errors.ts';
import { giveUpAfter } from '../within.ts';

type Outcome = Promise<Result<void, AuthFailure>>;

/** The parts of the browser that the hosted login needs. */
export type HostedLoginBrowser = {
  /** The page's own origin. The hosted pages redirect to its path `/login` (SES-45). */
  readonly origin: string;
  readonly crypto: Crypto;
  /** The language of the page, a BCP 47 tag. */
  readonly language: () => string;
  readonly fetch: (address: string, request: RequestInit) => Promise<Response>;
  readonly goTo: (address: string) => void;
};

export type CognitoHostedLoginOptions = {
  /** Address of the hosted pages, or null. */
  readonly url: string | null;
  readonly clientId: string;
  /** Returns false if the tokens cannot be read. */
  readonly auth: { adopt(tokens: IssuedTokens): boolean };
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly browser: HostedLoginBrowser;
};

// Lengths in characters (SES-46), deadlines in milliseconds (SES-49).
const STATE_LENGTH = 32;
const VERIFIER_LENGTH = 128;
const ARRIVAL_DEADLINE = milliseconds(10_000);
const LEAVING_DEADLINE = milliseconds(3000);

// not translated: scopes of OAuth
const SCOPE = 'openid email profile aws.cognito.signin.user.admin';

// Milliseconds after which an unfinished login is deleted (SES-48).
const LONGEST_AWAY = 3_600_000;
const STARTED = 'hosted-login.begun.';

const startedLogin = v.object({ verifier: v.string(), onwards: v.string(), at: v.number() });

const filled = v.pipe(v.string(), v.nonEmpty());
const tokenResponse = v.object({
  access_token: v.optional(filled),
  refresh_token: v.optional(filled),
  id_token: v.optional(filled),
  error: v.optional(v.string()),
});

/** The hosted pages of a Cognito user pool: the authorization code flow of OAuth 2.0 with PKCE, S256. */
export class CognitoHostedLogin implements HostedLogin {
  constructor(private readonly options: CognitoHostedLoginOptions) {}

  get isOffered(): boolean {
    return this.options.url !== null;
  }

  async begin(onwards: string, way?: HostedWay): Outcome {
    const { browser, clientId, clock, store } = this.options;
    this.forgetOld();
    const state = randomText(browser.crypto, STATE_LENGTH);
    const verifier = randomText(browser.crypto, VERIFIER_LENGTH);
    const challenge = await challengeOf(browser.crypto, verifier);
    // Each login has its own key, so that two tabs may use the hosted login at the same time (SES-48).
    const stored = store.set(STARTED + state, JSON.stringify({ verifier, onwards, at: clock.now() }));
    if (challenge === null || !stored.ok) return failure('unknown', MESSAGES.authenticationError);
    this.goTo('/oauth2/authorize', {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: this.returnAddress,
      state,
      scope: SCOPE,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      // Cognito's own parameter: the page speaks the language in which the listener comes (LANG-12).
      lang: browser.language(),
      ...(way === 'passkey' && { method: 'passkey' }),
      ...((way === 'again' || (typeof way === 'object' && way.isAgain)) && { prompt: 'login' }),
      ...(typeof way === 'object' && { identity_provider: way.provider }),
    });
    return ok(undefined);
  }

  arrive(query: string): HostedArrival | null {
    const parameters = new URLSearchParams(query);
    const code = parameters.get('code');
    const error = parameters.get('error');
    if (!this.isOffered || (code === null && error === null)) return null;
    const login = this.taken(parameters.get('state'));
    if (login === null) return { onwards: null, done: this.refused('invalid-state') };
    const { onwards, verifier } = login;
    if (code === null) {
      this.options.log.warn('The hosted login came back with an error', { error });
      return { onwards, done: this.refused('error') };
    }
    return { onwards, done: this.signIn(code, verifier) };
  }

  async leave(): Outcome {
    const { clientId, clock } = this.options;
    this.goTo('/logout', { client_id: clientId, logout_uri: this.returnAddress });
    await clock.after(LEAVING_DEADLINE);
    return failure('unreachable', MESSAGES.signOutTimeout);
  }

  private get returnAddress(): string {
    return `${this.options.browser.origin}/login`;
  }

  private goTo(path: string, parameters: Readonly<Record<string, string>>): void {
    this.options.browser.goTo(`${this.address(path)}?${new URLSearchParams(parameters).toString()}`);
  }

  private address(path: string): string {
    return `${(this.options.url ?? '').replace(/\/+$/u, '')}${path}`;
  }

  /** Returns the login of a state. Deletes the login, so that a state is accepted only once (SES-47). */
  private taken(state: string | null): { readonly verifier: string; readonly onwards: string } | null {
    if (state === null) return null;
    const { store } = this.options;
    const parsed = v.safeParse(startedLogin, parsedJson(store.get(STARTED + state)));
    store.delete(STARTED + state);
    return parsed.success && this.isRecent(parsed.output.at) ? parsed.output : null;
  }

  private isRecent(at: number): boolean {
    const age = this.options.clock.now() - at;
    return age >= -LONGEST_AWAY && age <= LONGEST_AWAY;
  }

  private forgetOld(): void {
    const { store } = this.options;
    for (const key of store.keys()) {
      if (!key.startsWith(STARTED)) continue;
      const parsed = v.safeParse(startedLogin, parsedJson(store.get(key)));
      if (!parsed.success || !this.isRecent(parsed.output.at)) store.delete(key);
    }
  }

  private async refused(why: 'invalid-state' | 'error'): Outcome {
    return why === 'invalid-state'
      ? failure('refused', MESSAGES.invalidState)
      : failure('refused', MESSAGES.authenticationError);
  }

  private async signIn(code: string, verifier: string): Outcome {
    const { auth, clock } = this.options;
    const exchanged = await giveUpAfter(clock, ARRIVAL_DEADLINE, async (signal) =>
      this.exchange(code, verifier, signal),
    );
    if (exchanged === null) return failure('unreachable', MESSAGES.networkError);
    if (!exchanged.ok) return exchanged;
    return auth.adopt(exchanged.value) ? ok(undefined) : failure('unknown', MESSAGES.authenticationError);
  }

  private async exchange(
    code: string,
    verifier: string,
    signal: AbortSignal,
  ): Promise<Result<IssuedTokens, AuthFailure>> {
    const { browser, clientId, log } = this.options;
    let body: unknown;
    try {
      const response = await browser.fetch(this.address('/oauth2/token'), {
        method: 'POST',
        signal,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          client_id: clientId,
          redirect_uri: this.returnAddress,
          code_verifier: verifier,
        }).toString(),
      });
      body = await response.json();
    } catch (error) {
      // There was no response, or it cannot be read.
      const isNetwork = error instanceof TypeError;
      log.warn('The hosted login could not be asked for tokens', { reason: String(error) });
      return isNetwork
        ? failure('unreachable', MESSAGES.networkError)
        : failure('unknown', MESSAGES.authenticationError);
    }
    const parsed = v.safeParse(tokenResponse, body);
    const { access_token, refresh_token, id_token, error } = parsed.success ? parsed.output : {};
    if (access_token === undefined || error !== undefined) {
      log.warn('The hosted login gave no tokens', { error });
      return failure('refused', MESSAGES.authenticationError);
    }
    return ok({ accessToken: access_token, refreshToken: refresh_token ?? null, idToken: id_token ?? null });
  }
}

const failure = (kind: AuthFailure['kind'], message: string) => failed<AuthFailure>({ kind, message });

// 64 characters, all allowed in a code verifier. A random byte selects each of them equally often.
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns random text of `length` characters, from the browser's cryptographic source. */
const randomText = (crypto: Crypto, length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => CHARACTERS.charAt(byte % 64)).join('');

/** Returns the S256 challenge of a verifier; null outside a secure context, where the browser cannot compute it. */
const challengeOf = async (crypto: Partial<Crypto>, verifier: string): Promise<string | null> => {
  const { subtle } = crypto;
  if (subtle === undefined) return null;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const binary = String.fromCodePoint(...new Uint8Array(digest));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
