import type { CognitoUser, IAuthenticationCallback } from 'amazon-cognito-identity-js';
import * as v from 'valibot';
import {
  type SecondFactor,
  SIGNED_OUT,
  signInAfter,
  type ChallengeResponse,
  type SignInChallenge,
  type SignInEvent,
  type SignInStage,
  type Attributes,
  DEFAULT_TOTP_DEVICE,
  updatableAttributes,
} from '../../../domain/sign-in.ts';
import { failed, ok, type Result } from '../../../domain/result.ts';
import { milliseconds } from '../../../domain/time.ts';
import type { AuthFailure, SignInStep } from '../../../ports/auth.ts';
import type { Clock, Log } from '../../../ports/platform.ts';
import { MESSAGES } from '../messages.ts';
import { composed, formsOf } from '../password-forms.ts';
import { isChallengeGone, isCredentialsRefused, toAuthFailure, parsedJson } from '../vendor-errors.ts';
import { ScratchStorage } from '../scratch-storage.ts';
import type { SessionKeeper } from '../session/session-keeper.ts';
import type { UserPool } from '../user-pool.ts';
import { within } from '../within.ts';

type Step = Result<SignInStep, AuthFailure>;
type Callbacks = Required<IAuthenticationCallback>;

/** The state of one sign-in: the vendor's user has the service's session, and the scratch storage gets the tokens. */
type Conversation = { readonly user: CognitoUser; readonly scratch: ScratchStorage };

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
    private readonly pool: Pick<UserPool, 'exchange'>,
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
      const { library, user } = await this.pool.exchange(scratch, signal);
      if (signal.aborted) return { kind: 'refuses', error: null };
      let reply: SignInReply = { kind: 'refuses', error: null };
      for (const form of formsOf(password)) {
        const details = new library.AuthenticationDetails({ Username: username, Password: form });
        const conversation = { user: user(username), scratch };
        this.conversation = conversation;
        reply = await replyTo(conversation.user, (vendor, callbacks) =>
          vendor.authenticateUser(details, callbacks),
        );
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
    return this.respond('new-password', (user, callbacks) => {
      user.completeNewPasswordChallenge(composed(password), values, callbacks);
    });
  }

  async respondWithCode(code: string, deviceName = ''): Promise<Step> {
    const digits = code.replaceAll(/\s/gu, '');
    if (digits === '') return invalid('code', MESSAGES.emptyCode);
    const challenge = this.stage.kind === 'challenged' ? this.stage.challenge.kind : null;
    return this.respond('code', (user, callbacks) => {
      if (challenge === 'authenticator-setup') {
        user.verifySoftwareToken(digits, deviceName.trim() || DEFAULT_TOTP_DEVICE, callbacks);
      } else {
        user.sendMFACode(digits, callbacks, WIRE_FACTOR[challenge === 'sms-code' ? 'sms' : 'authenticator']);
      }
    });
  }

  async respondToCustom(response: string): Promise<Step> {
    if (response.trim() === '') return invalid('response', MESSAGES.emptyChallengeResponse);
    return this.respond('response', (user, callbacks) => {
      user.sendCustomChallengeAnswer(response.trim(), callbacks);
    });
  }

  async chooseFactor(factor: SecondFactor | null): Promise<Step> {
    if (factor === null) return invalid('factor', MESSAGES.noMfaMethod);
    const offered =
      this.stage.kind === 'challenged' && this.stage.challenge.kind === 'factor-choice'
        ? this.stage.challenge.factors
        : [factor];
    if (!offered.includes(factor)) return invalid('factor', MESSAGES.invalidMfaType);
    return this.respond('factor', (user, callbacks) => {
      user.sendMFASelectionAnswer(WIRE_FACTOR[factor], callbacks);
    });
  }

  /** Abandons the sign-in. A response that arrives later signs nobody in (SES-16). */
  abandon(): void {
    this.stage = SIGNED_OUT;
    this.conversation = null;
    this.givenUp.abort();
  }

  private async respond(
    response: ChallengeResponse,
    send: (user: CognitoUser, callbacks: Callbacks) => void,
  ): Promise<Step> {
    const { conversation } = this;
    if (conversation === null) return noChallenge();
    return this.carryOut({ kind: 'response-sent', response }, async () => replyTo(conversation.user, send));
  }

  private async carryOut(event: SignInEvent, work: () => Promise<SignInReply>): Promise<Step> {
    const asking = signInAfter(this.stage, event);
    if (asking?.kind !== 'asking') return this.stage.kind === 'asking' ? busy() : noChallenge();
    this.stage = asking;
    let reply: SignInReply | null;
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

  private conclude(reply: SignInReply, before: Extract<SignInStage, { kind: 'asking' }>['before']): Step {
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
      case 'asks-for-setup':
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

/** Sends one step. For the set-up of an authenticator app, also requests its secret. */
const replyTo = async (
  user: CognitoUser,
  send: (user: CognitoUser, callbacks: Callbacks) => void,
): Promise<SignInReply> => {
  const reply = await new Promise<SignInReply>((resolve) => send(user, callbacksFor(resolve)));
  if (reply.kind !== 'asks-for-setup') return reply;
  return new Promise((resolve) => {
    user.associateSoftwareToken({
      associateSecretCode: (secret) =>
        resolve({ kind: 'asks', challenge: { kind: 'authenticator-setup', secret } }),
      onFailure: (error: unknown) => resolve({ kind: 'refuses', error }),
    });
  });
};

const invalid = (field: NonNullable<AuthFailure['field']>, message: string): Step =>
  failed({ kind: 'invalid-input', message, field });

const busy = (): Step => failed({ kind: 'busy', message: MESSAGES.busy });

const noChallenge = (): Step => failed({ kind: 'no-challenge', message: MESSAGES.noChallenge });

/** The service's response to one step of a sign-in. */
type SignInReply =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'asks'; readonly challenge: SignInChallenge }
  /** An authenticator app must be set up. Its secret has not been requested yet. */
  | { readonly kind: 'asks-for-setup' }
  /** The service asks for a second factor that this product does not know. */
  | { readonly kind: 'asks-for-unknown-factor' }
  | { readonly kind: 'refuses'; readonly error: unknown };

const FACTORS: ReadonlyMap<unknown, SecondFactor> = new Map([
  ['SMS_MFA', 'sms'],
  ['SOFTWARE_TOKEN_MFA', 'authenticator'],
]);

/** The service's names of the second factors. */
const WIRE_FACTOR: Readonly<Record<SecondFactor, string>> = {
  sms: 'SMS_MFA',
  authenticator: 'SOFTWARE_TOKEN_MFA',
};

const filled = v.pipe(v.string(), v.nonEmpty());

/** Returns a parameter of a challenge; null if it is absent or empty. */
const parameter = (parameters: unknown, name: string): string | null => {
  const parsed = v.safeParse(v.object({ [name]: filled }), parameters);
  return parsed.success ? (parsed.output[name] ?? null) : null;
};

const factorList = v.array(v.unknown());

/** Returns the second factors in a parameter that is a JSON list in text; null if there is no such list. */
const factorsIn = (parameters: unknown, name: string): readonly SecondFactor[] | null => {
  const parsed = v.safeParse(factorList, parsedJson(parameter(parameters, name)));
  if (!parsed.success) return null;
  return parsed.output.flatMap((wire) => FACTORS.get(wire) ?? []);
};

/** Returns the required details with their stored values, without those that only the service may change. */
const attributesIn = (stored: unknown, required: unknown): Attributes => {
  const names = v.safeParse(v.array(filled), required);
  if (!names.success) return {};
  return updatableAttributes(
    Object.fromEntries(names.output.map((name) => [name, parameter(stored, name) ?? ''])),
  );
};

const setupAskedBy = (parameters: unknown): SignInReply => {
  const factors = factorsIn(parameters, 'MFAS_CAN_SETUP');
  const canBeSetUp = factors === null || factors.includes('authenticator');
  return { kind: canBeSetUp ? 'asks-for-setup' : 'asks-for-unknown-factor' };
};

const choiceAskedBy = (parameters: unknown): SignInReply => {
  const factors = factorsIn(parameters, 'MFAS_CAN_CHOOSE') ?? [];
  return factors.length === 0
    ? { kind: 'asks-for-unknown-factor' }
    : { kind: 'asks', challenge: { kind: 'factor-choice', factors } };
};

/** Returns every callback of the library, because the library throws if one is missing. */
const callbacksFor = (reply: (reply: SignInReply) => void): Required<IAuthenticationCallback> => {
  const asks = (challenge: SignInChallenge) => reply({ kind: 'asks', challenge });
  return {
    onSuccess: () => reply({ kind: 'signed-in' }),
    onFailure: (error: unknown) => reply({ kind: 'refuses', error }),
    newPasswordRequired: (stored: unknown, required: unknown) =>
      asks({ kind: 'new-password-required', attributes: attributesIn(stored, required) }),
    mfaRequired: (_name, parameters: unknown) =>
      asks({ kind: 'sms-code', destination: parameter(parameters, 'CODE_DELIVERY_DESTINATION') }),
    totpRequired: (_name, parameters: unknown) =>
      asks({
        kind: 'authenticator-code',
        device: parameter(parameters, 'FRIENDLY_DEVICE_NAME') ?? DEFAULT_TOTP_DEVICE,
      }),
    mfaSetup: (_name, parameters: unknown) => reply(setupAskedBy(parameters)),
    selectMFAType: (_name, parameters: unknown) => reply(choiceAskedBy(parameters)),
    customChallenge: (parameters: unknown) =>
      asks({ kind: 'custom', destination: parameter(parameters, 'destination') }),
  };
};
