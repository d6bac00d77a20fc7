import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

/**
 * How much a button asks for attention: `primary` is the one thing to do here, `secondary` any other,
 * `quiet` stays in the background until it is pointed at.
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
  // Both values of `type` are buttons; the rule reads only literals.
  // oxlint-disable-next-line react/button-has-type
  return <button {...rest} type={type} className={classNames(buttonClass(look), className)} />;
}
