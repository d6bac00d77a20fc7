import type { ReactNode } from 'react';
import { classNames } from '../../components/class-names.ts';
import styles from './tag.module.css';

type TagProps = { readonly tone?: 'plain' | 'good' | 'warning'; readonly children: ReactNode };

/** A status in a word or two. */
export function Tag({ tone = 'plain', children }: TagProps) {
  return <span className={classNames(styles['tag'], styles[tone])}>{children}</span>;
}
