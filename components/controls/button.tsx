import type { ComponentProps } from 'react';
import type { LucideIcon } from 'lucide-react';
import { classNames } from '../class-names.ts';
import styles from './button.module.css';

/**
 * How prominent a button is: `primary` for the main action, `secondary` for any other, `quiet` for one that stands out
 * only under the pointer.
 */
export type ButtonLook = 'primary' | 'secondary' | 'quiet';

/** The classes of a button, for a link that looks like one. */
export const buttonClass = (look: ButtonLook = 'secondary'): string =>
  classNames(styles['button'], styles[look]);

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  readonly look?: ButtonLook;
  readonly type?: 'button' | 'submit';
};

export function Button({ look, type = 'button', className, ...rest }: ButtonProps) {
  // Both values of `type` are allowed; the rule checks only literals.
  // oxlint-disable-next-line react/button-has-type
  return <button {...rest} type={type} className={classNames(buttonClass(look), className)} />;
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> & {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly size?: 'medium' | 'large';
};

/** A round button with an icon only. */
export function IconButton({ label, icon: Icon, size = 'medium', className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={classNames(styles['iconButton'], styles[size], className)}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}

/** The classes of an icon button, for a link that looks like one. */
export const iconButtonClass = classNames(styles['iconButton'], styles['medium']);
