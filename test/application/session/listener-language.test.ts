import { expect, test } from 'vitest';
import { MESSAGES, NoticesState } from '../../../src/application/notices-state.ts';
import { ListenerLanguage } from '../../../src/application/session/listener-language.ts';
import { UserState } from '../../../src/application/session/user-state.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { Harness } from '../../harness.ts';
import { SUBSCRIBER } from '../titles.ts';

const changes = (harness: Harness): readonly string[] =>
  harness.api.faults.calls.filter((call) => call === 'users.update');

const signedIn = async (language: string | null | undefined) => {
  const user = language === undefined ? SUBSCRIBER : { ...SUBSCRIBER, language };
  const harness = new Harness({ items: [], user });
  await harness.get(RefreshUser).refresh();
  return harness;
};

test('a choice is kept with the account, if it is new (LANG-9)', async () => {
  const harness = await signedIn(null);
  await harness.get(ListenerLanguage).save('de');
  expect(harness.get(UserState).user.language).toBe('de');
  await harness.get(ListenerLanguage).save('de');
  expect(changes(harness)).toHaveLength(1);
  await harness.get(RefreshUser).refresh();
  expect(harness.get(UserState).user.language).toBe('de');
});

test('nothing is sent to a provider that keeps no language, or without a session (LANG-9)', async () => {
  const harness = await signedIn(undefined);
  await harness.get(ListenerLanguage).save('de');
  harness.get(UserState).reset();
  await harness.get(ListenerLanguage).save('fr');
  expect(changes(harness)).toEqual([]);
});

test('a notice says that the account was not changed (LANG-9)', async () => {
  const harness = await signedIn('en');
  harness.api.faults.failNext('users.update', 'server');
  await harness.get(ListenerLanguage).save('de');
  expect(harness.get(UserState).user.language).toBe('en');
  expect(harness.get(NoticesState).notices).toMatchObject([
    { kind: 'alert', sentences: [MESSAGES.saveFailed] },
  ]);
});
