import { builtinEnvironments, type Environment } from 'vitest/runtime';

/*
 * The DOM of the component tests. All files of a worker share one, so that the application is loaded once and not for
 * each file. Nothing has a size or a position in this DOM, so no test may depend on layout.
 */

const OPEN = 'data-popover-open';

type PopoverState = 'open' | 'closed';

const toggleEvent = (type: string, newState: PopoverState): Event =>
  Object.assign(new Event(type), { newState });

function setPopover(popover: Element, newState: PopoverState): void {
  if (popover.hasAttribute(OPEN) === (newState === 'open')) return;
  popover.dispatchEvent(toggleEvent('beforetoggle', newState));
  popover.toggleAttribute(OPEN, newState === 'open');
  popover.dispatchEvent(toggleEvent('toggle', newState));
}

/** Adds browser features that this DOM does not have: popovers, Escape, a delayed `close` event, and links that save files. */
function complete(): void {
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      setPopover(this, 'open');
    },
    hidePopover(this: HTMLElement) {
      setPopover(this, 'closed');
    },
  });

  /** Sends its event in a separate task, as browsers do. */
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return;
    this.open = false;
    setTimeout(() => this.dispatchEvent(new Event('close')));
  };

  // A link with `download` saves a file. This DOM would open the file instead of the page, also for the tests that follow.
  const { dispatchEvent } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.dispatchEvent = function dispatch(event) {
    const method = this.hasAttribute('download') ? HTMLElement.prototype.dispatchEvent : dispatchEvent;
    return method.call(this, event);
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

  // React warns about elements of this class. `search` has this class only in this DOM.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' });
}

let isThere = false;

const sharedDom: Environment = {
  name: 'shared-dom',
  viteEnvironment: 'client',
  setup: async (global, options) => {
    if (!isThere) {
      isThere = true;
      await builtinEnvironments['happy-dom'].setup(global, options);
      complete();
    }
    return { teardown: () => undefined };
  },
};

// oxlint-disable-next-line import/no-default-export -- how Vitest finds an environment
export default sharedDom;
