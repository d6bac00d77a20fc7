import { useRouter } from '@tanstack/react-router';
import { useEffect, type RefObject } from 'react';

/**
 * Calls back when the listener turns away from something that is open: another page, a click outside of it,
 * or Escape, which gives the focus back to the button that opened it.
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
      // The way of the click, not its target: an icon that changes with the click is in no area any more.
      if (area.current !== null && !event.composedPath().includes(area.current)) dismiss();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      // A list of choices that is open in the area closes first, and alone.
      if (key !== 'Escape' || area.current?.querySelector(':popover-open')) return;
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
