import type { ReactNode } from 'react';
import { PageHeading } from './page-heading.tsx';
import { Skeleton } from './skeleton.tsx';
import styles from './screen-heading.module.css';

type ScreenHeadingProps = {
  readonly id?: string;
  readonly title: string;
  readonly description: string;
  readonly lead?: string | undefined;
  /** A link to the parent page, above the title. */
  readonly above?: ReactNode;
  readonly actions?: ReactNode;
};

export function ScreenHeading({ id, title, description, lead, above, actions }: ScreenHeadingProps) {
  return (
    <header className={styles['heading']}>
      <div>
        {above !== undefined && above !== false && <p className={styles['above']}>{above}</p>}
        <PageHeading id={id} title={title} description={description} />
        {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      </div>
      {actions}
    </header>
  );
}

export function ScreenHeadingSkeleton({ above }: Pick<ScreenHeadingProps, 'above'>) {
  return (
    <div>
      {above !== undefined && <p className={styles['above']}>{above}</p>}
      <div className={styles['skeleton']}>
        <Skeleton width="min(18rem, 70%)" height="100%" />
      </div>
    </div>
  );
}
