import { createLink } from '@tanstack/react-router';
import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './carousel.module.css';

type SeeAllAnchorProps = ComponentProps<'a'> & {
  /** The heading of the shelf: makes the link understandable when a screen reader lists links alone. */
  readonly of: string;
};

function SeeAllAnchor({ of, ...rest }: SeeAllAnchorProps) {
  return (
    <a {...rest} className={styles['more']}>
      See All<span className="visually-hidden"> {of}</span>
    </a>
  );
}

/** The link `See All` of a shelf (CAT-4). */
export const SeeAll = createLink(SeeAllAnchor);

type ShelfProps = {
  readonly heading: string;
  /** A link around the heading, with the same text. */
  readonly headingLink?: ReactNode;
  /** Beside the heading, smaller. */
  readonly note?: string | undefined;
  readonly more?: ReactNode;
  /** Buttons in the row of the heading. The `See All` link does not move when they disappear. */
  readonly controls?: ReactNode;
  readonly anchor?: string | undefined;
  readonly description?: string | undefined;
  readonly children: ReactNode;
};

/** The text of a shelf that is shown although it is empty (CAT-5). */
export function EmptyShelf() {
  return <p className={styles['empty']}>Nothing here yet.</p>;
}

/** A part of a page under a heading, which names its region. */
export function Shelf({
  heading,
  headingLink,
  note,
  more,
  controls,
  anchor,
  description,
  children,
}: ShelfProps) {
  const headingId = useId();
  return (
    <section
      className={styles['shelf']}
      id={anchor}
      aria-labelledby={headingId}
      aria-roledescription={description}
    >
      <header className={styles['header']}>
        <div className={styles['words']}>
          <h2 id={headingId}>{headingLink || heading}</h2>
          {note !== undefined && <p className={styles['note']}>{note}</p>}
        </div>
        <div className={styles['actions']}>
          {controls}
          {more}
        </div>
      </header>
      {children}
    </section>
  );
}
