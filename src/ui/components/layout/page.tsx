import { type ReactNode, use, useLayoutEffect, useRef } from 'react';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { PageFrameContext } from 'audio-streaming-components/layout/page-frame';
import styles from './page.module.css';

/** The column of a screen: its width, its margins and the space between its parts. */
export function Page({ children }: { readonly children: ReactNode }) {
  return <div className={styles['page']}>{children}</div>;
}

type PageHeadingProps = {
  readonly id?: string | undefined;
  readonly title: string;
  readonly description: string;
};

/** The h1 of a screen. It gives the page its title and description, and can get the focus (APP-4, APP-5). */
export function PageHeading({ id, title, description }: PageHeadingProps) {
  const frame = use(PageFrameContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = heading.current;
    return element === null ? undefined : frame.showHeading({ element, text: title, description });
  }, [frame, title, description]);
  return (
    <h1 ref={heading} id={id}>
      <bdi>{title}</bdi>
    </h1>
  );
}

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
