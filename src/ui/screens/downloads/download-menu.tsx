import { Link } from '@tanstack/react-router';
import { useRef, type HTMLAttributes, type KeyboardEvent, type ReactElement, type RefObject } from 'react';
import { moveMenuFocus } from '../../components/controls/menu-focus.ts';
import { useMenuPopover } from '../../components/controls/use-menu-popover.ts';
import styles from './download-menu.module.css';

type Action = { readonly label: string; readonly onChoose: () => void };

type ButtonProps = HTMLAttributes<HTMLButtonElement> & { readonly popoverTarget?: string };

type DownloadMenuProps = {
  readonly actions: readonly Action[];
  readonly button: RefObject<HTMLButtonElement | null>;
  /** False if the button opens no menu now. The element stays the same, so that it keeps the focus. */
  readonly opens: boolean;
  /** Renders the button. The properties open the menu. */
  readonly children: (props: ButtonProps) => ReactElement;
};

/** The actions of a download, as a menu beside its button. The last entry leads to all downloads. */
export function DownloadMenu({ actions, button, opens, children }: DownloadMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const items = useRef<(HTMLElement | null)[]>([]);
  const moveToButton = () => {
    if (button.current === null || menu.current === null) return;
    const { top, bottom, left, width } = button.current.getBoundingClientRect();
    const isAbove = top > window.innerHeight / 2;
    menu.current.dataset['side'] = isAbove ? 'above' : 'below';
    menu.current.style.setProperty('--edge', `${isAbove ? window.innerHeight - top : bottom}px`);
    menu.current.style.setProperty('--middle', `${left + width / 2}px`);
  };
  const { buttonProps, menuProps, close } = useMenuPopover(button, menu, moveToButton, () =>
    items.current[0]?.focus(),
  );
  const moveFocus = (event: KeyboardEvent) =>
    moveMenuFocus(
      event,
      items.current.filter((item) => item !== null),
      close,
    );
  return (
    <>
      {children(opens ? { 'aria-haspopup': 'menu', ...buttonProps } : {})}
      <div
        ref={menu}
        {...menuProps}
        className={styles['menu']}
        role="menu"
        tabIndex={-1}
        aria-label="This download"
        onKeyDown={moveFocus}
      >
        {actions.map(({ label, onChoose }, index) => (
          <button
            key={label}
            ref={(item) => {
              items.current[index] = item;
            }}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={styles['item']}
            onClick={() => {
              close();
              onChoose();
            }}
          >
            {label}
          </button>
        ))}
        <Link
          ref={(item) => {
            items.current[actions.length] = item;
          }}
          to="/downloads"
          role="menuitem"
          tabIndex={-1}
          className={styles['item']}
          onClick={() => close()}
        >
          Go to downloads
        </Link>
      </div>
    </>
  );
}
