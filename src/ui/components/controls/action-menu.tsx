import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './action-menu.module.css';
import { moveMenuFocus } from './menu-focus.ts';
import { useMenuPopover } from './use-menu-popover.ts';

type Action = { readonly label: string; readonly icon: LucideIcon; readonly run: () => void };

type ActionMenuProps = {
  /** The accessible name of the button and of its menu. */
  readonly label: string;
  /** The classes of the button. */
  readonly className: string;
  /** The content of the button. */
  readonly face: ReactNode;
  readonly actions: readonly Action[];
};

/**
 * Pixels. If there is less room than this below the button, the menu opens above it. The player covers the end of the
 * page.
 */
const ROOM = 220;

/** A button that opens a list of actions. The list is rendered when it is first opened. */
export function ActionMenu({ label, className, face, actions }: ActionMenuProps) {
  const [wasOpened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const items = useRef<(HTMLButtonElement | null)[]>([]);

  const moveToButton = () => {
    setOpened(true);
    if (button.current === null || menu.current === null) return;
    const { top, bottom, right } = button.current.getBoundingClientRect();
    const isAbove = window.innerHeight - bottom < ROOM;
    menu.current.style.setProperty('--start', isAbove ? 'auto' : `${bottom}px`);
    menu.current.style.setProperty('--end', isAbove ? `${window.innerHeight - top}px` : 'auto');
    menu.current.style.setProperty('--right', `${document.documentElement.clientWidth - right}px`);
  };
  const focusFirst = () => items.current[0]?.focus();
  // The items exist only after the first opening, so the first one gets the focus here.
  useEffect(() => {
    if (wasOpened) focusFirst();
  }, [wasOpened]);
  const { buttonProps, menuProps, close } = useMenuPopover(button, menu, moveToButton, focusFirst);

  const moveFocus = (event: KeyboardEvent) => moveMenuFocus(event, items.current, close);

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        title={label}
        {...buttonProps}
      >
        {face}
      </button>
      <div
        ref={menu}
        {...menuProps}
        className={styles['menu']}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={moveFocus}
      >
        {wasOpened &&
          actions.map(({ label: text, icon: Icon, run }, at) => (
            <button
              key={text}
              ref={(item) => {
                items.current[at] = item;
              }}
              type="button"
              className={styles['action']}
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                run();
                close();
              }}
            >
              <Icon aria-hidden="true" />
              {text}
            </button>
          ))}
      </div>
    </>
  );
}
