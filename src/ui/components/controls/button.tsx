import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classNames } from '../class-names.ts';

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
