import {
  type SecondFactor,
  type Attributes,
  type FactorChange,
  SECOND_FACTORS,
  type SecondFactors,
  updatableAttributes,
} from '../../domain/sign-in.ts';
import { PAGE_SIZES } from '../../domain/catalogue/page-sizes.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import type {
  AccountApi,
  AccountFailure,
  Contact,
  Device,
  DevicePage,
  Passkey,
  SignInDetails,
} from '../../ports/account.ts';
import type { Auth } from '../../ports/auth.ts';
import type { MemoryAccount as PoolAccount, MemoryUserPool } from './session/memory-user-pool.ts';

type Field = NonNullable<AccountFailure['field']>;
type Returned<Value> = Result<Value, AccountFailure>;
type Outcome<Value> = Promise<Returned<Value>>;

/** The data of one listener in addition to the account of the pool. */
type ListenerData = {
  readonly attributes: Attributes;
  /** New addresses and numbers that are not verified yet. */
  readonly pending: Readonly<Partial<Record<Contact, string>>>;
  readonly factors: SecondFactors;
  readonly hasAuthenticator: boolean;
  readonly devices: readonly Device[];
  readonly passkeys: readonly Passkey[];
};

const CONTACTS = ['email', 'phone_number'] as const;
const SHORTEST_PASSWORD = 8;
const NOTHING: ListenerData = {
  attributes: {},
  pending: {},
  factors: { enabled: [], preferred: null },
  hasAuthenticator: false,
  devices: [],
  passkeys: [],
};

/** The account page's calls to a pool in memory. */
export class MemoryAccountApi implements AccountApi {
  /** The code of every authenticator that is set up here. */
  readonly authenticatorCode = '271828';
  /** True if sessions have the scope to read the listener's details (ACC-4). */
  hasAdminScope = true;
  /** True if the pool tracks devices. */
  tracksDevices = true;
  /** True if the listener has signed in long ago, so that no passkey can be added and no contact changed (SES-137, SES-163). */
  isSignInOld = false;
  private readonly data = new Map<string, ListenerData>();

  constructor(
    private readonly pool: MemoryUserPool,
    private readonly auth: Pick<Auth, 'session' | 'renew'>,
  ) {}

  /** Sets the devices of a listener. */
  seedDevices(email: string, devices: readonly Device[]): void {
    this.data.set(email, { ...(this.data.get(email) ?? NOTHING), devices });
  }

  async details(): Outcome<SignInDetails> {
    return this.withSession(({ email }, { attributes, factors }) => {
      if (!this.hasAdminScope) {
        return failed({
          kind: 'not-permitted',
          message: 'This session may not see what the sign-in service holds about you.',
        });
      }
      const number = attributes['phone_number'];
      const isVerified = attributes['phone_number_verified'] === 'true';
      return ok({
        email: { value: email, isVerified: true },
        phoneNumber: number === undefined ? null : { value: number, isVerified },
        secondFactors: factors,
        hasUnknownFactor: false,
      });
    });
  }

  async updateAttributes(changes: Attributes): Outcome<{ readonly codeSent: readonly Contact[] }> {
    const updates = updatableAttributes(changes);
    if (Object.keys(updates).length === 0) return ok({ codeSent: [] });
    if (updates['email']?.trim() === '') return invalid('email', 'Email cannot be empty');
    if (updates['phone_number']?.trim() === '')
      return invalid('phone-number', 'Phone number cannot be empty');
    return this.withSession((account, data) => this.updated(account, data, updates));
  }

  async sendCode(contact: Contact): Outcome<void> {
    return this.withSession(({ email }, { attributes }) => {
      this.pool.sendCode(contact === 'email' ? email : (attributes[contact] ?? ''));
      return ok(undefined);
    });
  }

  async verify({ contact, code }: { readonly contact: Contact; readonly code: string }): Outcome<void> {
    if (code.trim() === '') return invalid('code', 'Confirmation code cannot be empty');
    return this.withSession((account, data) => {
      const contactValue =
        data.pending[contact] ?? (contact === 'email' ? account.email : data.attributes[contact]);
      if (contactValue === undefined || this.pool.codeFor(contactValue) !== code.trim()) {
        return failed({
          kind: 'refused',
          message: 'Invalid verification code provided, please try again.',
          field: 'code',
        });
      }
      const { [contact]: _, ...pending } = data.pending;
      if (contact === 'email') {
        this.data.delete(account.email);
        this.pool.readdress(account.email, contactValue);
        this.data.set(contactValue, { ...data, pending });
      } else {
        const attributes = { ...data.attributes, [contact]: contactValue, [`${contact}_verified`]: 'true' };
        this.data.set(account.email, { ...data, attributes, pending });
      }
      return ok(undefined);
    });
  }

  async removePhoneNumber(): Outcome<void> {
    return this.withSession(({ email }, data) => {
      const { phone_number: _, phone_number_verified: __, ...attributes } = data.attributes;
      const enabled = data.factors.enabled.filter((method) => method !== 'sms');
      const preferred = data.factors.preferred === 'sms' ? null : data.factors.preferred;
      this.data.set(email, { ...data, attributes, factors: { enabled, preferred } });
      return ok(undefined);
    });
  }

  async changePassword(change: { readonly password: string; readonly newPassword: string }): Outcome<void> {
    const { password, newPassword } = change;
    if (password === '') return invalid('password', 'Password cannot be empty');
    if (newPassword === '') return invalid('new-password', 'Password cannot be empty');
    return this.withSession((account) => {
      if (account.password !== password) {
        return failed({ kind: 'refused', message: 'Incorrect username or password.', field: 'password' });
      }
      if (newPassword.length < SHORTEST_PASSWORD) {
        return invalid('new-password', 'Password does not conform to policy: Password not long enough');
      }
      this.pool.keep({ ...account, password: newPassword });
      return ok(undefined);
    });
  }

  async newAuthenticator(): Outcome<{ readonly secret: string }> {
    return this.withSession(() => ok({ secret: 'JBSWY3DPEHPK3PXP' }));
  }

  async confirmAuthenticator({
    code,
  }: {
    readonly code: string;
    readonly deviceName: string;
  }): Outcome<void> {
    if (code.trim() === '') return invalid('code', 'Confirmation code cannot be empty');
    return this.withSession(({ email }, data) => {
      if (code.trim() !== this.authenticatorCode) {
        return failed({ kind: 'refused', message: 'Code mismatch', field: 'code' });
      }
      this.data.set(email, { ...data, hasAuthenticator: true });
      return ok(undefined);
    });
  }

  async setSecondFactors(choices: Readonly<Partial<Record<SecondFactor, FactorChange>>>): Outcome<void> {
    const { authenticator, sms } = choices;
    const named = [authenticator, sms].filter((choice) => choice !== undefined);
    if (named.length === 0) return failed({ kind: 'invalid-input', message: 'No valid MFA method provided' });
    if (named.some(({ isOn, isPreferred }) => isPreferred && !isOn)) {
      return failed({ kind: 'invalid-input', message: 'Invalid MFA type' });
    }
    return this.withSession((account, data) => this.secondFactors(account, data, choices));
  }

  async devices(after: string | null): Outcome<DevicePage> {
    return this.withDevices((_, { devices }) => {
      const from = after === null ? 0 : devices.findIndex(({ key }) => key === after) + 1;
      const page = devices.slice(from, from + PAGE_SIZES.devices);
      const hasMore = from + page.length < devices.length;
      return ok({ devices: page, next: hasMore ? (page.at(-1)?.key ?? null) : null });
    });
  }

  async setDeviceRemembered(key: string, isRemembered: boolean): Outcome<void> {
    return this.withDevice(key, (device) => [{ ...device, isRemembered }]);
  }

  async forgetDevice(key: string): Outcome<void> {
    return this.withDevice(key, () => []);
  }

  async passkeys(): Outcome<readonly Passkey[]> {
    return this.withSession((_, { passkeys }) => ok(passkeys));
  }

  async addPasskey(): Outcome<void> {
    return this.withSession(({ email }, data) => {
      if (this.isSignInOld) {
        const message = 'You signed in a while ago. Sign in again to add a passkey.';
        return failed({ kind: 'old-sign-in', message });
      }
      const count = data.passkeys.length;
      const name = count === 0 ? 'Passkey' : `Passkey ${count + 1}`;
      const passkey = { id: `passkey-${count}`, name, addedAt: null, usedAt: null };
      this.data.set(email, { ...data, passkeys: [...data.passkeys, passkey] });
      return ok(undefined);
    });
  }

  async renamePasskey(id: string, name: string): Outcome<void> {
    return this.withPasskey(id, (passkey) => [{ ...passkey, name }]);
  }

  async removePasskey(id: string): Outcome<void> {
    return this.withPasskey(id, () => []);
  }

  async deleteAccount(): Outcome<void> {
    return this.withSession(({ email }) => {
      this.data.delete(email);
      this.pool.remove(email);
      return ok(undefined);
    });
  }

  private updated(
    { email, ...account }: PoolAccount,
    data: ListenerData,
    updates: Attributes,
  ): Returned<{ readonly codeSent: readonly Contact[] }> {
    const address = updates['email']?.trim();
    if (this.isSignInOld && address !== undefined && address !== email) {
      const message = 'You signed in a while ago. Sign in again to change your e-mail address.';
      return failed({ kind: 'old-sign-in', message });
    }
    if (address !== undefined && address !== email && this.pool.account(address) !== null) {
      const message = 'An account with the given email already exists.';
      return failed({ kind: 'refused', message, field: 'email' });
    }
    const number = updates['phone_number'];
    if (number !== undefined && !/^\+\d{7,15}$/u.test(number.trim())) {
      return invalid('phone-number', 'Invalid phone number format.');
    }
    const present = { email, phone_number: data.attributes['phone_number'] };
    const { email: _, phone_number: __, ...plain } = updates;
    const unverified = CONTACTS.flatMap((contact) => {
      const value = updates[contact]?.trim();
      return value === undefined || value === present[contact] ? [] : [[contact, value] as const];
    });
    for (const [, value] of unverified) this.pool.sendCode(value);
    const pending = { ...data.pending, ...Object.fromEntries(unverified) };
    this.pool.keep({ ...account, email, ...(plain['name'] === undefined ? {} : { name: plain['name'] }) });
    this.data.set(email, { ...data, attributes: { ...data.attributes, ...plain }, pending });
    return ok({ codeSent: unverified.map(([contact]) => contact) });
  }

  private secondFactors(
    account: PoolAccount,
    data: ListenerData,
    choices: Parameters<AccountApi['setSecondFactors']>[0],
  ): Returned<void> {
    if (choices.authenticator?.isOn === true && !data.hasAuthenticator) {
      return failed({ kind: 'invalid-input', message: 'User has not verified software token mfa' });
    }
    if (choices.sms?.isOn === true && data.attributes['phone_number_verified'] !== 'true') {
      return failed({
        kind: 'invalid-input',
        message: 'User does not have delivery config set to turn on SMS_MFA',
      });
    }
    const { factors } = data;
    const enabled = SECOND_FACTORS.filter(
      (method) => choices[method]?.isOn ?? factors.enabled.includes(method),
    );
    const preferred =
      enabled.find((method) => choices[method]?.isPreferred === true) ??
      enabled.find((method) => method === factors.preferred && choices[method] === undefined) ??
      null;
    this.data.set(account.email, { ...data, factors: { enabled, preferred } });
    const { authenticatorCode: _, ...plain } = account;
    const needsAuthenticatorCode = enabled.includes('authenticator');
    this.pool.keep(needsAuthenticatorCode ? { ...plain, authenticatorCode: this.authenticatorCode } : plain);
    return ok(undefined);
  }

  private async withPasskey(id: string, change: (passkey: Passkey) => readonly Passkey[]): Outcome<void> {
    return this.withSession(({ email }, data) => {
      if (!data.passkeys.some((passkey) => passkey.id === id)) {
        return failed({ kind: 'unknown', message: 'You have no such passkey.' });
      }
      const passkeys = data.passkeys.flatMap((passkey) => (passkey.id === id ? change(passkey) : [passkey]));
      this.data.set(email, { ...data, passkeys });
      return ok(undefined);
    });
  }

  private async withDevice(key: string, change: (device: Device) => readonly Device[]): Outcome<void> {
    return this.withDevices(({ email }, data) => {
      if (!data.devices.some((device) => device.key === key)) {
        return failed({ kind: 'unknown', message: 'Device does not exist.' });
      }
      const devices = data.devices.flatMap((device) => (device.key === key ? change(device) : [device]));
      this.data.set(email, { ...data, devices });
      return ok(undefined);
    });
  }

  private async withDevices<Value>(
    work: (account: PoolAccount, data: ListenerData) => Returned<Value>,
  ): Outcome<Value> {
    return this.withSession((account, data) =>
      this.tracksDevices
        ? work(account, data)
        : failed({
            kind: 'not-configured',
            message: 'Device tracking has not been configured in this User Pool',
          }),
    );
  }

  private async withSession<Value>(
    work: (account: PoolAccount, data: ListenerData) => Returned<Value>,
  ): Outcome<Value> {
    const session = await this.auth.session();
    if (!session.ok && session.error.kind !== 'unreachable') return noSession();
    if (!session.ok || this.pool.isUnreachable) {
      return failed({ kind: 'unreachable', message: 'Network Error' });
    }
    const account = this.pool.owner(session.value.accessToken);
    if (account !== null) return work(account, this.data.get(account.email) ?? NOTHING);
    // The pool refuses the token. The renewal then reports that the session has ended.
    await this.auth.renew(session.value);
    return noSession();
  }
}

const invalid = (field: Field, message: string) =>
  failed<AccountFailure>({ kind: 'invalid-input', message, field });

const noSession = () => failed<AccountFailure>({ kind: 'no-session', message: 'User is not authenticated' });
