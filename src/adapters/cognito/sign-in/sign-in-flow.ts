import {
  type SecondFactor,
  SIGNED_OUT,
  signInAfter,
  type ChallengeResponse,
  type SignInEvent,
  type SignInStage,
  type Attributes,
  DEFAULT_TOTP_DEVICE,
} from '../../../domain/sign-in.ts';
import { failed, ok, type Result } from '../../../domain/result.ts';
import { milliseconds } from '../../../domain/time.ts';
import type { AuthFailure, SignInStep } from '../../../ports/auth.ts';
import type { Clock, Log } from '../../../ports/platform.ts';
import { MESSAGES } from '../messages.ts';
import { composed, formsOf } from '../password-forms.ts';
import type { PoolClient, PoolUser, SignInReply } from '../pool-client.ts';
import { endingOf, isChallengeGone, isCredentialsRefused, toAuthFailure } from '../vendor-errors.ts';
import { ScratchStorage } from '../scratch-storage.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import { within } from '../within.ts';

type Step = Result<SignInStep, AuthFailure>;
type Reply = SignInReply | { readonly kind: 'refuses'; readonly error: unknown };

/** The state of one sign-in: the user has the service's session, and the scratch storage gets the tokens. */
type Conversation = { readonly user: PoolUser; readonly scratch: ScratchStorage };

// One step takes two requests and the computation of SRP (SES-15).
const STEP_DEADLINE = milliseconds(20_000);

/**
 * Carries out one sign-in, step by step. The domain decides which step may follow (`signInAfter`). The tokens are
 * stored in the browser only when the sign-in is complete.
 */
export class SignInFlow {
  private stage: SignInStage = SIGNED_OUT;
  private conversation: Conversation | null = null;
  /** Aborts when the sign-in is abandoned. */
  private givenUp = new AbortController();

  constructor(
    private readonly pool: Pick<PoolClient, 'exchange'>,
    private readonly keeper: Pick<SessionKeeper, 'devices' | 'signedIn'>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async begin(email: string, password: string): Promise<Step> {
    const username = email.trim();
    if (username === '') return invalid('email', MESSAGES.emptyUsername);
    if (password === '') return invalid('password', MESSAGES.emptyPassword);
    return this.carryOut({ kind: 'password-sent' }, async () => {
      const scratch = new ScratchStorage(this.keeper.devices());
      this.givenUp = new AbortController();
      const { signal } = this.givenUp;
      const exchange = await this.pool.exchange(scratch, signal);
      if (signal.aborted) return { kind: 'refuses', error: null };
      let reply: Reply = { kind: 'refuses', error: null };
      for (const form of formsOf(password)) {
        const user = exchange.user(username);
        this.conversation = { user, scratch };
        reply = await replyOf(user.signIn(form));
        if (signal.aborted || reply.kind !== 'refuses' || !isCredentialsRefused(reply.error)) break;
      }
      return reply;
    });
  }

  async respondWithNewPassword(password: string, attributes: Attributes = {}): Promise<Step> {
    if (password === '') return invalid('new-password', MESSAGES.emptyPassword);
    const required = Object.keys(attributesAskedBy(this.stage));
    const missing = required.find((name) => (attributes[name] ?? '').trim() === '');
    if (missing !== undefined) return invalid(`attribute:${missing}`, MESSAGES.emptyAttribute);
    // Only the required details are sent (SES-11).
    const values = Object.fromEntries(required.map((name) => [name, (attributes[name] ?? '').trim()]));
    return this.respond('new-password', async (user) =>
      user.respondWithNewPassword(composed(password), values),
    );
  }

  async respondWithCode(code: string, deviceName = ''): Promise<Step> {
    const digits = code.replaceAll(/\s/gu, '');
    if (digits === '') return invalid('code', MESSAGES.emptyCode);
    const challenge = this.stage.kind === 'challenged' ? this.stage.challenge.kind : null;
    return this.respond('code', async (user) =>
      challenge === 'authenticator-setup'
        ? user.confirmAuthenticatorSetup(digits, deviceName.trim() || DEFAULT_TOTP_DEVICE)
        : user.respondWithCode(digits, challenge === 'sms-code' ? 'sms' : 'authenticator'),
    );
  }

  async respondToCustom(response: string): Promise<Step> {
    if (response.trim() === '') return invalid('response', MESSAGES.emptyChallengeResponse);
    return this.respond('response', async (user) => user.respondToCustom(response.trim()));
  }

  async chooseFactor(factor: SecondFactor | null): Promise<Step> {
    if (factor === null) return invalid('factor', MESSAGES.noMfaMethod);
    const offered =
      this.stage.kind === 'challenged' && this.stage.challenge.kind === 'factor-choice'
        ? this.stage.challenge.factors
        : [factor];
    if (!offered.includes(factor)) return invalid('factor', MESSAGES.invalidMfaType);
    return this.respond('factor', async (user) => user.chooseFactor(factor));
  }

  /** Abandons the sign-in. A response that arrives later signs nobody in (SES-16). */
  abandon(): void {
    this.stage = SIGNED_OUT;
    this.conversation = null;
    this.givenUp.abort();
  }

  private async respond(
    response: ChallengeResponse,
    send: (user: PoolUser) => Promise<SignInReply>,
  ): Promise<Step> {
    const { conversation } = this;
    if (conversation === null) return noChallenge();
    return this.carryOut({ kind: 'response-sent', response }, async () => replyOf(send(conversation.user)));
  }

  private async carryOut(event: SignInEvent, work: () => Promise<Reply>): Promise<Step> {
    const asking = signInAfter(this.stage, event);
    if (asking?.kind !== 'asking') return this.stage.kind === 'asking' ? busy() : noChallenge();
    this.stage = asking;
    let reply: Reply | null;
    try {
      reply = await within(this.clock, STEP_DEADLINE, work());
    } catch (error) {
      this.log.warn('The sign-in library could not be used', { reason: String(error) });
      reply = null;
    }
    // The listener has started again or signed out in the meantime.
    if (this.stage !== asking) return noChallenge();
    if (reply !== null) return this.conclude(reply, asking.before);
    // A response that arrives after the deadline must sign nobody in (SES-15).
    this.abandon();
    return failed({ kind: 'unreachable', message: MESSAGES.networkError });
  }

  private conclude(reply: Reply, before: Extract<SignInStage, { kind: 'asking' }>['before']): Step {
    switch (reply.kind) {
      case 'signed-in': {
        const entries = this.conversation?.scratch.entries() ?? [];
        this.conversation = null;
        if (!this.keeper.signedIn(entries)) {
          this.moveOn({ kind: 'expired' });
          return failed({ kind: 'unknown', message: MESSAGES.authenticationError });
        }
        this.moveOn({ kind: 'let-in' });
        return ok({ kind: 'signed-in' });
      }
      case 'asks':
        this.moveOn({ kind: 'challenged', challenge: reply.challenge });
        // After a wrong response, the service repeats a custom challenge and reports no error.
        return before?.kind === 'custom' && reply.challenge.kind === 'custom'
          ? failed({ kind: 'refused', message: MESSAGES.wrongResponse, field: 'response' })
          : ok({ kind: 'challenge', challenge: reply.challenge });
      case 'asks-for-unknown-factor':
        this.abandon();
        return failed({ kind: 'unknown', message: MESSAGES.noMfaMethod });
      case 'refuses':
        return this.refused(before, reply.error);
    }
  }

  private refused(before: Extract<SignInStage, { kind: 'asking' }>['before'], error: unknown): Step {
    const failure = toAuthFailure(error);
    // A refused custom challenge is over. After a wrong response, the service repeats the challenge instead.
    const isOver = isChallengeGone(error) || (before?.kind === 'custom' && failure.kind === 'refused');
    if (before !== null && isOver) {
      this.abandon();
      return noChallenge();
    }
    this.moveOn({ kind: 'refused' });
    return failed(
      failure.kind === 'invalid-input' && before?.kind === 'new-password-required'
        ? inField(failure, Object.keys(before.attributes))
        : failure,
    );
  }

  private moveOn(event: SignInEvent): void {
    this.stage = signInAfter(this.stage, event) ?? this.stage;
  }
}

/** The details that the challenge asks for in addition to the new password. */
const attributesAskedBy = (stage: SignInStage): Attributes =>
  stage.kind === 'challenged' && stage.challenge.kind === 'new-password-required'
    ? stage.challenge.attributes
    : {};

/** Adds the field to a failure: the detail that the service's sentence names, else the password. */
const inField = (failure: AuthFailure, attributes: readonly string[]): AuthFailure => {
  const words = ` ${failure.message.toLowerCase().replaceAll(/[^a-z\d:]+/gu, ' ')} `;
  const isAbout = (name: string) => words.includes(` ${name.toLowerCase().replaceAll(/[^a-z\d:]+/gu, ' ')}`);
  const named = isAbout('password') ? undefined : attributes.find(isAbout);
  return { ...failure, field: named === undefined ? 'new-password' : `attribute:${named}` };
};

/** The reply to one step. A rejection is a reply too. */
const replyOf = async (step: Promise<SignInReply>): Promise<Reply> => {
  const ending = await endingOf(step);
  return 'value' in ending ? ending.value : { kind: 'refuses', error: ending.error };
};

const invalid = (field: NonNullable<AuthFailure['field']>, message: string): Step =>
  failed({ kind: 'invalid-input', message, field });

const busy = (): Step => failed({ kind: 'busy', message: MESSAGES.busy });

const noChallenge = (): Step => failed({ kind: 'no-challenge', message: MESSAGES.noChallenge });
