import { ENGLISH } from './languages.ts';
import { fetchCatalogue, filesOfPage, offeredHere, STORED_LANGUAGE } from './language-files.ts';
import { markDocument } from './page.ts';
import { currentLanguage, setTranslation } from './translate.ts';

/**
 * Shows the page in another language, and keeps the choice in this browser. What plays goes on (LANG-3).
 *
 * @returns false if the texts cannot be had now; then the page stays as it is
 */
export async function switchLanguage(language: string): Promise<boolean> {
  if (!offeredHere().includes(language)) return false;
  const file = filesOfPage()[language];
  try {
    const catalogue = language === ENGLISH || file === undefined ? {} : await fetchCatalogue(file);
    keepChoice(language);
    if (language === ENGLISH) forgetForOffline();
    if (language !== currentLanguage()) {
      markDocument(language);
      setTranslation({ language, catalogue });
    }
    return true;
  } catch {
    return false;
  }
}

function keepChoice(language: string): void {
  try {
    localStorage.setItem(STORED_LANGUAGE, language);
  } catch {
    // Site data is blocked: the choice lasts as long as the page.
  }
}

/** The service worker keeps the file of the language for the next build. English needs none (LANG-17). */
function forgetForOffline(): void {
  // Absent if the page is not served securely.
  const stored: CacheStorage | undefined = window.caches;
  stored?.delete('language').catch(() => undefined);
}

/**
 * Stores the texts for a page without a network. The service worker may have come after them, so they are requested once more,
 * from a cache (LANG-6). English has no file.
 */
export function keepForOffline(): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  // Absent if the page is not served securely.
  if (workers === undefined) return;
  const keep = (): void => {
    const file = filesOfPage()[currentLanguage()];
    if (file !== undefined) fetchCatalogue(file).catch(() => undefined);
  };
  if (workers.controller === null) workers.addEventListener('controllerchange', keep, { once: true });
  else keep();
}
