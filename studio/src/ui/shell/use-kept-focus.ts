import { type RefObject, useEffect } from 'react';

/** The parts of a page that have a name. */
const isPart = (element: Element): element is HTMLElement =>
  element instanceof HTMLFieldSetElement || (element instanceof HTMLElement && element.tagName === 'SECTION');

/** The named parts around an element, the smallest first. */
function partsAround(target: Element, root: Element): readonly HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let each: Element | null = target; each !== null && each !== root; each = each.parentElement)
    if (isPart(each)) parts.push(each);
  return parts;
}

/**
 * Keeps the focus in its part of the page when the control that had it is gone after its use (STU-74). A new page gives the focus to
 * its heading.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    let focused: Element | null = null;
    let parts: readonly HTMLElement[] = [];
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      focused = target;
      parts = partsAround(target, element);
    };
    const forget = ({ target }: FocusEvent): void =>
      // Some browsers also send this event for a control that is being removed.
      queueMicrotask(() => {
        if (focused === target && focused?.isConnected === true) focused = null;
      });
    const observer = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return;
      focused = null;
      const part = parts.find(({ isConnected }) => isConnected);
      if (part === undefined || document.activeElement !== document.body) return;
      part.tabIndex = -1;
      part.focus({ preventScroll: true });
    });
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', remember);
    element.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', remember);
      element.removeEventListener('focusout', forget);
    };
  }, [root]);
}
