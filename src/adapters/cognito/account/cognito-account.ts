import {
  type SecondFactor,
  type Attributes,
  type FactorChange,
  updatableAttributes,
} from '../../../domain/sign-in.ts';
import { PAGE_SIZES } from '../../../domain/catalogue/page-sizes.ts';
import { failed, ok, type Result } from '../../../domain/result.ts';
import type {
  AccountApi,
  AccountFailure,
  Contact,
  DevicePage,
  Passkey,
  SignInDetails,
} from '../../../ports/account.ts';
import type { Auth, AuthFailure } from '../../../ports/auth.ts';
import type { Clock } from '../../../ports/platform.ts';
import { readTokenGrant, readTokenUser } from '../session/access-token.ts';
import { readCodesSent, readDetails, readDevices } from './account-responses.ts';
import { makePasskey, readPasskeys, signalPasskeys } from './passkeys.ts';
import { composed } from '../password-forms.ts';
import { MESSAGES } from '../messages.ts';
import { asksForNewSignIn } from '../old-sign-in.ts';
import { type Sessions, UserCalls } from './user-calls.ts';
import type { PoolClient, SignedInUser } from '../pool-client.ts';

type Field = NonNullable<AccountFailure['field']>;
type Outcome<Value> = Promise<Result<Value, AccountFailure>>;
type Work<Value> = (user: SignedInUser) => Promise<Value>;

/** The service returns the listener's details only for a token with this scope (ACC-4). */
const USER_ADMIN_SCOPE = 'aws.cognito.signin.user.admin';

/** The field that a failure belongs to, if the service does not name one. */
type Blame = { readonly [Kind in 'refused' | 'invalid-input']?: Field };

export class CognitoAccount implements AccountApi {
  private readonly calls: UserCalls;
  /** Also the hosts of which there is no passkey any more: the browser has to hear of that. */
  private readonly passkeyHosts = new Set<string>();

  constructor(
    private readonly auth: Sessions & Pick<Auth, 'hasSession'>,
    pool: PoolClient,
    clock: Clock,
  ) {
    this.calls = new UserCalls(auth, pool, clock);
  }

  async details(): Outcome<SignInDetails> {
    const session = await this.auth.session();
    if (session.ok && !readTokenGrant(session.value.accessToken).scopes.includes(USER_ADMIN_SCOPE)) {
      return failed({ kind: 'not-permitted', message: MESSAGES.detailsNotPermitted });
    }
    const result = await this.call(async (user) => user.details());
    return result.ok ? orUnreadable(readDetails(result.value)) : result;
  }

  async updateAttributes(changes: Attributes): Outcome<{ readonly codeSent: readonly Contact[] }> {
    const updates = Object.entries(updatableAttributes(changes));
    for (const [name, value] of updates) {
      const empty = name === 'email' || name === 'phone_number' ? emptyContact(name, value) : null;
      if (empty !== null) return failed(empty);
    }
    if (updates.length === 0) return ok({ codeSent: [] });
    const attributes = Object.fromEntries(updates.map(([name, value]) => [name, value.trim()]));
    const [only] = updates.length === 1 ? updates : [];
    const field = only === undefined ? undefined : FIELDS.get(only[0]);
    const result = await this.call(
      async (user) => user.updateAttributes(attributes),
      field === undefined ? {} : { refused: field, 'invalid-input': field },
    );
    return result.ok ? ok({ codeSent: readCodesSent(result.value) }) : result;
  }

  async sendCode(contact: Contact): Outcome<void> {
    return this.call(async (user) => user.sendCode(contact));
  }

  async verify({ contact, code }: { readonly contact: Contact; readonly code: string }): Outcome<void> {
    const given = code.replaceAll(/\s/gu, '');
    if (given === '') return empty('code', MESSAGES.emptyCode);
    return this.call(async (user) => user.verify(contact, given), {
      refused: 'code',
      'invalid-input': 'code',
    });
  }

  async removePhoneNumber(): Outcome<void> {
    return this.call(async (user) => user.deleteAttributes(['phone_number']));
  }

  async changePassword(change: { readonly password: string; readonly newPassword: string }): Outcome<void> {
    const { password, newPassword } = change;
    if (password === '') return empty('password', MESSAGES.emptyPassword);
    if (newPassword === '') return empty('new-password', MESSAGES.emptyPassword);
    return this.call(async (user) => user.changePassword(composed(password), composed(newPassword)), {
      refused: 'password',
      'invalid-input': 'new-password',
    });
  }

  async newAuthenticator(): Outcome<{ readonly secret: string }> {
    return this.call(async (user) => user.newAuthenticator());
  }

  async confirmAuthenticator(proof: { readonly code: string; readonly deviceName: string }): Outcome<void> {
    const code = proof.code.replaceAll(/\s/gu, '');
    if (code === '') return empty('code', MESSAGES.emptyCode);
    return this.call(async (user) => user.confirmAuthenticator(code, proof.deviceName), {
      refused: 'code',
      'invalid-input': 'code',
    });
  }

  async setSecondFactors(choices: Readonly<Partial<Record<SecondFactor, FactorChange>>>): Outcome<void> {
    const { authenticator, sms } = choices;
    const given = [authenticator, sms].filter((choice) => choice !== undefined);
    if (given.length === 0) return failed({ kind: 'invalid-input', message: MESSAGES.noMfaMethod });
    if (given.some(({ isOn, isPreferred }) => isPreferred && !isOn)) {
      return failed({ kind: 'invalid-input', message: MESSAGES.invalidMfaType });
    }
    return this.call(async (user) => user.setSecondFactors(choices));
  }

  async devices(after: string | null): Outcome<DevicePage> {
    const session = await this.auth.session();
    const thisDevice = session.ok ? readTokenGrant(session.value.accessToken).device : null;
    const result = await this.deviceCall(async (user) => user.devices(PAGE_SIZES.devices, after));
    return result.ok ? orUnreadable(readDevices(result.value, thisDevice)) : result;
  }

  async setDeviceRemembered(key: string, isRemembered: boolean): Outcome<void> {
    return this.deviceCall(async (user) => user.setDeviceRemembered(key, isRemembered));
  }

  async forgetDevice(key: string): Outcome<void> {
    return this.deviceCall(async (user) => user.forgetDevice(key));
  }

  async passkeys(): Outcome<readonly Passkey[]> {
    const result = await this.call(async (user) => user.send('ListWebAuthnCredentials'));
    if (!result.ok) return result;
    const read = readPasskeys(result.value);
    const session = await this.auth.session();
    const userId = session.ok ? readTokenUser(session.value.accessToken) : null;
    if (read !== null && userId !== null) void signalPasskeys(read, this.passkeyHosts, userId);
    return orUnreadable(read);
  }

  async addPasskey(): Outcome<void> {
    const started = await this.call(async (user) => user.send('StartWebAuthnRegistration'));
    if (!started.ok) return started;
    // The listener may take longer than a call may.
    const made = await makePasskey(started.value);
    if (!made.ok) return made;
    return this.send('CompleteWebAuthnRegistration', { Credential: made.value });
  }

  async renamePasskey(id: string, name: string): Outcome<void> {
    return this.send('RenameWebAuthnCredential', { CredentialId: id, FriendlyCredentialName: name });
  }

  async removePasskey(id: string): Outcome<void> {
    return this.send('DeleteWebAuthnCredential', { CredentialId: id });
  }

  async deleteAccount(): Outcome<void> {
    return this.call(async (user) => user.deleteAccount());
  }

  private async send(operation: string, parameters: object): Outcome<void> {
    const sent = await this.call(async (user) => user.send(operation, parameters));
    return sent.ok ? ok(undefined) : sent;
  }

  private async call<Value>(work: Work<Value>, blame: Blame = {}): Outcome<Value> {
    const result = await this.calls.call(work);
    if (result.ok) return result;
    const { error } = result;
    // A failure without a session belongs to no field.
    if (!this.auth.hasSession()) return failed({ kind: 'no-session', message: error.message });
    return failed(toAccountFailure(error, blame));
  }

  /** A pool that tracks no devices responds to each device call with InvalidParameterException (ACC-32, ACC-16). */
  private async deviceCall<Value>(work: Work<Value>): Outcome<Value> {
    const result = await this.call(work);
    return result.ok || result.error.kind !== 'invalid-input'
      ? result
      : failed({ kind: 'not-configured', message: MESSAGES.devicesNotTracked });
  }
}

const FIELDS: ReadonlyMap<string, Field> = new Map([
  ['name', 'name'],
  ['email', 'email'],
  ['phone_number', 'phone-number'],
]);

const KINDS: Readonly<Record<AuthFailure['kind'], AccountFailure['kind']>> = {
  'invalid-input': 'invalid-input',
  refused: 'refused',
  unconfirmed: 'refused',
  'reset-required': 'refused',
  busy: 'unknown',
  'no-challenge': 'unknown',
  unreachable: 'unreachable',
  unknown: 'unknown',
};

const toAccountFailure = ({ kind, message, field }: AuthFailure, blame: Blame): AccountFailure => {
  if (asksForNewSignIn(message)) return { kind: 'old-sign-in', message };
  const named = KINDS[kind];
  const blamed = named === 'refused' || named === 'invalid-input' ? blame[named] : undefined;
  // The only field that the service itself names is the code.
  const about = field === 'code' ? field : blamed;
  return { kind: named, message, ...(about === undefined ? {} : { field: about }) };
};

const orUnreadable = <Value>(value: Value | null): Result<Value, AccountFailure> =>
  value === null ? failed({ kind: 'unknown', message: MESSAGES.authenticationError }) : ok(value);

const empty = (field: Field, message: string) =>
  failed<AccountFailure>({ kind: 'invalid-input', message, field });

const emptyContact = (contact: Contact, value: string): AccountFailure | null => {
  if (value.trim() !== '') return null;
  return contact === 'email'
    ? { kind: 'invalid-input', message: MESSAGES.emptyEmail, field: 'email' }
    : { kind: 'invalid-input', message: MESSAGES.emptyPhoneNumber, field: 'phone-number' };
};
