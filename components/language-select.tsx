import { useEffect, useRef, useState } from 'react';
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
  /** The chosen language while its texts are loading. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    if (!isJustChosen || select.current === null) return undefined;
    isJustChosen = false;
    // The control that had the focus was replaced.
    select.current.focus();
    return keepInView(select.current);
  }, []);
  const choose = async (language: string) => {
    isJustChosen = true;
    setChosen(language);
    setIsMissing(false);
    const outcome = await switchLanguage(language, 'listener');
    // A choice that was replaced leaves the rest to the newer one.
    if (outcome === 'replaced') return;
    setChosen(null);
    if (outcome === 'shown') onChosen?.(language);
    else {
      isJustChosen = false;
      setIsMissing(true);
    }
  };
  return (
    <div>
      <label className={styles['field']}>
        <span>{t('Language')}</span>
        <select
          ref={select}
          name="language"
          className={styles['select']}
          value={chosen ?? currentLanguage()}
          aria-busy={chosen !== null}
          onChange={(event) => void choose(event.target.value)}
        >
          {offeredHere().map((language) => (
            <option key={language} value={language} lang={language}>
              {ownName(language)}
            </option>
          ))}
        </select>
      </label>
      {isMissing && (
        <p className={styles['error']} role="alert">
          {t('This language could not be loaded. Please try again.')}
        </p>
      )}
    </div>
  );
}

/** Keeps an element in view while the page around it loads. It ends when somebody scrolls, clicks or presses a key. */
function keepInView(element: HTMLElement): () => void {
  const sizes = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }));
  sizes.observe(document.body);
  const stop = new AbortController();
  const end = (): void => {
    sizes.disconnect();
    stop.abort();
  };
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusin'])
    document.addEventListener(type, end, { passive: true, signal: stop.signal });
  return end;
}
