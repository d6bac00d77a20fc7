import { reaction } from 'mobx';
import type { ListenerLanguage } from '../../application/session/listener-language.ts';
import type { UserState } from '../../application/session/user-state.ts';

/**
 * Shows the page in the language of the account, as soon as the provider says it. It may have been chosen in another browser
 * (LANG-9).
 *
 * @param show changes the language of the page
 */
export function followLanguage(
  user: UserState,
  choice: ListenerLanguage,
  show: (language: string) => void,
): void {
  reaction(
    () => user.user.language,
    (kept) => {
      const language = kept === undefined ? null : choice.accountKeeps(kept);
      if (language !== null) show(language);
    },
    { fireImmediately: true },
  );
}
