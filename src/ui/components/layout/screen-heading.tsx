import type { ReactNode } from 'react';
import { PageHeading } from './page-heading.tsx';
import { Skeleton } from './skeleton.tsx';
import styles from './screen-heading.module.css';

type ScreenHeadingProps = {
  readonly id?: string;
  readonly title: string;
  /** The description of the page for search engines and shared links, in one sentence. */
  readonly description: string;
  /** A line below the title. */
  readonly lead?: string | undefined;
  /** A link to the parent page, above the title. */
  readonly above?: ReactNode;
  /** Actions beside the title. */
  readonly actions?: ReactNode;
};

/** The header of a screen, with its h1. */
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

/** A heading whose title is loading. */
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
