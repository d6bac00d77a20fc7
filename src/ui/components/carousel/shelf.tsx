import { createLink } from '@tanstack/react-router';
import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './shelf.module.css';

type SeeAllAnchorProps = ComponentProps<'a'> & {
  /** The heading of the shelf: tells one link from another where they are read out alone. */
  readonly of: string;
};

function SeeAllAnchor({ of, ...rest }: SeeAllAnchorProps) {
  return (
    <a {...rest} className={styles['more']}>
      See All<span className="visually-hidden"> {of}</span>
    </a>
  );
}

/** The more-link of a shelf (section 2, browse home). */
export const SeeAll = createLink(SeeAllAnchor);

type ShelfProps = {
  readonly heading: string;
  /** A link in the heading, with the same words. */
  readonly headingLink?: ReactNode;
  /** Beside the heading, smaller. */
  readonly note?: string | undefined;
  readonly more?: ReactNode;
  /** Buttons in the heading's row; the more-link stays where it is when they go. */
  readonly controls?: ReactNode;
  readonly anchor?: string | undefined;
  readonly description?: string | undefined;
  readonly children: ReactNode;
};

/** On a shelf that always stands, though there is nothing on it. */
export function EmptyShelf() {
  return <p className={styles['empty']}>Nothing here yet.</p>;
}

/** A part of a page under a heading, which names its region (contract 5). */
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
