import { reaction } from 'mobx';
import type { UserState } from '../../application/session/user-state.ts';

/**
 * Shows the page in the language of the account, as soon as the provider says it. It may have been chosen in another browser
 * (LANG-9).
 *
 * @param show changes the language of the page
 */
export function followLanguage(user: UserState, show: (language: string) => void): void {
  reaction(
    () => user.user.language,
    (language) => {
      if (typeof language === 'string') show(language);
    },
    { fireImmediately: true },
  );
}
