import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { CAROUSEL } from '../../../domain/catalogue/limits.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { useRenderStages } from '../use-render-stages.ts';
import { slidesInView } from './breakpoints.ts';
import styles from './carousel.module.css';
import { useInertOutsideView } from './outside-view.ts';
import { EmptyShelf, Shelf } from './shelf.tsx';
import { useSlider } from './use-slider.ts';

type CarouselProps<Item> = {
  readonly heading: string;
  /** A link around the heading, with the same text. */
  readonly headingLink?: ReactNode;
  readonly note?: string;
  /** A `SeeAll` link. */
  readonly more?: ReactNode;
  readonly items: readonly Item[];
  readonly renderItem: (item: Item, index: number) => ReactNode;
};

/** Arrow keys move the focus between slides; the row scrolls to the focused slide. */
const onArrowKey = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  const slide = event.target instanceof Element ? event.target.closest('[role="group"]') : null;
  const next = event.key === 'ArrowRight' ? slide?.nextElementSibling : slide?.previousElementSibling;
  if (next === null || next === undefined) return;
  event.preventDefault();
  next.removeAttribute('inert');
  next.querySelector('a')?.focus();
};

/**
 * A row of slides under a heading, built to the W3C carousel pattern: a named region, slides as groups, and no focus on
 * slides outside the view (CAT-44). Without slides it shows an empty shelf.
 */
export function Carousel<Item extends { readonly id: string }>(props: CarouselProps<Item>) {
  const { heading, headingLink, note, more, items } = props;
  if (items.length > 0) return <FilledCarousel {...props} />;
  return (
    <Shelf heading={heading} headingLink={headingLink} note={note} more={more}>
      <EmptyShelf />
    </Shelf>
  );
}

function FilledCarousel<Item extends { readonly id: string }>({
  heading,
  headingLink,
  note,
  more,
  items,
  renderItem,
}: CarouselProps<Item>) {
  const [inView] = useState(() => slidesInView(CAROUSEL, window.innerWidth));
  // Renders half a view at once, then the rest of it, then half a view at a time.
  const half = Math.ceil(inView / 2);
  const shown = half * (1 + useRenderStages(Math.ceil(items.length / half) - 1, 1));
  const container = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const { position, step } = useSlider(container, items.length);
  useInertOutsideView(row, items.length);
  return (
    <Shelf
      heading={heading}
      headingLink={headingLink}
      note={note}
      more={more}
      description="carousel"
      controls={
        <span className={styles['steps']} hidden={position.isFullyVisible}>
          <IconButton
            label="Previous slides"
            icon={ChevronLeft}
            aria-disabled={position.isBeginning}
            onClick={() => {
              step(-1);
            }}
          />
          <IconButton
            label="Next slides"
            icon={ChevronRight}
            aria-disabled={position.isEnd}
            onClick={() => {
              step(1);
            }}
          />
        </span>
      }
    >
      <div ref={container} className={styles['container']}>
        {/* The key handler moves the focus between controls that handle their own events. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div ref={row} className={`swiper-wrapper ${styles['row']}`} onKeyDown={onArrowKey}>
          {items.map((item, index) => (
            <div
              key={item.id}
              className={`swiper-slide ${styles['slide']}`}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${items.length}`}
              data-beyond={index >= inView}
              inert={index >= inView}
            >
              {index < shown && renderItem(item, index)}
            </div>
          ))}
        </div>
      </div>
    </Shelf>
  );
}
