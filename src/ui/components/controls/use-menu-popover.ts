import { useEffect, useId, useState, type HTMLAttributes, type RefObject } from 'react';

/** True in a browser with popovers. Chrome before 114, Firefox before 125 and Safari before 17 have none. */
export const hasPopovers = (): boolean => 'popover' in HTMLElement.prototype;

type MenuPopover = {
  readonly buttonProps: HTMLAttributes<HTMLButtonElement> & { readonly popoverTarget?: string };
  readonly menuProps: HTMLAttributes<HTMLDivElement>;
  readonly close: () => void;
};

/**
 * Opens a menu at a click on its button, and closes it at Escape or a click elsewhere. Then the focus returns to the
 * button. The browser's popovers do this; a browser without them gets the same by listeners (APP-61).
 *
 * @param place moves the menu to its button, before it is shown
 * @param opened runs once the menu is shown
 */
export function useMenuPopover(
  button: RefObject<HTMLButtonElement | null>,
  menu: RefObject<HTMLDivElement | null>,
  place: () => void,
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
          if (newState === 'open') place();
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
        place();
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
