import { useEffect, useId, useState, type HTMLAttributes, type RefObject } from 'react';
import { useNavigation } from '../../navigation/navigation.ts';

/** True in a browser with popovers. Chrome before 114, Firefox before 125 and Safari before 17 have none. */
const hasPopovers = (): boolean => 'popover' in HTMLElement.prototype;

type MenuPopover = {
  readonly buttonProps: HTMLAttributes<HTMLButtonElement> & { readonly popoverTarget?: string };
  readonly menuProps: HTMLAttributes<HTMLDivElement>;
  readonly close: () => void;
};

/**
 * Opens a menu at a click on its button, and closes it at Escape or a click elsewhere. Then the focus returns to the
 * button. The browser's popovers do this; a browser without them gets the same by listeners (APP-61).
 *
 * @param moveToButton moves the menu to its button, before it is shown
 * @param opened runs once the menu is shown
 */
export function useMenuPopover(
  button: RefObject<HTMLButtonElement | null>,
  menu: RefObject<HTMLDivElement | null>,
  moveToButton: () => void,
  opened: () => void,
): MenuPopover {
  const id = useId();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return undefined;
    const onClick = (event: MouseEvent) => {
      const path = event.composedPath();
      if ([button, menu].every(({ current }) => current === null || !path.includes(current))) setOpen(false);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [isOpen, button, menu]);

  useEffect(() => {
    if (isOpen) opened();
    // Only the change from closed to open counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpen]);

  if (hasPopovers()) {
    return {
      buttonProps: { popoverTarget: id },
      menuProps: {
        id,
        popover: 'auto',
        onBeforeToggle: ({ newState }) => {
          if (newState === 'open') moveToButton();
        },
        onToggle: ({ newState }) => {
          if (newState === 'open') opened();
        },
      },
      close: () => menu.current?.hidePopover(),
    };
  }
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return {
    buttonProps: {
      'aria-expanded': isOpen,
      onClick: () => {
        moveToButton();
        setOpen(!isOpen);
      },
    },
    menuProps: {
      id,
      hidden: !isOpen,
      onKeyDownCapture: (event) => {
        if (event.key !== 'Escape') return;
        // Only the menu closes, not what it is in.
        event.stopPropagation();
        close();
      },
    },
    close,
  };
}

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
  const navigation = useNavigation();
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
    const endNavigation = navigation.onLeave(dismiss);
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onKey);
    return () => {
      endNavigation();
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen, area, opener, dismiss, navigation]);
}
