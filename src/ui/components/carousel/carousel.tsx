import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
  useSyncExternalStore,
  type FocusEvent,
  type PointerEvent,
} from 'react';
import { SlidesInView } from './slides-in-view.ts';
import { CAROUSEL, slidesInView } from './carousel-rule.ts';
import { IconButton } from 'audio-streaming-components/controls/button';
import { useRenderStages } from '../use-render-stages.ts';
import { EmptyShelf, Shelf } from './shelf.tsx';
import { LONG_ROW, useSlider } from './use-slider.ts';
import { RecentMap } from '../../recent-map.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { AudioTile } from '../tiles/audio-tile.tsx';
import { useNavigation } from '../../navigation/navigation.ts';
import styles from './carousel.module.css';
import { t } from 'audio-streaming-translations/translate';

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

/**
 * A row of slides under a heading, built to the W3C carousel pattern: a named region, slides as groups, and no focus on
 * slides outside the view (CAT-44). Without slides it shows an empty shelf. The slides beyond the first view are empty
 * until the listener uses the row (CAT-75).
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

/** How long a mouse stays in a row before the row becomes a slider, in milliseconds. A title that it points at comes first. */
const STAYS = 1_500;

/** Event handlers that call `onUse` when the listener is about to move the row. A finger that touches it moves it at once. */
function useRowEvents(onUse: () => void) {
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(wait.current), []);
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      clearTimeout(wait.current);
      if (pointerType === 'mouse') wait.current = setTimeout(onUse, STAYS);
      else onUse();
    },
    onPointerLeave: () => clearTimeout(wait.current),
    // A click focuses a button too, and moves no row.
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) onUse();
    },
  };
}

/** Whether the row is at its start or at its end, where the button for a further step is disabled. */
type Edges = { readonly isBeginning: boolean; readonly isEnd: boolean };

function FilledCarousel<Item extends { readonly id: string }>({
  heading,
  headingLink,
  note,
  more,
  items,
  renderItem,
}: CarouselProps<Item>) {
  const count = items.length;
  const container = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const { start, save } = useCarouselPosition(heading);
  const [inView] = useState(() => slidesInView(CAROUSEL, window.innerWidth));
  const [first] = useState(() => Math.max(0, Math.min(start, count - inView)));
  const [edges, setEdges] = useState<Edges>({ isBeginning: first === 0, isEnd: first + inView >= count });
  const [slides] = useState(() => new SlidesInView(first));
  // A row that comes back at a later slide has been used before.
  const [isUsed, setUsed] = useState(first > 0);
  const isPrinting = useIsPrinting();
  const use = () => {
    setUsed(true);
  };
  const onSlides = useEffectEvent(() => {
    save(slides.first);
    // A wider window, or whatever else moves the row.
    if (slides.isShown(first - 1) || slides.isShown(first + inView)) setUsed(true);
    const isBeginning = slides.isShown(0);
    const isEnd = slides.isShown(count - 1);
    setEdges((before) =>
      before.isBeginning === isBeginning && before.isEnd === isEnd ? before : { isBeginning, isEnd },
    );
  });
  useEffect(() => {
    slides.subscribe(() => {
      onSlides();
    });
  }, [slides]);
  const { rendered, step, focusMoved, onKeyDown } = useSlider(container, row, slides, { count, isUsed });
  useLayoutEffect(() => {
    const slide = row.current?.children[first];
    if (first > 0 && row.current !== null && slide instanceof HTMLElement) {
      row.current.scrollTo({ left: startOf(slide, row.current), behavior: 'instant' });
    }
  }, [first]);

  // Renders the first view at once. When the row is used, it renders the rest, one view at a time.
  const atFirst = Math.min(count, Math.max(LONG_ROW, first + inView));
  const staged = inView * (1 + useRenderStages(isUsed ? Math.ceil(atFirst / inView) - 1 : 0));
  const isRendered = (index: number): boolean =>
    rendered !== null || isPrinting || (index >= first ? index - first : count - 1 - index) < staged;
  const { from, to, offset } = rendered ?? { from: 0, to: atFirst - 1, offset: 0 };
  return (
    <Shelf
      heading={heading}
      headingLink={headingLink}
      note={note}
      more={more}
      description={t('carousel')}
      controls={
        <span
          className={styles['steps']}
          hidden={edges.isBeginning && edges.isEnd}
          onPointerEnter={use}
          onFocus={use}
        >
          <IconButton
            label={t('Previous slides')}
            icon={ChevronLeft}
            aria-disabled={edges.isBeginning}
            onClick={() => {
              step(-1);
            }}
          />
          <IconButton
            label={t('Next slides')}
            icon={ChevronRight}
            aria-disabled={edges.isEnd}
            onClick={() => {
              step(1);
            }}
          />
        </span>
      }
    >
      <div ref={container} className={styles['container']} {...useRowEvents(use)}>
        {/* The handlers are for the slides. The controls in them handle their own events. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div
          ref={row}
          className={`swiper-wrapper ${styles['row']}`}
          onKeyDown={onKeyDown}
          onDragStart={(event) => {
            // The mouse drags the row, not a link.
            event.preventDefault();
          }}
        >
          {items.slice(from, to + 1).map((item, at) => (
            <Slide
              key={item.id}
              slides={slides}
              view={container}
              index={from + at}
              count={count}
              offset={offset}
              isInFirstView={from + at >= first && from + at < first + inView}
              isObserved={isUsed || from + at <= first + inView}
              onFocusMoved={focusMoved}
            >
              {isRendered(from + at) && renderItem(item, from + at)}
            </Slide>
          ))}
        </div>
      </div>
    </Shelf>
  );
}

/** How far the row scrolls until the slide is at its start, which is on the right where words run to the left (LANG-13). */
const startOf = (slide: HTMLElement, row: HTMLElement): number =>
  document.documentElement.dir === 'rtl'
    ? slide.offsetLeft + slide.offsetWidth - row.clientWidth
    : slide.offsetLeft;

type SlideProps = {
  readonly slides: SlidesInView;
  /** The element that clips the row. */
  readonly view: RefObject<HTMLElement | null>;
  readonly index: number;
  readonly count: number;
  /** How far the slide is moved to the right, in CSS pixels: the space of the slides that are not in the document. */
  readonly offset: number;
  readonly isInFirstView: boolean;
  /** Whether it has to be known if the slide is in view. */
  readonly isObserved: boolean;
  readonly onFocusMoved: (index: number | null) => void;
  readonly children: ReactNode;
};

function Slide({
  slides,
  view,
  index,
  count,
  offset,
  isInFirstView,
  isObserved,
  onFocusMoved,
  children,
}: SlideProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element.current === null || !isObserved) return undefined;
    return slides.observe(view.current, element.current, index);
  }, [slides, view, index, isObserved]);
  return (
    // The slide itself handles no keys; the handlers only track the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={element}
      className={`swiper-slide ${styles['slide']}`}
      style={offset === 0 ? {} : { insetInlineStart: `${offset}px` }}
      role="group"
      tabIndex={-1}
      aria-roledescription={t('slide')}
      aria-label={t('{number} of {count}', { number: index + 1, count })}
      data-swiper-slide-index={index}
      data-beyond={!isInFirstView}
      inert={!isInFirstView}
      onFocus={() => {
        onFocusMoved(index);
      }}
      onBlur={() => {
        onFocusMoved(null);
      }}
    >
      {children}
    </div>
  );
}

/** The number of carousels whose position is stored. */
const MOST = 200;

/** The first slide in view, by history entry and heading. */
const positions = new RecentMap<number>(MOST);

const save = (name: string, first: number): void => {
  if (first > 0) positions.set(name, first);
  else positions.delete(name);
};

/** The slide at which a carousel starts: 0, or the first slide in view when the listener left this page (CAT-73). */
function useCarouselPosition(heading: string) {
  const navigation = useNavigation();
  const [position] = useState(() => {
    const name = `${navigation.entry()} ${heading}`;
    return { start: positions.get(name) ?? 0, save: (first: number) => save(name, first) };
  });
  return position;
}

let isPrinting = false;

const subscribe = (onChange: () => void): (() => void) => {
  const set = ({ type }: Event): void => {
    isPrinting = type === 'beforeprint';
    onChange();
  };
  window.addEventListener('beforeprint', set);
  window.addEventListener('afterprint', set);
  return () => {
    window.removeEventListener('beforeprint', set);
    window.removeEventListener('afterprint', set);
  };
};

/**
 * Whether the page is being printed. React renders a change of an external store before the event ends, so the printed
 * page already shows what depends on it.
 */
const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);

type AudioCarouselProps = {
  readonly heading: string;
  /** A link around the heading, with the same text. */
  readonly headingLink?: ReactNode;
  readonly note?: string;
  /** A `SeeAll` link. */
  readonly more?: ReactNode;
  readonly items: readonly ContentItem[];
  /** Set for the first carousel of a page: the covers of its first view are fetched at once. */
  readonly isFirst?: boolean;
};

export function AudioCarousel({ isFirst = false, ...carousel }: AudioCarouselProps) {
  return (
    <Carousel
      {...carousel}
      renderItem={(item, index) => <AudioTile item={item} isFirst={isFirst && index < CAROUSEL.slides} />}
    />
  );
}
