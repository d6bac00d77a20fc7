import { useId, type ComponentProps, type ReactNode, Children, isValidElement } from 'react';
import { CAROUSEL } from './carousel-rule.ts';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { TileSkeleton, type TileKind } from '../tiles/tile-skeleton.tsx';
import { useRenderStages } from '../use-render-stages.ts';
import { createLink } from '../../navigation/link.ts';
import styles from './carousel.module.css';
import { t } from 'audio-streaming-translations/translate';
import { Sentence } from 'audio-streaming-components/sentence';

type SeeAllAnchorProps = ComponentProps<'a'> & {
  /** The heading of the shelf: makes the link understandable when a screen reader lists links alone. */
  readonly of: string;
};

function SeeAllAnchor({ of, ...rest }: SeeAllAnchorProps) {
  return (
    <a {...rest} className={styles['more']}>
      <Sentence
        text="See All<hidden> {name}</hidden>"
        values={{ hidden: (words) => <span className="visually-hidden">{words}</span>, name: of }}
      />
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
  return <p className={styles['empty']}>{t('Nothing here yet.')}</p>;
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
      data-carousel={description === undefined ? undefined : ''}
    >
      <header className={styles['header']}>
        <div className={styles['words']}>
          <h2 id={headingId}>{headingLink || <bdi>{heading}</bdi>}</h2>
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

type CarouselSkeletonProps = { readonly kind: TileKind };

export function CarouselSkeleton({ kind }: CarouselSkeletonProps) {
  return (
    <div className={styles['shelf']} aria-hidden="true">
      <div className={styles['header']}>
        <Skeleton width="12rem" height="1.5rem" />
      </div>
      <div className={styles['container']}>
        <div className={styles['row']}>
          {Array.from({ length: CAROUSEL.slides }, (_, index) => (
            <div key={index} className={styles['slide']}>
              <TileSkeleton kind={kind} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** How many shelves render at once: those that a usual window shows. */
const AT_ONCE = 2;

type ShelvesProps = { readonly children: ReactNode };

/** Renders the first shelves at once, and the others one after the other. */
export function StagedShelves({ children }: ShelvesProps) {
  return Children.toArray(children).map((shelf, index) => (
    <StagedShelf key={isValidElement(shelf) ? shelf.key : index} isFirst={index < AT_ONCE}>
      {shelf}
    </StagedShelf>
  ));
}

type StagedShelfProps = { readonly isFirst: boolean; readonly children: ReactNode };

/** Reserves the space of a carousel until the shelf is rendered. */
function StagedShelf({ isFirst, children }: StagedShelfProps) {
  const stages = useRenderStages(isFirst ? 0 : 1);
  return isFirst || stages > 0 ? children : <div className={styles['placeholder']} data-skeleton="" />;
}
