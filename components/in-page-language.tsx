import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import { currentLanguage, onLanguageChange } from 'audio-streaming-translations/translate';

/** Renders everything below it again after a change of the language, so that no text stays in the language before (LANG-3). */
export function InPageLanguage({ children }: { readonly children: ReactNode }) {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  return <Fragment key={language}>{children}</Fragment>;
}
