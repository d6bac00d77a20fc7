import { ENGLISH } from './languages.ts';
import { fetchCatalogue, filesOfPage, offeredHere, STORED_LANGUAGE } from './language-files.ts';
import { markDocument } from './page.ts';
import { currentLanguage, setTranslation } from './translate.ts';

/** Who asks for another language: the listener at this page, or the account. */
type Asker = 'listener' | 'account';

/** After another outcome than `shown` the page stays as it is: another change came, or the texts cannot be had now. */
type Outcome = 'shown' | 'replaced' | 'unavailable';

/** The change that waits for its texts. */
let pending: { readonly by: Asker } | null = null;

/**
 * Shows the page in another language, and keeps the choice in this browser. What plays goes on (LANG-3). A later change replaces one
 * that waits for its texts, but the account does not replace what the listener chose (LANG-9).
 */
export async function switchLanguage(language: string, by: Asker): Promise<Outcome> {
  if (!offeredHere().includes(language)) return 'unavailable';
  if (by === 'account' && pending?.by === 'listener') return 'replaced';
  const change = { by };
  pending = change;
  const file = filesOfPage()[language];
  try {
    const catalogue = language === ENGLISH || file === undefined ? {} : await fetchCatalogue(file);
    if (pending !== change) return 'replaced';
    keepChoice(language);
    if (language === ENGLISH) forgetForOffline();
    if (language !== currentLanguage()) {
      markDocument(language);
      setTranslation({ language, catalogue });
    }
    return 'shown';
  } catch {
    return pending === change ? 'unavailable' : 'replaced';
  } finally {
    if (pending === change) pending = null;
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
