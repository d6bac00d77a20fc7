import type { ReactNode } from 'react';
import styles from './visitor-page.module.css';

type VisitorPageProps = {
  readonly title: string;
  readonly intro: string;
  readonly children: ReactNode;
};

/** The column of the screens for signing in, signing up and resetting a password. */
export function VisitorPage({ title, intro, children }: VisitorPageProps) {
  return (
    <div className={styles['page']}>
      <section className={styles['card']} aria-labelledby="visitor-title">
        <header className={styles['head']}>
          <h1 id="visitor-title">{title}</h1>
          <p>{intro}</p>
        </header>
        {children}
      </section>
    </div>
  );
}
