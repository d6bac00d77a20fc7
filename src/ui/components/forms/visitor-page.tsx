import type { ReactNode } from 'react';
import { PageHeading } from '../layout/page.tsx';
import styles from '../../screens/session/session.module.css';

type VisitorPageProps = {
  readonly title: string;
  readonly intro: string;
  /** The description of the page for search engines and shared links, in one sentence. */
  readonly description: string;
  readonly children: ReactNode;
};

/** The column of the screens for signing in, signing up and resetting a password. */
export function VisitorPage({ title, intro, description, children }: VisitorPageProps) {
  return (
    <div className={styles['page']}>
      <section className={styles['card']} aria-labelledby="visitor-title">
        <header className={styles['head']}>
          <PageHeading id="visitor-title" title={title} description={description} />
          <p>{intro}</p>
        </header>
        {children}
      </section>
    </div>
  );
}
