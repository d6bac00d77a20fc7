import { Check, type LucideIcon } from 'lucide-react';
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import styles from './menu.module.css';
import { useMenuPopover } from './use-menu-popover.ts';
import { Link, type LinkProps } from '../../navigation/link.ts';

/** One entry of a menu: an action, a choice (with `isChosen`), or a link. Labels differ. */
export type MenuItem = { readonly label: string; readonly icon?: LucideIcon } & (
  { readonly run: () => void; readonly isChosen?: boolean } | { readonly to: NonNullable<LinkProps['to']> }
);

/** What a button needs to open the menu. */
type Opener = HTMLAttributes<HTMLButtonElement> & {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly popoverTarget?: string;
};

type MenuProps = {
  /** The accessible name of the menu. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** False if the button opens no menu now. The element stays the same, so that it keeps the focus. */
  readonly opens?: boolean;
  /** Renders the button, with the properties of the opener. */
  readonly children: (opener: Opener) => ReactElement;
};

/**
 * A list of actions or choices: above its button if this is in the lower half of the window, else below it. The list is
 * rendered when it is first opened. The arrow keys, Home and End move the focus; Tab closes the menu.
 */
export function Menu({ label, items, opens = true, children }: MenuProps) {
  const [wasOpened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  const moveToButton = () => {
    setOpened(true);
    if (button.current === null || menu.current === null) return;
    const { top, bottom, left, width } = button.current.getBoundingClientRect();
    const isAbove = top > window.innerHeight / 2;
    menu.current.dataset['side'] = isAbove ? 'above' : 'below';
    menu.current.style.setProperty('--edge', `${isAbove ? window.innerHeight - top : bottom}px`);
    menu.current.style.setProperty('--middle', `${left + width / 2}px`);
  };
  const entries = () => [...(menu.current?.children ?? [])].filter((entry) => entry instanceof HTMLElement);
  const focusItem = () => {
    const chosen = items.findIndex((item) => 'isChosen' in item && item.isChosen);
    const entry = entries()[Math.max(0, chosen)];
    if (chosen !== -1) entry?.scrollIntoView({ block: 'center' });
    entry?.focus();
  };
  // The items exist only after the first opening, so the focus moves to them here.
  useEffect(() => {
    if (wasOpened) focusItem();
    // Runs at the first opening only.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wasOpened]);
  const { buttonProps, menuProps, close } = useMenuPopover(button, menu, moveToButton, focusItem);

  const moveFocus = (event: KeyboardEvent) => {
    // When the menu closes, the browser returns the focus to the button. Tab then continues from there.
    if (event.key === 'Tab') close();
    const all = entries();
    const current = all.findIndex((entry) => entry === document.activeElement);
    const target = focusTarget(event.key, current, all.length);
    if (target === null) return;
    event.preventDefault();
    all[target]?.focus();
  };

  return (
    <>
      {children({ ref: button, ...(opens && { 'aria-haspopup': 'menu', ...buttonProps }) })}
      <div
        ref={menu}
        {...menuProps}
        className={styles['menu']}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={moveFocus}
      >
        {wasOpened && items.map((item) => <Item key={item.label} item={item} close={close} />)}
      </div>
    </>
  );
}

type ItemProps = { readonly item: MenuItem; readonly close: () => void };

function Item({ item, close }: ItemProps) {
  const { label, icon: Icon } = item;
  const face = (
    <>
      {Icon && <Icon aria-hidden="true" />}
      {label}
    </>
  );
  if ('to' in item) {
    return (
      <Link to={item.to} role="menuitem" tabIndex={-1} className={styles['item']} onClick={close}>
        {face}
      </Link>
    );
  }
  const { run, isChosen } = item;
  return (
    <button
      type="button"
      className={styles['item']}
      role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChosen}
      tabIndex={isChosen === true ? 0 : -1}
      onClick={() => {
        run();
        close();
      }}
    >
      {isChosen !== undefined && <Check aria-hidden="true" />}
      {face}
    </button>
  );
}

/** The index of the next item, around the ends; null for any other key. `current` is -1 if no item has the focus. */
function focusTarget(key: string, current: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (Math.max(0, current) - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
