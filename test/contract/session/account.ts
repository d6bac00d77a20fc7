import { describe, expect, test } from 'vitest';

import type { AccountApi, AccountFailure } from '../../../src/ports/account.ts';
import type { Auth } from '../../../src/ports/auth.ts';

type Credentials = { readonly email: string; readonly password: string };

/** A listener who is not signed in yet, with a browser of their own. */
export type AccountFixture = {
  readonly account: AccountApi;
  readonly auth: Auth;
  readonly listener: Credentials;
  /** The address of somebody else. */
  readonly takenEmail: string;
  /** An unused address, and an unused phone number. */
  newEmail(): string;
  newPhoneNumber(): string;
  /** The latest code that was sent to that address or number. */
  codeFor(destination: string): Promise<string>;
  /** The current code of the listener's authenticator. */
  authenticatorCode(secret: string): Promise<string>;
  /** Adds that many devices to the account. */
  addDevices(count: number): Promise<void>;
  /** Adds a passkey, which only a browser can make. */
  addPasskey(id: string): Promise<void>;
  /** The keys that are stored in the browser. */
  storedKeys(): readonly string[];
  setReachable(isReachable: boolean): Promise<void>;
  /** Ends every session of the listener at the service. */
  endSessions(): Promise<void>;
};

const DONE = { ok: true, value: undefined };
const NEW_PASSWORD = 'Listen-2027!';

/** Any text for the listener. */
const TEXT: unknown = expect.stringMatching(/./u);

const failure = (error: { readonly [Part in keyof AccountFailure]?: unknown }) => ({ ok: false, error });
const invalid = (field: AccountFailure['field'], message: string) =>
  failure({ kind: 'invalid-input', message, ...(field === undefined ? {} : { field }) });

/** The tests that every adapter of the account port must pass. */
export const describeAccount = (name: string, make: () => Promise<AccountFixture>): void => {
  const signedIn = async (): Promise<AccountFixture> => {
    const fixture = await make();
    expect(await fixture.auth.signIn(fixture.listener)).toEqual({ ok: true, value: { kind: 'signed-in' } });
    return fixture;
  };

  const detailsOf = async ({ account }: AccountFixture) => {
    const details = await account.details();
    if (!details.ok) throw new Error(`no details: ${details.error.message}`);
    return details.value;
  };

  const withAuthenticator = async (): Promise<AccountFixture> => {
    const fixture = await signedIn();
    const set = await fixture.account.newAuthenticator();
    const code = set.ok ? await fixture.authenticatorCode(set.value.secret) : '';
    expect(await fixture.account.confirmAuthenticator({ code, deviceName: 'Pocket' })).toEqual(DONE);
    return fixture;
  };

  describe(`${name} is an AccountApi`, () => {
    test('refuses every call without a session (ACC-3)', async () => {
      const { account } = await make();
      const refused = failure({ kind: 'no-session', message: 'User is not authenticated' });
      expect(await account.details()).toEqual(refused);
      expect(await account.updateAttributes({ name: 'Wren' })).toEqual(refused);
      expect(await account.changePassword({ password: 'a', newPassword: 'b' })).toEqual(refused);
      expect(await account.newAuthenticator()).toEqual(refused);
      expect(await account.setSecondFactors({ sms: { isOn: true, isPreferred: true } })).toEqual(refused);
      expect(await account.devices(null)).toEqual(refused);
      expect(await account.deleteAccount()).toEqual(refused);
    });

    test('reports the end of the session when a call is refused because of it', async () => {
      const fixture = await signedIn();
      const endings: unknown[] = [];
      fixture.auth.ended.subscribe((ending) => endings.push(ending));
      await fixture.endSessions();
      expect(await fixture.account.details()).toMatchObject({ ok: false });
      expect(endings).toHaveLength(1);
      expect(fixture.auth.hasSession()).toBe(false);
    });

    test('fails while the service cannot be reached, and works again afterwards', async () => {
      const { account, setReachable } = await signedIn();
      await setReachable(false);
      expect(await account.details()).toEqual(failure({ kind: 'unreachable', message: 'Network Error' }));
      await setReachable(true);
      expect(await account.details()).toMatchObject({ ok: true });
    });

    test('returns the details that the service has stored', async () => {
      const fixture = await signedIn();
      expect(await detailsOf(fixture)).toEqual({
        email: { value: fixture.listener.email, isVerified: true },
        phoneNumber: null,
        secondFactors: { enabled: [], preferred: null },
        hasUnknownFactor: false,
      });
    });

    test('skips attributes that a listener cannot change, and sends nothing if none is left', async () => {
      const { account, setReachable } = await signedIn();
      const skipped = { sub: 'somebody', email_verified: 'true', phone_number_verified: 'true' };
      expect(await account.updateAttributes({ ...skipped, name: 'Wren Okoro' })).toEqual({
        ok: true,
        value: { codeSent: [] },
      });
      await setReachable(false);
      expect(await account.updateAttributes(skipped)).toEqual({ ok: true, value: { codeSent: [] } });
    });

    test('names an empty field, and sends nothing (ACC-15, ACC-27)', async () => {
      const { account } = await make();
      expect(await account.updateAttributes({ email: ' ' })).toEqual(
        invalid('email', 'Email cannot be empty'),
      );
      for (const empty of ['', ' ']) {
        expect(await account.updateAttributes({ phone_number: empty })).toEqual(
          invalid('phone-number', 'Phone number cannot be empty'),
        );
      }
      const code = 'Confirmation code cannot be empty';
      expect(await account.verify({ contact: 'email', code: ' ' })).toEqual(invalid('code', code));
      for (const empty of ['', ' ']) {
        expect(await account.confirmAuthenticator({ code: empty, deviceName: 'x' })).toEqual(
          invalid('code', code),
        );
      }
      const password = 'Password cannot be empty';
      expect(await account.changePassword({ password: '', newPassword: 'b' })).toEqual(
        invalid('password', password),
      );
      expect(await account.changePassword({ password: 'a', newPassword: '' })).toEqual(
        invalid('new-password', password),
      );
      expect(await account.setSecondFactors({})).toEqual(invalid(undefined, 'No valid MFA method provided'));
      const off = { isOn: false, isPreferred: false };
      const preferred = { isOn: false, isPreferred: true };
      for (const factors of [{ sms: preferred }, { authenticator: off, sms: preferred }]) {
        expect(await account.setSecondFactors(factors)).toEqual(invalid(undefined, 'Invalid MFA type'));
      }
    });

    test('changes the e-mail address after its code was entered, and signs in with the new one', async () => {
      const fixture = await signedIn();
      const { account, auth, listener } = fixture;
      const email = fixture.newEmail();
      expect(await account.updateAttributes({ email })).toEqual({ ok: true, value: { codeSent: ['email'] } });
      expect((await detailsOf(fixture)).email?.value).toBe(listener.email);
      expect(await account.verify({ contact: 'email', code: '000000' })).toMatchObject(
        failure({ kind: 'refused', field: 'code', message: TEXT }),
      );
      const code = await fixture.codeFor(email);
      expect(await account.verify({ contact: 'email', code })).toEqual(DONE);
      expect((await detailsOf(fixture)).email).toEqual({ value: email, isVerified: true });
      void auth.signOut();
      expect(await auth.signIn({ ...listener, email })).toMatchObject({ ok: true });
    });

    test('refuses an e-mail address that belongs to another account (ACC-16)', async () => {
      const { account, takenEmail } = await signedIn();
      expect(await account.updateAttributes({ email: takenEmail })).toMatchObject(
        failure({ kind: 'refused', field: 'email', message: TEXT }),
      );
    });

    test('verifies a phone number, turns on SMS codes, and removes both together (ACC-18)', async () => {
      const fixture = await signedIn();
      const { account } = fixture;
      const number = fixture.newPhoneNumber();
      expect(await account.updateAttributes({ phone_number: '12' })).toMatchObject(
        failure({ kind: 'invalid-input', field: 'phone-number', message: TEXT }),
      );
      const on = { sms: { isOn: true, isPreferred: true } };
      expect(await account.setSecondFactors(on), 'SMS codes without a number').toMatchObject(
        failure({ message: TEXT }),
      );
      expect(await account.updateAttributes({ phone_number: number })).toEqual({
        ok: true,
        value: { codeSent: ['phone_number'] },
      });
      const code = await fixture.codeFor(number);
      expect(await account.verify({ contact: 'phone_number', code })).toEqual(DONE);
      expect((await detailsOf(fixture)).phoneNumber).toEqual({ value: number, isVerified: true });
      expect(await account.setSecondFactors(on)).toEqual(DONE);
      expect((await detailsOf(fixture)).secondFactors).toEqual({ enabled: ['sms'], preferred: 'sms' });
      expect(await account.removePhoneNumber()).toEqual(DONE);
      expect(await detailsOf(fixture)).toMatchObject({
        phoneNumber: null,
        secondFactors: { enabled: [], preferred: null },
      });
    });

    test('sends another code to the stored address', async () => {
      const fixture = await signedIn();
      const { account, listener } = fixture;
      expect(await account.sendCode('email')).toEqual(DONE);
      const code = await fixture.codeFor(listener.email);
      expect(await account.verify({ contact: 'email', code })).toEqual(DONE);
      expect((await detailsOf(fixture)).email).toEqual({ value: listener.email, isVerified: true });
    });

    test('changes the password only with the old one (ACC-20)', async () => {
      const { account, auth, listener } = await signedIn();
      const { password } = listener;
      expect(
        await account.changePassword({ password: 'Wrong-2026!', newPassword: NEW_PASSWORD }),
      ).toMatchObject(failure({ kind: 'refused', field: 'password', message: TEXT }));
      expect(await account.changePassword({ password, newPassword: 'short' })).toMatchObject(
        failure({ kind: 'invalid-input', field: 'new-password', message: TEXT }),
      );
      expect(await account.changePassword({ password, newPassword: NEW_PASSWORD })).toEqual(DONE);
      void auth.signOut();
      expect(await auth.signIn(listener)).toMatchObject({ ok: false });
      expect(await auth.signIn({ ...listener, password: NEW_PASSWORD })).toMatchObject({ ok: true });
    });

    test('does not turn on an authenticator that was not confirmed', async () => {
      const { account } = await signedIn();
      const set = await account.newAuthenticator();
      expect(set.ok && set.value.secret, 'its secret, in base32').toMatch(/^[A-Z2-7]{16,}$/u);
      expect(await account.confirmAuthenticator({ code: '000000', deviceName: 'Pocket' })).toMatchObject(
        failure({ field: 'code', message: TEXT }),
      );
      expect(
        await account.setSecondFactors({ authenticator: { isOn: true, isPreferred: true } }),
      ).toMatchObject(failure({ message: TEXT }));
    });

    test('asks for the authenticator at the next sign-in only while it is on', async () => {
      const fixture = await withAuthenticator();
      const { account, auth, listener } = fixture;
      expect(await account.setSecondFactors({ authenticator: { isOn: true, isPreferred: true } })).toEqual(
        DONE,
      );
      expect((await detailsOf(fixture)).secondFactors).toEqual({
        enabled: ['authenticator'],
        preferred: 'authenticator',
      });
      expect(await account.setSecondFactors({ authenticator: { isOn: false, isPreferred: false } })).toEqual(
        DONE,
      );
      expect((await detailsOf(fixture)).secondFactors).toEqual({ enabled: [], preferred: null });
      void auth.signOut();
      expect(await auth.signIn(listener)).toEqual({ ok: true, value: { kind: 'signed-in' } });
      expect(await account.setSecondFactors({ authenticator: { isOn: true, isPreferred: true } })).toEqual(
        DONE,
      );
      void auth.signOut();
      expect(await auth.signIn(listener)).toMatchObject({ value: { kind: 'challenge' } });
    });

    test('lists the devices in pages of 60, each once, and marks this one (ACC-29)', async () => {
      const fixture = await signedIn();
      await fixture.addDevices(61);
      const first = await fixture.account.devices(null);
      const next = first.ok ? first.value.next : null;
      expect(first.ok && first.value.devices).toHaveLength(60);
      expect(next).not.toBeNull();
      const second = await fixture.account.devices(next);
      const all = [first, second].flatMap((page) => (page.ok ? page.value.devices : []));
      expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
      expect(all.length).toBeGreaterThanOrEqual(61);
      expect(second).toMatchObject({ ok: true, value: { next: null } });
      expect(all.filter(({ isThisOne }) => isThisOne)).toHaveLength(1);
    });

    test('marks a device as remembered, removes the mark, and forgets the device (ACC-31)', async () => {
      const { account, addDevices } = await signedIn();
      await addDevices(2);
      const devices = async () => {
        const page = await account.devices(null);
        return page.ok ? page.value.devices : [];
      };
      const before = await devices();
      const other = before.find(({ isThisOne }) => !isThisOne)?.key ?? '';
      const statusOf = async () => (await devices()).find(({ key }) => key === other)?.isRemembered;
      expect(await account.setDeviceRemembered(other, true)).toEqual(DONE);
      expect(await statusOf()).toBe(true);
      expect(await account.setDeviceRemembered(other, false)).toEqual(DONE);
      expect(await statusOf()).toBe(false);
      expect(await account.forgetDevice(other)).toEqual(DONE);
      expect(await statusOf()).toBeUndefined();
      expect(await devices()).toHaveLength(before.length - 1);
      expect(await account.forgetDevice(other)).toMatchObject(
        failure({ kind: 'unknown', message: 'Device does not exist.' }),
      );
    });

    test('signs in again on a forgotten device', async () => {
      const { account, auth, listener } = await signedIn();
      const page = await account.devices(null);
      const thisDevice = page.ok ? page.value.devices.find(({ isThisOne }) => isThisOne) : undefined;
      if (thisDevice !== undefined) expect(await account.forgetDevice(thisDevice.key)).toEqual(DONE);
      void auth.signOut();
      expect(await auth.signIn(listener)).toEqual({ ok: true, value: { kind: 'signed-in' } });
    });

    test('lists, renames and removes passkeys (ACC-42)', async () => {
      const { account, addPasskey } = await signedIn();
      expect(await account.passkeys()).toEqual({ ok: true, value: [] });
      await addPasskey('one');
      await addPasskey('two');
      const names = async () => {
        const listed = await account.passkeys();
        return listed.ok ? listed.value.map(({ id, name }) => [id, name]) : [];
      };
      const [first = ['']] = await names();
      const [id = ''] = first;
      expect(await account.renamePasskey(id, 'My phone')).toEqual(DONE);
      expect(await names()).toEqual([
        [id, 'My phone'],
        [expect.any(String), 'Passkey 2'],
      ]);
      expect(await account.removePasskey(id)).toEqual(DONE);
      expect(await names()).toHaveLength(1);
      const missing = failure({ kind: 'unknown', message: 'You have no such passkey.' });
      expect(await account.removePasskey(id)).toMatchObject(missing);
      expect(await account.renamePasskey(id, 'Lost')).toMatchObject(missing);
    });

    test('deletes the account', async () => {
      const { account, auth, listener, storedKeys } = await signedIn();
      expect(await account.deleteAccount()).toEqual(DONE);
      auth.accountDeleted();
      expect(auth.hasSession()).toBe(false);
      expect(storedKeys()).toEqual([]);
      expect(await auth.signIn(listener)).toMatchObject({ ok: false, error: { kind: 'refused' } });
    });
  });
};
