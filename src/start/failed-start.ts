/**
 * Where a file that the app begins with cannot be had, or does not run, nothing would ever be drawn: says so in the
 * app's place, until it comes. Later failures are the screens' own.
 */
export function tellFailedStart(): void {
  const look = ({ target }: Event): void => {
    // A cover or a style sheet that is missing fails nothing; of what fails without an element, the page is the target.
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
  if (root.hasChildNodes()) return;
  const main = element('main');
  const note = element('div');
  note.role = 'alert';
  note.append(
    element('h1', 'This page could not be loaded'),
    element('p', 'A part of it did not come. Check your connection, then try again.'),
  );
  const retry = element('button', 'Retry');
  retry.addEventListener('click', reload);
  window.addEventListener('online', reload);
  main.append(note, retry);
  // The style sheet may have come or not.
  main.style.cssText = 'max-width: 38rem; margin: 20vh auto; padding: 0 1.5rem; font: 1rem/1.5 system-ui';
  note.style.cssText = 'display: grid; gap: 0.75rem; margin-bottom: 1.5rem';
  retry.style.cssText = 'padding: 0.6rem 1.4rem; border: 1px solid; border-radius: 2rem; font: inherit';
  root.append(main);
}

function element(name: 'main' | 'div' | 'h1' | 'p' | 'button', text = ''): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}

const reload = (): void => {
  window.location.reload();
};
