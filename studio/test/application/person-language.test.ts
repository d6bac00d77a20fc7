import { expect, test } from 'vitest';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryContentApi } from '../../../src/adapters/memory/memory-content-api.ts';
import { NOBODY } from '../../../src/domain/account/user.ts';
import { PersonLanguage } from '../../src/application/person-language.ts';
import { StudioNoticesState } from '../../src/application/studio-notices-state.ts';

/** @param kept what the account keeps; undefined: the provider keeps none */
const personWith = (kept: string | null | undefined) => {
  const user = { ...NOBODY, ...(kept !== undefined && { language: kept }) };
  const account = new MemoryContentApi({ items: [], user }, new MemoryClock());
  const notices = new StudioNoticesState();
  const shown: string[] = [];
  const language = new PersonLanguage(account.users, notices, (each) => shown.push(each));
  const calls = (name: string) => account.faults.calls.filter((call) => call === name).length;
  const keptNow = async () => {
    const read = await account.users.me();
    return read.ok ? read.value.language : undefined;
  };
  return { account, notices, shown, language, calls, keptNow };
};

test('the studio is shown in the language of the account, which is read once (LANG-9)', async () => {
  const { language, shown, calls } = personWith('ar');
  await Promise.all([language.open(), language.open()]);
  await language.open();
  expect(shown).toEqual(['ar']);
  expect(calls('users.me')).toBe(1);
});

test.each([null, undefined])('an account that keeps %s changes nothing (LANG-9)', async (kept) => {
  const { language, shown } = personWith(kept);
  await language.open();
  expect(shown).toEqual([]);
});

test('a choice is kept with the account, if it is new (LANG-9)', async () => {
  const { language, calls, keptNow } = personWith(null);
  await language.open();
  await language.save('de');
  await language.save('de');
  expect(calls('users.update')).toBe(1);
  expect(await keptNow()).toBe('de');
});

test('a choice that is made before the account is read is kept, and stays on the screen (LANG-9)', async () => {
  const { language, shown, keptNow } = personWith('ar');
  const opening = language.open();
  await language.save('fr');
  await opening;
  expect(shown).toEqual([]);
  expect(await keptNow()).toBe('fr');
});

test('the last of several quick choices counts (LANG-9)', async () => {
  const { language, keptNow } = personWith('de');
  await language.open();
  await Promise.all([language.save('fr'), language.save('de')]);
  expect(await keptNow()).toBe('de');
  await Promise.all([language.save('fr'), language.save('ar'), language.save('es')]);
  expect(await keptNow()).toBe('es');
});

test('nothing is sent to a provider that keeps no language, or without a session (LANG-9)', async () => {
  const { language, calls } = personWith(undefined);
  await language.save('de');
  expect(calls('users.update')).toBe(0);
  const other = personWith('en');
  other.account.faults.failNext('users.me', 'no-session');
  await other.language.save('de');
  expect(other.calls('users.update')).toBe(0);
});

test('a notice says that the account was not changed, and the next choice is sent again (LANG-9)', async () => {
  const { account, language, notices, keptNow } = personWith('en');
  account.faults.failNext('users.update', 'server');
  await language.save('de');
  expect(notices.notice).toMatchObject({ kind: 'failure' });
  expect(await keptNow()).toBe('en');
  await language.save('de');
  expect(await keptNow()).toBe('de');
});
