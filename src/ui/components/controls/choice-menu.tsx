import { Check } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './choice-menu.module.css';
import { classNames } from '../class-names.ts';
import { iconButtonClass } from './icon-button.tsx';
import { moveMenuFocus } from './menu-focus.ts';
import { useMenuPopover } from './use-menu-popover.ts';

type Choice<Value> = { readonly value: Value; readonly label: string };

type ChoiceMenuProps<Value> = {
  /** The accessible name of the button and of its menu. */
  readonly label: string;
  /** The content of the button. */
  readonly face: ReactNode;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
};

/** A button that opens a list of choices above it. One choice is selected. */
export function ChoiceMenu<Value extends string | number>({
  label,
  face,
  choices,
  chosen,
  onChoose,
}: ChoiceMenuProps<Value>) {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const items = useRef(new Map<Value, HTMLButtonElement>());

  const moveAboveButton = () => {
    if (button.current === null || menu.current === null) return;
    const { top, left, width } = button.current.getBoundingClientRect();
    menu.current.style.setProperty('--above', `${window.innerHeight - top}px`);
    menu.current.style.setProperty('--middle', `${left + width / 2}px`);
  };

  const focusChosen = () => {
    const item = items.current.get(chosen);
    item?.scrollIntoView({ block: 'center' });
    item?.focus();
  };

  const { buttonProps, menuProps, close } = useMenuPopover(button, menu, moveAboveButton, focusChosen);

  const moveFocus = (event: KeyboardEvent) =>
    moveMenuFocus(
      event,
      choices.map(({ value }) => items.current.get(value)),
      close,
    );

  return (
    <>
      <button
        ref={button}
        type="button"
        className={classNames(iconButtonClass, styles['opener'])}
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
        {choices.map((choice) => (
          <button
            key={choice.value}
            ref={(item) => {
              if (item === null) items.current.delete(choice.value);
              else items.current.set(choice.value, item);
            }}
            type="button"
            className={styles['choice']}
            role="menuitemradio"
            aria-checked={choice.value === chosen}
            tabIndex={choice.value === chosen ? 0 : -1}
            onClick={() => {
              onChoose(choice.value);
              close();
            }}
          >
            <Check aria-hidden="true" />
            {choice.label}
          </button>
        ))}
      </div>
    </>
  );
}
