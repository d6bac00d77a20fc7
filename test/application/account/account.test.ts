import { describe, expect, test } from 'vitest';
import { AccountDetails } from '../../../src/application/account/account-details.ts';
import { AccountDeletion } from '../../../src/application/account/account-deletion.ts';
import { AccountSecurity } from '../../../src/application/account/account-security.ts';
import { UpNextState } from '../../../src/application/playback/up-next-state.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import { AccountState } from '../../../src/application/account/account-state.ts';
import { NOBODY } from '../../../src/domain/account/user.ts';
import type { Device } from '../../../src/ports/account.ts';
import { CONFIGURATION, EMAIL, Harness, PASSWORD } from '../../harness.ts';
import { aBookmarkOf } from '../stored-positions.ts';
import { LONG_BOOK, SUBSCRIBER } from '../titles.ts';

const NEW_EMAIL = 'wren@listener.test';
const NUMBER = '+15550100199';
const DONE = { ok: true, value: undefined };

const device = (key: string): Device => ({
  key,
  name: '',
  isRemembered: false,
  isThisOne: key === 'here',
  lastUsedAt: null,
});

/** A signed-in listener on the account page. */
const onAccountPage = async (): Promise<Harness> => {
  const harness = new Harness({ items: [LONG_BOOK], user: { ...SUBSCRIBER, email: EMAIL } });
  await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
  await harness.get(AccountDetails).load();
  return harness;
};

const stateOf = (harness: Harness): AccountState => harness.get(AccountState);

const codeFor = (harness: Harness, destination: string): string => harness.pool.codeFor(destination) ?? '';

const provesNumber = async (harness: Harness): Promise<void> => {
  const change = harness.get(AccountDetails);
  await change.changeContact('phone_number', NUMBER);
  await change.confirmContact(codeFor(harness, NUMBER));
};

const setsUpAuthenticator = async (harness: Harness): Promise<void> => {
  const setUp = harness.get(AccountSecurity);
  await setUp.startAuthenticator();
  await setUp.confirmAuthenticator({ code: harness.account.authenticatorCode, deviceName: '' });
};

/** The data that a failed change must not change. */
const shown = (harness: Harness) => ({
  user: harness.user.user,
  details: stateOf(harness).details,
  devices: stateOf(harness).devices,
});

describe('the account page', () => {
  test('loads the data of the sign-in service', async () => {
    const harness = await onAccountPage();
    expect(stateOf(harness).email).toEqual({ value: EMAIL, isVerified: true });
    expect(stateOf(harness).secondFactors).toEqual({ enabled: [], preferred: null });
  });

  test('shows that this session may not read the data, or why the request failed', async () => {
    const harness = await onAccountPage();
    harness.account.hasAdminScope = false;
    await harness.get(AccountDetails).load();
    expect(stateOf(harness).detailsFailure?.kind).toBe('not-permitted');
    harness.pool.isUnreachable = true;
    await harness.get(AccountDetails).load();
    expect(stateOf(harness).detailsFailure?.kind).toBe('unreachable');
  });

  test('lists devices also if the details failed to load', async () => {
    const harness = await onAccountPage();
    harness.account.hasAdminScope = false;
    harness.account.seedDevices(EMAIL, [device('here')]);
    await Promise.all([harness.get(AccountDetails).load(), harness.get(AccountSecurity).loadDevices()]);
    expect(stateOf(harness).devices).toHaveLength(1);
  });

  test('shows the same data after a failed change (ACC-2)', async () => {
    const harness = await onAccountPage();
    harness.account.seedDevices(EMAIL, [device('here')]);
    await harness.get(AccountSecurity).loadDevices();
    await provesNumber(harness);
    const before = shown(harness);
    harness.pool.isUnreachable = true;
    harness.api.faults.failNext('users.update', 'server');
    const unreachable = { ok: false, error: { kind: 'unreachable', message: 'Network Error' } };
    expect(await harness.get(AccountDetails).changeName('Wren')).toMatchObject({ ok: false });
    expect(await harness.get(AccountDetails).changeContact('email', NEW_EMAIL)).toEqual(unreachable);
    expect(await harness.get(AccountDetails).removePhoneNumber()).toEqual(unreachable);
    expect(await harness.get(AccountSecurity).changeFactor('sms', 'on')).toEqual(unreachable);
    expect(await harness.get(AccountSecurity).startAuthenticator()).toEqual(unreachable);
    expect(await harness.get(AccountSecurity).setDeviceRemembered('here', true)).toEqual(unreachable);
    expect(await harness.get(AccountSecurity).forgetDevice('here')).toEqual(unreachable);
    expect(await harness.get(AccountDeletion).delete()).toEqual(unreachable);
    expect(await harness.get(AccountSecurity).signOutEverywhere()).toMatchObject({ ok: false });
    expect(shown(harness)).toEqual(before);
    expect(harness.auth.hasSession()).toBe(true);
  });

  test('shows a message when nobody is signed in any more', async () => {
    const harness = await onAccountPage();
    void harness.auth.signOut();
    harness.api.faults.failNext('users.update', 'no-session');
    const nobody = { ok: false, error: { kind: 'no-session', message: 'User is not authenticated' } };
    expect(await harness.get(AccountDetails).changeName('Wren')).toEqual(nobody);
    expect(await harness.get(AccountDetails).changeContact('email', NEW_EMAIL)).toEqual(nobody);
  });
});

describe('the name', () => {
  test('changes at the provider, then at the sign-in service, and in the greeting (ACC-9)', async () => {
    const harness = await onAccountPage();
    expect(await harness.get(AccountDetails).changeName('  Wren Okafor ')).toEqual(DONE);
    expect(harness.user.firstName).toBe('Wren');
    expect(harness.api.content.user.name).toBe('Wren Okafor');
    expect(harness.pool.account(EMAIL)?.name).toBe('Wren Okafor');
  });

  test('is changed although the sign-in service still has the earlier one (ACC-9)', async () => {
    const harness = await onAccountPage();
    harness.pool.isUnreachable = true;
    expect(await harness.get(AccountDetails).changeName('Wren')).toEqual(DONE);
    expect(harness.user.firstName).toBe('Wren');
    expect(harness.log.entries.map(({ level }) => level)).toContain('warn');
  });

  test('must not be empty, and is not sent if it did not change (ACC-8)', async () => {
    const harness = await onAccountPage();
    expect(await harness.get(AccountDetails).changeName('  ')).toEqual({
      ok: false,
      error: { kind: 'invalid-input', message: 'Name cannot be empty', field: 'name' },
    });
    expect(await harness.get(AccountDetails).changeName(SUBSCRIBER.name)).toEqual(DONE);
    expect(harness.api.faults.calls).not.toContain('users.update');
  });
});

describe('the address', () => {
  test('is accepted with its code, and reported to the provider after that (ACC-11)', async () => {
    const harness = await onAccountPage();
    const change = harness.get(AccountDetails);
    expect(await change.changeContact('email', ` ${NEW_EMAIL} `)).toEqual({ ok: true, value: 'code-needed' });
    expect(harness.user.user.email).toBe(EMAIL);
    expect(await change.confirmContact('000000')).toMatchObject({
      error: { kind: 'refused', field: 'code' },
    });
    expect(harness.api.faults.calls).not.toContain('users.update');
    expect(await change.confirmContact(codeFor(harness, NEW_EMAIL))).toEqual({ ok: true, value: 'changed' });
    expect(harness.api.content.user.email).toBe(NEW_EMAIL);
    expect(harness.user.user.email).toBe(NEW_EMAIL);
    expect(stateOf(harness).email).toEqual({ value: NEW_EMAIL, isVerified: true });
  });

  test('can have its code sent again (ACC-14)', async () => {
    const harness = await onAccountPage();
    const change = harness.get(AccountDetails);
    await change.changeContact('email', NEW_EMAIL);
    const first = codeFor(harness, NEW_EMAIL);
    expect(await change.resendCode()).toEqual(DONE);
    expect(codeFor(harness, NEW_EMAIL)).not.toBe(first);
  });

  test('needs its code only once: after a failed report, the next attempt only repeats the report (ACC-12)', async () => {
    const harness = await onAccountPage();
    const change = harness.get(AccountDetails);
    await change.changeContact('email', NEW_EMAIL);
    harness.api.faults.failNext('users.update', 'unreachable');
    expect(await change.confirmContact(codeFor(harness, NEW_EMAIL))).toMatchObject({ ok: false });
    expect(harness.user.user.email).toBe(EMAIL);
    expect(await change.confirmContact('')).toEqual({ ok: true, value: 'changed' });
    expect(harness.user.user.email).toBe(NEW_EMAIL);
  });

  test('that was verified on an earlier visit is only reported to the provider (ACC-13)', async () => {
    const harness = await onAccountPage();
    harness.user.changeProfile({ email: 'earlier@listener.test' });
    expect(await harness.get(AccountDetails).changeContact('email', EMAIL)).toEqual({
      ok: true,
      value: 'changed',
    });
    expect(harness.api.content.user.email).toBe(EMAIL);
  });

  test('rejects an empty phone number with its own message', async () => {
    const change = (await onAccountPage()).get(AccountDetails);
    expect(await change.changeContact('email', ' ')).toMatchObject({
      error: { message: 'Email cannot be empty' },
    });
    expect(await change.changeContact('phone_number', '')).toMatchObject({
      error: { message: 'Phone number cannot be empty' },
    });
  });
});

describe('the password', () => {
  const change = { password: PASSWORD, newPassword: 'another horse' };

  test('is changed at the sign-in service, and the change is reported without the password (ACC-21)', async () => {
    const harness = await onAccountPage();
    expect(await harness.get(AccountDetails).changePassword(change)).toEqual(DONE);
    expect(harness.pool.account(EMAIL)?.password).toBe(change.newPassword);
    expect(harness.api.faults.calls).toContain('users.passwordChanged');
  });

  test('is not reported if the current password is wrong', async () => {
    const harness = await onAccountPage();
    expect(await harness.get(AccountDetails).changePassword({ ...change, password: 'wrong' })).toMatchObject({
      error: { kind: 'refused', field: 'password' },
    });
    expect(harness.api.faults.calls).not.toContain('users.passwordChanged');
  });

  test('is changed although the report to the provider failed (ACC-22)', async () => {
    const harness = await onAccountPage();
    harness.api.faults.failNext('users.passwordChanged', 'server');
    expect(await harness.get(AccountDetails).changePassword(change)).toEqual(DONE);
  });
});

describe('the second factor', () => {
  test('by authenticator is on and preferred once its first code is accepted (ACC-24, ACC-25)', async () => {
    const harness = await onAccountPage();
    const setUp = harness.get(AccountSecurity);
    await setUp.startAuthenticator();
    expect(await setUp.confirmAuthenticator({ code: '000000', deviceName: '' })).toMatchObject({
      error: { field: 'code' },
    });
    expect(stateOf(harness).secondFactors?.enabled).toEqual([]);
    await setsUpAuthenticator(harness);
    expect(stateOf(harness).secondFactors).toEqual({
      enabled: ['authenticator'],
      preferred: 'authenticator',
    });
  });

  test('can be both, one of them preferred; if one is turned off, the other is preferred (ACC-25)', async () => {
    const harness = await onAccountPage();
    await setsUpAuthenticator(harness);
    await provesNumber(harness);
    const set = harness.get(AccountSecurity);
    expect(await set.changeFactor('sms', 'on')).toEqual(DONE);
    expect(await set.changeFactor('sms', 'preferred')).toEqual(DONE);
    const both = { enabled: ['authenticator', 'sms'], preferred: 'sms' };
    expect(stateOf(harness).secondFactors).toEqual(both);
    expect(await harness.account.details()).toMatchObject({ value: { secondFactors: both } });
    expect(await set.changeFactor('sms', 'off')).toEqual(DONE);
    const one = { enabled: ['authenticator'], preferred: 'authenticator' };
    expect(stateOf(harness).secondFactors).toEqual(one);
    expect(await harness.account.details()).toMatchObject({ value: { secondFactors: one } });
  });

  test('by SMS is turned off with the phone number (ACC-19)', async () => {
    const harness = await onAccountPage();
    await provesNumber(harness);
    await harness.get(AccountSecurity).changeFactor('sms', 'on');
    expect(await harness.get(AccountDetails).removePhoneNumber()).toEqual(DONE);
    expect(stateOf(harness).phoneNumber).toBeNull();
    expect(stateOf(harness).secondFactors).toEqual({ enabled: [], preferred: null });
  });

  test('that is turned off twice names no valid method', async () => {
    const harness = await onAccountPage();
    expect(await harness.get(AccountSecurity).changeFactor('sms', 'off')).toMatchObject({
      ok: false,
      error: { message: 'No valid MFA method provided' },
    });
  });
});

describe('devices', () => {
  const many = Array.from({ length: 130 }, (_, at) => device(`d${String(at).padStart(3, '0')}`));

  test('are listed 60 a page until there are no more', async () => {
    const harness = await onAccountPage();
    harness.account.seedDevices(EMAIL, many);
    const list = harness.get(AccountSecurity);
    await list.loadDevices();
    expect(stateOf(harness).devices).toHaveLength(60);
    await list.loadMoreDevices();
    await list.loadMoreDevices();
    await list.loadMoreDevices();
    expect(stateOf(harness).devices.map(({ key }) => key)).toEqual(many.map(({ key }) => key));
    expect(stateOf(harness).nextDevices).toBeNull();
  });

  test('stay listed when the next page fails (ACC-30)', async () => {
    const harness = await onAccountPage();
    harness.account.seedDevices(EMAIL, many);
    await harness.get(AccountSecurity).loadDevices();
    harness.pool.isUnreachable = true;
    await harness.get(AccountSecurity).loadMoreDevices();
    expect(stateOf(harness).devices).toHaveLength(60);
    expect(stateOf(harness).devicesFailure?.kind).toBe('unreachable');
  });

  test('can be remembered, not remembered, and forgotten', async () => {
    const harness = await onAccountPage();
    harness.account.seedDevices(EMAIL, [device('here'), device('there')]);
    await harness.get(AccountSecurity).loadDevices();
    const there = () => stateOf(harness).devices.find(({ key }) => key === 'there');
    await harness.get(AccountSecurity).setDeviceRemembered('there', true);
    expect(there()?.isRemembered).toBe(true);
    await harness.get(AccountSecurity).setDeviceRemembered('there', false);
    expect(there()?.isRemembered).toBe(false);
    await harness.get(AccountSecurity).forgetDevice('there');
    expect(there()).toBeUndefined();
  });

  test('are not listed if the pool tracks none', async () => {
    const harness = await onAccountPage();
    harness.account.tracksDevices = false;
    await harness.get(AccountSecurity).loadDevices();
    expect(stateOf(harness).devicesFailure).toEqual({
      kind: 'not-configured',
      message: 'Device tracking has not been configured in this User Pool',
    });
  });
});

describe('ending an account or its sessions', () => {
  test('a sign-out everywhere reports the listening, ends every session, and deletes all data (ACC-34)', async () => {
    const harness = await onAccountPage();
    await harness.get(PlayAudio).play(LONG_BOOK);
    await harness.passes(20);
    expect(await harness.get(AccountSecurity).signOutEverywhere()).toEqual(DONE);
    expect(harness.api.playback.reports).toMatchObject([{ id: LONG_BOOK.id, chapterPosition: 20_000 }]);
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.user.user).toEqual(NOBODY);
    expect(stateOf(harness).details).toBeNull();
    expect(harness.auth.hasSession()).toBe(false);
  });

  test('a sign-out everywhere also signs out of the hosted login, if the listener signed in there (ACC-36)', async () => {
    const harness = await onAccountPage();
    harness.auth.adopt(EMAIL);
    expect(await harness.get(AccountSecurity).signOutEverywhere()).toEqual(DONE);
    expect(harness.hostedLogin.hasLeft).toBe(true);
    await harness.passes(4);
    expect(harness.notices, 'the page did not change').toEqual(['Signout timeout fail']);
  });

  test('a sign-out everywhere does not sign out of an unused hosted login, or after a failure (ACC-35)', async () => {
    const harness = await onAccountPage();
    harness.auth.adopt(EMAIL);
    harness.pool.isUnreachable = true;
    expect(await harness.get(AccountSecurity).signOutEverywhere()).toMatchObject({ ok: false });
    expect(harness.hostedLogin.hasLeft).toBe(false);
    const withPassword = await onAccountPage();
    expect(await withPassword.get(AccountSecurity).signOutEverywhere()).toEqual(DONE);
    expect(withPassword.hostedLogin.hasLeft).toBe(false);
  });

  test('a deleted account leaves no data in this browser or at the service (ACC-38)', async () => {
    const harness = await onAccountPage();
    await harness.get(AccountSecurity).loadDevices();
    expect(await harness.get(AccountDeletion).delete()).toEqual(DONE);
    expect(harness.pool.account(EMAIL)).toBeNull();
    expect(harness.user.user).toEqual(NOBODY);
    expect(stateOf(harness).details).toBeNull();
    expect(stateOf(harness).devices).toEqual([]);
    expect(harness.auth.hasSession()).toBe(false);
  });

  test('a deleted account leaves no journal, bookmarks, history or Up Next in this browser, even if another tab is playing (ACC-38, PLAY-86)', async () => {
    // The history and Up Next exist only without a mobile app.
    const ports = { configuration: { ...CONFIGURATION, links: { ...CONFIGURATION.links, mobileApp: null } } };
    const harness = new Harness({ items: [LONG_BOOK], user: SUBSCRIBER, asPage: true, ports });
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    const tab = new Harness({ items: [LONG_BOOK], beside: harness, asPage: true, ports });
    await tab.get(RefreshUser).refresh();
    await tab.get(PlayAudio).play(LONG_BOOK);
    await tab.passes(20);
    harness.cache.store('GET /browse');
    tab.get(UpNextState).addLast(LONG_BOOK, null);
    expect(harness.get(UpNextState).entries).toHaveLength(1);
    await harness.bookmarks.save(SUBSCRIBER.id, aBookmarkOf());
    expect(harness.history.entries(SUBSCRIBER.id)).not.toEqual([]);
    expect(harness.journal.drafts()).not.toEqual([]);
    expect(await harness.get(AccountDeletion).delete()).toEqual(DONE);
    await harness.passes(5);
    expect(tab.output.isPlaying).toBe(false);
    const { journal } = harness;
    expect([journal.positions(), journal.reports(), journal.drafts()]).toEqual([[], [], []]);
    expect(await harness.bookmarks.list(SUBSCRIBER.id)).toEqual({ ok: true, value: [] });
    expect(harness.history.entries(SUBSCRIBER.id)).toEqual([]);
    expect(harness.cache.names).toEqual([]);
    const left = harness.store.keys().map((key) => `${key} ${harness.store.get(key)}`);
    expect(left.join('\n')).not.toMatch(/Ada|ada@|@listener|LONG|long-book/u);
  });
});

test('the subscription is managed in a separate modal (ACC-6)', async () => {
  const harness = await onAccountPage();
  harness.user.showManagement();
  expect(harness.user.manageSubscriptionModalVisible).toBe(true);
  harness.user.closeManagement();
  expect(harness.user.manageSubscriptionModalVisible).toBe(false);
});
