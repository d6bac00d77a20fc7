import type { CognitoUser, IAuthenticationCallback } from 'amazon-cognito-identity-js';
import * as v from 'valibot';

import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { milliseconds } from '../../domain/time.ts';
import type { AuthFailure, SignInChallenge, SignInStep } from '../../ports/auth.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { MESSAGES } from './messages.ts';
import { ScratchStorage } from './scratch-storage.ts';
import type { SessionKeeper } from './session-keeper.ts';
import type { UserPool } from './user-pool.ts';
import { isChallengeGone, toAuthFailure } from './vendor-errors.ts';
import { within } from './within.ts';

type Step = Result<SignInStep, AuthFailure>;

/** A listener between two steps: the vendor's user holds the service's half of the conversation. */
type Conversation = {
  readonly user: CognitoUser;
  readonly scratch: ScratchStorage;
  readonly challenge: SignInChallenge | null;
};

/** What the service said to one step. */
type Reply =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'asks'; readonly challenge: SignInChallenge }
  | { readonly kind: 'asks-unknown'; readonly name: string }
  | { readonly kind: 'refuses'; readonly error: unknown };

// One step is two exchanges and the arithmetic of SRP.
const STEP_DEADLINE = milliseconds(20_000);

/** Section 9: what a TOTP device is called when nobody named it. */
const DEFAULT_TOTP_DEVICE = 'My TOTP device';

const totpParameters = v.object({ FRIENDLY_DEVICE_NAME: v.pipe(v.string(), v.nonEmpty()) });

const deviceNamed = (parameters: unknown): string => {
  const parsed = v.safeParse(totpParameters, parameters);
  return parsed.success ? parsed.output.FRIENDLY_DEVICE_NAME : DEFAULT_TOTP_DEVICE;
};

/** The library throws where a callback is missing, so every one is there. */
const callbacksFor = (reply: (reply: Reply) => void): Required<IAuthenticationCallback> => ({
  onSuccess: () => reply({ kind: 'signed-in' }),
  onFailure: (error: unknown) => reply({ kind: 'refuses', error }),
  newPasswordRequired: () => reply({ kind: 'asks', challenge: { kind: 'new-password-required' } }),
  totpRequired: (_name, parameters: unknown) =>
    reply({ kind: 'asks', challenge: { kind: 'authenticator-code', device: deviceNamed(parameters) } }),
  mfaRequired: (name) => reply({ kind: 'asks-unknown', name }),
  mfaSetup: (name) => reply({ kind: 'asks-unknown', name }),
  selectMFAType: (name) => reply({ kind: 'asks-unknown', name }),
  customChallenge: () => reply({ kind: 'asks-unknown', name: 'CUSTOM_CHALLENGE' }),
});

/**
 * One listener signing in, step by step (section 4, challenge pending). Only one step may be under way
 * at a time (section 5).
 */
export class SignInFlow {
  private conversation: Conversation | null = null;
  private isBusy = false;
  /** Counts the sign-ins that were begun or abandoned: a late reply to an old one is not heard. */
  private turn = 0;

  constructor(
    private readonly pool: UserPool,
    private readonly keeper: SessionKeeper,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Begins anew with a password; whatever was asked before is forgotten. */
  async begin(email: string, password: string): Promise<Step> {
    const username = email.trim();
    if (username === '') return emptyField('email', MESSAGES.emptyUsername);
    if (password === '') return emptyField('password', MESSAGES.emptyPassword);
    return this.exclusively(async () => {
      this.conversation = null;
      const scratch = new ScratchStorage(this.keeper.devices());
      const { library, user } = await this.pool.exchange(scratch);
      const details = new library.AuthenticationDetails({ Username: username, Password: password });
      const conversation = { user: user(username), scratch, challenge: null };
      return this.step(conversation, (callbacks) => conversation.user.authenticateUser(details, callbacks));
    });
  }

  async answerNewPassword(password: string): Promise<Step> {
    if (password === '') return emptyField('new-password', MESSAGES.emptyPassword);
    return this.answer('new-password-required', (user, callbacks) => {
      // The attributes that the service holds already must not be sent back; none are asked for beyond.
      user.completeNewPasswordChallenge(password, {}, callbacks);
    });
  }

  async answerCode(code: string): Promise<Step> {
    const digits = code.replaceAll(/\s/gu, '');
    if (digits === '') return emptyField('code', MESSAGES.emptyCode);
    return this.answer('authenticator-code', (user, callbacks) => {
      user.sendMFACode(digits, callbacks, 'SOFTWARE_TOKEN_MFA');
    });
  }

  /** Forgets what was asked; a reply that is still on its way signs nobody in. */
  abandon(): void {
    this.turn += 1;
    this.conversation = null;
  }

  private async answer(
    asked: SignInChallenge['kind'],
    send: (user: CognitoUser, callbacks: Required<IAuthenticationCallback>) => void,
  ): Promise<Step> {
    const { conversation } = this;
    if (conversation?.challenge?.kind !== asked) return noChallenge();
    return this.exclusively(async () =>
      this.step(conversation, (callbacks) => send(conversation.user, callbacks)),
    );
  }

  private async exclusively(work: () => Promise<Step>): Promise<Step> {
    if (this.isBusy) return failed({ kind: 'busy', message: MESSAGES.busy });
    this.isBusy = true;
    this.turn += 1;
    try {
      const step = await within(this.clock, STEP_DEADLINE, work());
      if (step !== null) return step;
      // Whatever still comes of it comes too late.
      this.abandon();
      return failed({ kind: 'unreachable', message: MESSAGES.networkError });
    } catch (error) {
      this.log.warn('The sign-in library could not be used', { reason: String(error) });
      return failed({ kind: 'unreachable', message: MESSAGES.networkError });
    } finally {
      this.isBusy = false;
    }
  }

  private async step(
    conversation: Conversation,
    send: (callbacks: Required<IAuthenticationCallback>) => void,
  ): Promise<Step> {
    const { turn } = this;
    const reply = await new Promise<Reply>((resolve) => send(callbacksFor(resolve)));
    if (turn !== this.turn) return noChallenge();
    switch (reply.kind) {
      case 'signed-in':
        this.conversation = null;
        return this.keeper.signedIn(conversation.scratch.entries())
          ? ok({ kind: 'signed-in' })
          : failed({ kind: 'unknown', message: MESSAGES.authenticationError });
      case 'asks':
        this.conversation = { ...conversation, challenge: reply.challenge };
        return ok({ kind: 'challenge', challenge: reply.challenge });
      case 'asks-unknown':
        this.log.warn('The sign-in service asks for something unknown', { challenge: reply.name });
        return failed({ kind: 'unknown', message: MESSAGES.authenticationError });
      case 'refuses':
        return this.refused(conversation, reply.error);
    }
  }

  private refused(conversation: Conversation, error: unknown): Step {
    if (conversation.challenge === null) return failed(toAuthFailure(error));
    if (isChallengeGone(error)) {
      this.conversation = null;
      return noChallenge();
    }
    // A wrong answer may be given again.
    const failure = toAuthFailure(error);
    const isPassword = conversation.challenge.kind === 'new-password-required';
    return failed(
      failure.kind === 'invalid-input' && isPassword ? { ...failure, field: 'new-password' } : failure,
    );
  }
}

const emptyField = (field: NonNullable<AuthFailure['field']>, message: string): Step =>
  failed({ kind: 'invalid-input', message, field });

const noChallenge = (): Step => failed({ kind: 'no-challenge', message: MESSAGES.noChallenge });
