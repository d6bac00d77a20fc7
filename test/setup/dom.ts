import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/dom';

/*
 * What the screens use of a browser and the DOM of the component tests lacks: popovers, Escape, and the time at which a
 * dialog says that it was closed. Nothing has a size or a position there, so no test may depend on layout.
 */

configure({
  // A busy machine is slow, and a missing element is rare.
  asyncUtilTimeout: 10_000,
  // Effects of React run after a page has changed: nobody uses the page before.
  asyncWrapper: async (run: () => Promise<unknown>) => {
    const outcome = await run();
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    return outcome;
  },
  // Names what was not found, and what the page says instead. The whole markup would fill the terminal.
  getElementError: (message, container) =>
    new Error(`${message?.split('\n\n')[0] ?? 'Not found'}\n\nThe page: ${container.textContent}`),
});

const OPEN = 'data-popover-open';

class ToggleEvent extends Event {
  constructor(
    type: string,
    readonly newState: 'open' | 'closed',
  ) {
    super(type);
  }
}

function setPopover(popover: Element, newState: ToggleEvent['newState']): void {
  if (popover.hasAttribute(OPEN) === (newState === 'open')) return;
  popover.dispatchEvent(new ToggleEvent('beforetoggle', newState));
  popover.toggleAttribute(OPEN, newState === 'open');
  popover.dispatchEvent(new ToggleEvent('toggle', newState));
}

Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    setPopover(this, 'open');
  },
  hidePopover(this: HTMLElement) {
    setPopover(this, 'closed');
  },
});

/** Sends its event in a task of its own, as browsers do. */
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  setTimeout(() => this.dispatchEvent(new Event('close')));
};

const style = document.createElement('style');
style.textContent = `[popover]:not([${OPEN}]) { display: none }`;
document.head.append(style);

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[popovertarget]') : null;
  const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '');
  if (popover !== null) setPopover(popover, popover.hasAttribute(OPEN) ? 'closed' : 'open');
});

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  const popover = [...document.querySelectorAll(`[${OPEN}]`)].at(-1);
  if (popover !== undefined) setPopover(popover, 'closed');
  else [...document.querySelectorAll('dialog')].findLast((dialog) => dialog.open)?.close();
});

// React warns of elements of this class; `search` is one only here.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' });
