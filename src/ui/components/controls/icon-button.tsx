import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './button.module.css';

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
