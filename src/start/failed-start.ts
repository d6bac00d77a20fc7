import { ENGLISH } from 'audio-streaming-translations/languages';
import { markDocument } from 'audio-streaming-translations/page';
import { type Catalogue, keyOf } from 'audio-streaming-translations/translate';

/**
 * Shows a message with `Retry` if a file that the first page needs cannot be loaded or fails (APP-55). Without it the
 * page would stay empty. Later failures are shown by the screens. The message is in the language of the page, if its texts can be had.
 */
export function tellFailedStart(): void {
  const look = ({ target }: Event): void => {
    // A missing cover or style sheet does not stop the app. The target is the window for an error without an element.
    if (target instanceof HTMLScriptElement || target === window) showFailure();
  };
  window.addEventListener('error', look, { capture: true });
  window.addEventListener('unhandledrejection', look);
}

function showFailure(): void {
  const root = document.getElementById('root');
  if (root === null) {
    document.addEventListener('DOMContentLoaded', showFailure, { once: true });
    return;
  }
  const catalogue = window.languageStart?.catalogue ?? null;
  if (catalogue === null) showIn(root, {});
  else
    catalogue.then(
      (texts) => showIn(root, texts),
      () => {
        markDocument(ENGLISH);
        showIn(root, {});
      },
    );
}

function showIn(root: HTMLElement, catalogue: Catalogue): void {
  // The skeleton stays until the application renders.
  if (root.hasChildNodes() && root.querySelector('[data-page-skeleton]') === null) return;
  const t = (text: string): string => catalogue[keyOf(text)] ?? text;
  const main = element('main');
  const note = element('div');
  note.role = 'alert';
  note.append(
    element('h1', t('This page could not be loaded')),
    element('p', t('A part of it did not come. Check your connection, then try again.')),
  );
  const retry = element('button', t('Retry'));
  retry.addEventListener('click', reload);
  window.addEventListener('online', reload);
  main.append(note, retry);
  // Inline styles, because the style sheet may be missing.
  // not translated: styles
  main.style.cssText = 'max-width: 38rem; margin: 20vh auto; padding: 0 1.5rem; font: 1rem/1.5 system-ui';
  note.style.cssText = 'display: grid; gap: 0.75rem; margin-bottom: 1.5rem';
  // not translated: styles
  retry.style.cssText = 'padding: 0.6rem 1.4rem; border: 1px solid; border-radius: 2rem; font: inherit';
  root.replaceChildren(main);
}

function element(name: 'main' | 'div' | 'h1' | 'p' | 'button', text = ''): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}

const reload = (): void => {
  window.location.reload();
};
