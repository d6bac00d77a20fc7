import { expect, test } from 'vitest';
import { UserState } from '../../src/application/session/user-state.ts';
import { followLanguage } from '../../src/composition/reactions/follow-language.ts';
import { Harness } from '../harness.ts';
import { SUBSCRIBER } from '../application/titles.ts';

test('the page follows the language of the account, once the provider says one (LANG-9)', () => {
  const user = new Harness({ items: [] }).get(UserState);
  const shown: string[] = [];
  followLanguage(user, (language) => shown.push(language));
  user.setUser(SUBSCRIBER);
  user.setUser({ ...SUBSCRIBER, language: null });
  expect(shown).toEqual([]);
  user.setUser({ ...SUBSCRIBER, language: 'de' });
  user.setUser({ ...SUBSCRIBER, language: 'de', name: 'Wren' });
  user.changeProfile({ language: 'ar' });
  user.reset();
  expect(shown).toEqual(['de', 'ar']);
});
