import { useEffect, useRef } from 'react';
import { offeredHere } from 'audio-streaming-translations/language-files';
import { ownName } from 'audio-streaming-translations/own-name';
import { switchLanguage } from 'audio-streaming-translations/switch-language';
import { currentLanguage, t } from 'audio-streaming-translations/translate';
import styles from './controls/select-field.module.css';

/** True while the page is built anew in the language that was just chosen here. */
let isJustChosen = false;

type LanguageSelectProps = {
  /** Called with the language that was chosen, once the page has it. */
  readonly onChosen?: (language: string) => void;
};

/** The choice of the page's language, with each language in its own words (LANG-3). */
export function LanguageSelect({ onChosen }: LanguageSelectProps) {
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    // The control that had the focus was replaced.
    if (isJustChosen) select.current?.focus();
    isJustChosen = false;
  }, []);
  const choose = async (language: string) => {
    isJustChosen = true;
    const isShown = await switchLanguage(language, 'listener');
    if (isShown) onChosen?.(language);
    else isJustChosen = false;
  };
  return (
    <label className={styles['field']}>
      <span>{t('Language')}</span>
      <select
        ref={select}
        name="language"
        className={styles['select']}
        value={currentLanguage()}
        onChange={(event) => void choose(event.target.value)}
      >
        {offeredHere().map((language) => (
          <option key={language} value={language} lang={language}>
            {ownName(language)}
          </option>
        ))}
      </select>
    </label>
  );
}
