import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

type SectionProps = {
  readonly title: string;
  /** Describes the section in a sentence. */
  readonly intro: string;
  readonly children: ReactNode;
};

/** A section of the account page: a region with a heading and a card of settings. */
export function Section({ title, intro, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id}>{title}</h2>
        <p>{intro}</p>
      </header>
      <div className={styles['card']}>{children}</div>
    </section>
  );
}
