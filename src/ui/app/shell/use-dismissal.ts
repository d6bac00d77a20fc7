import { useRouter } from '@tanstack/react-router';
import { useEffect, type RefObject } from 'react';
import { hasPopovers } from '../../components/controls/use-menu-popover.ts';

/** A browser without popovers does not know the selector, and throws. */
const hasOpenPopover = (area: HTMLElement | null): boolean =>
  hasPopovers() && area?.querySelector(':popover-open') != null;

/**
 * Calls back when an open element must close: on navigation, on a click outside the element, or on Escape. Escape also
 * returns the focus to the button that opened the element (APP-11).
 */
export function useDismissal(
  isOpen: boolean,
  area: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
  dismiss: () => void,
): void {
  const router = useRouter();
  useEffect(() => {
    if (!isOpen) return undefined;
    const onClick = (event: MouseEvent) => {
      // Uses the path of the event, not its target: an icon that changes with the click is no longer in the document.
      if (area.current !== null && !event.composedPath().includes(area.current)) dismiss();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      // An open list of choices inside the area closes first; the area stays open.
      if (key !== 'Escape' || hasOpenPopover(area.current)) return;
      if (area.current?.contains(document.activeElement) === true) opener.current?.focus();
      dismiss();
    };
    const endNavigation = router.subscribe('onBeforeNavigate', dismiss);
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onKey);
    return () => {
      endNavigation();
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen, area, opener, dismiss, router]);
}
