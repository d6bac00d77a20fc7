import { describe, expect, test, vi } from 'vitest';
import { MESSAGES, NoticesState } from '../../../src/application/notices-state.ts';
import { ListenerData } from '../../../src/application/session/listener-data.ts';
import { ListenerLanguage } from '../../../src/application/session/listener-language.ts';
import { UserState } from '../../../src/application/session/user-state.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import { followLanguage } from '../../../src/composition/reactions/follow-language.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import { EMAIL, Harness, PASSWORD } from '../../harness.ts';
import { SUBSCRIBER } from '../titles.ts';

const SECOND = milliseconds(1000);

/** A page of somebody who has signed in. The provider has not said yet what the account keeps. */
const begun = async (kept: string | null | undefined) => {
  const user = kept === undefined ? SUBSCRIBER : { ...SUBSCRIBER, language: kept };
  const harness = new Harness({ items: [], user });
  await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
  harness.get(UserState).reset();
  const shown: string[] = [];
  const choice = harness.get(ListenerLanguage);
  followLanguage(harness.get(UserState), choice, (language) => shown.push(language));
  return {
    harness,
    choice,
    shown,
    updates: () => harness.api.faults.calls.filter((call) => call === 'users.update').length,
    /** What the account keeps, as another browser reads it. */
    kept: async () => {
      const read = await harness.api.users.me();
      return read.ok ? read.value.language : undefined;
    },
  };
};

/** The same after the provider has said what the account keeps. */
const known = async (kept: string | null | undefined) => {
  const page = await begun(kept);
  await page.harness.get(RefreshUser).refresh();
  return page;
};

test('the page is shown in the language of the account (LANG-9)', async () => {
  const { harness, shown } = await known('de');
  expect(shown).toEqual(['de']);
  await harness.get(RefreshUser).refresh();
  harness.get(UserState).changeProfile({ name: 'Wren' });
  expect(shown, 'not once more').toEqual(['de']);
  harness.get(UserState).changeProfile({ language: 'ar' });
  expect(shown).toEqual(['de', 'ar']);
});

test.each([null, undefined])('an account that keeps %s changes nothing (LANG-9)', async (kept) => {
  const { shown } = await known(kept);
  expect(shown).toEqual([]);
});

test('a choice is kept with the account, if it is new (LANG-9)', async () => {
  const { choice, updates, kept } = await known(null);
  await choice.save('de');
  await choice.save('de');
  expect(updates()).toBe(1);
  expect(await kept()).toBe('de');
});

test('the last of several quick choices counts, on the page and in the account (LANG-9)', async () => {
  const { harness, choice, shown, kept } = await known('es');
  harness.api.faults.delay = SECOND;
  const first = choice.save('fr');
  await harness.passes(0.5);
  void choice.save('es');
  await harness.passes(5);
  await first;
  harness.api.faults.delay = milliseconds(0);
  expect(await kept()).toBe('es');
  expect(shown, 'only the language of the start').toEqual(['es']);
});

test('a choice that is made before the account is known is kept, and stays on the page (LANG-9)', async () => {
  const { harness, choice, shown, kept } = await begun('de');
  const refreshing = harness.get(RefreshUser).refresh();
  await choice.save('ar');
  await refreshing;
  await harness.passes(1);
  expect(await kept()).toBe('ar');
  expect(shown).toEqual([]);
});

test('a response that was requested before a choice does not undo it (LANG-9)', async () => {
  const { harness, choice, shown, kept } = await known('de');
  const older = await harness.api.users.me();
  vi.spyOn(harness.api.users, 'me').mockImplementationOnce(async () => {
    await harness.clock.after(SECOND);
    return older;
  });
  const refreshing = harness.get(RefreshUser).refresh();
  await choice.save('ar');
  await harness.passes(2);
  await refreshing;
  expect(await kept()).toBe('ar');
  expect(harness.get(UserState).user.language).toBe('ar');
  expect(shown, 'only the language of the start').toEqual(['de']);
});

test('a choice of one listener is not sent for the next one (LANG-9)', async () => {
  const { harness, choice, shown, updates } = await begun('de');
  await choice.save('ar');
  harness.get(ListenerData).clear();
  await harness.get(RefreshUser).refresh();
  expect(updates()).toBe(0);
  expect(shown).toEqual(['de']);
});

test('nothing is sent to a provider that keeps no language, or without a session (LANG-9)', async () => {
  const { choice, updates } = await known(undefined);
  await choice.save('de');
  expect(updates()).toBe(0);
  const visitor = new Harness({ items: [], user: { ...SUBSCRIBER, language: 'de' } });
  await visitor.get(ListenerLanguage).save('fr');
  await visitor.get(RefreshUser).refresh();
  expect(visitor.api.faults.calls).not.toContain('users.update');
});

test('a notice says that the account was not changed, and the next choice is sent again (LANG-9)', async () => {
  const { harness, choice, kept } = await known('en');
  harness.api.faults.failNext('users.update', 'server');
  await choice.save('de');
  expect(await kept()).toBe('en');
  expect(harness.get(NoticesState).notices).toMatchObject([
    { kind: 'alert', sentences: [MESSAGES.saveFailed] },
  ]);
  await choice.save('de');
  expect(await kept()).toBe('de');
});

describe('the next page', () => {
  /** Opens another page in the same browser, and signs in as `by`. Their account keeps German. */
  const next = async (before: Harness, by = SUBSCRIBER) => {
    const store = before.store;
    const harness = new Harness({ items: [], user: { ...by, language: 'de' }, ports: { store } });
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    harness.get(UserState).reset();
    const shown: string[] = [];
    followLanguage(harness.get(UserState), harness.get(ListenerLanguage), (language) => shown.push(language));
    await harness.get(RefreshUser).refresh();
    const read = await harness.api.users.me();
    return { harness, shown, kept: read.ok ? read.value.language : undefined };
  };

  test('sends a choice that the page before could not send, because it ended (LANG-9)', async () => {
    const { harness, choice } = await known('de');
    harness.api.faults.delay = SECOND;
    void choice.save('ar');
    const page = await next(harness);
    expect(page).toMatchObject({ kept: 'ar', shown: [] });
    expect(await next(page.harness), 'it is sent once').toMatchObject({ kept: 'de', shown: ['de'] });
  });

  test('sends a choice that was made without a network (LANG-9)', async () => {
    const { harness, choice } = await known('de');
    harness.api.faults.failNext('users.update', 'unreachable');
    await choice.save('ar');
    expect(await next(harness)).toMatchObject({ kept: 'ar', shown: [] });
  });

  test.each(['server', 'ended'])(
    'sends no choice that the provider refused, or of a session that has ended: %s (LANG-9)',
    async (how) => {
      const { harness, choice } = await known('de');
      harness.api.faults.failNext('users.update', how === 'server' ? 'server' : 'unreachable');
      await choice.save('ar');
      if (how === 'ended') harness.get(ListenerData).clear();
      expect(await next(harness)).toMatchObject({ kept: 'de', shown: ['de'] });
    },
  );

  test('sends no choice of another listener (LANG-9)', async () => {
    const { harness, choice } = await known('de');
    harness.api.faults.failNext('users.update', 'unreachable');
    await choice.save('ar');
    expect(await next(harness, { ...SUBSCRIBER, id: userId('another') })).toMatchObject({
      kept: 'de',
      shown: ['de'],
    });
  });
});
