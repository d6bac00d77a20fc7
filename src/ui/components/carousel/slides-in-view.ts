/** A slide counts as in view if at least this fraction of its area is visible. Widths are rounded. */
const SHOWN = 0.9;

/** A slide in the document. */
type Slide = { readonly element: HTMLElement; readonly index: number };

/**
 * Knows which slides of a row are in view, whatever moves the row: the browser, or the slider. Slides outside the view
 * cannot get the focus (CAT-44). This updates the DOM directly, because moving a row must not cause a React render.
 */
export class SlidesInView {
  private readonly slides = new Map<Element, Slide>();
  private readonly shown = new Set<number>();
  private focused: number | null = null;
  private observer: IntersectionObserver | null = null;
  private onChange: () => void = () => {};

  /** @param first the first slide in view */
  constructor(public first: number) {}

  /** Calls back when other slides are in view. */
  subscribe(onChange: () => void): void {
    this.onChange = onChange;
  }

  isShown(index: number): boolean {
    return this.shown.has(index);
  }

  /** True if a slide, or a control in it, has the focus. */
  get hasFocus(): boolean {
    return this.focused !== null;
  }

  /**
   * Observes a slide that was added to the document.
   *
   * @param view the element through which the row is seen
   * @returns ends this
   */
  observe(view: Element | null, element: HTMLElement, index: number): () => void {
    this.observer ??= new IntersectionObserver((entries) => this.update(entries), {
      root: view,
      threshold: SHOWN,
    });
    const { observer } = this;
    this.slides.set(element, { element, index });
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      this.slides.delete(element);
      this.shown.delete(index);
      if (this.focused === index) this.focused = null;
    };
  }

  /** A slide, or a control in it, got the focus; null if the focus left. */
  focusMoved(index: number | null): void {
    const left = this.focused;
    this.focused = index;
    for (const slide of this.slides.values()) if (slide.index === left) this.makeInert(slide);
  }

  /** Moves the focus to a slide that comes into view. */
  focus(index: number): void {
    const element = [...this.slides.values()].find((slide) => slide.index === index)?.element;
    if (element === undefined || this.focused === index) return;
    element.inert = false;
    element.focus({ preventScroll: true });
  }

  /** A slide that has the focus keeps it until the focus moves on. */
  private makeInert({ element, index }: Slide): void {
    element.inert = !this.shown.has(index) && this.focused !== index;
  }

  private update(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, intersectionRatio } of entries) {
      const slide = this.slides.get(target);
      if (slide === undefined) continue;
      if (intersectionRatio >= SHOWN) this.shown.add(slide.index);
      else this.shown.delete(slide.index);
      this.makeInert(slide);
    }
    // While the row moves, no slide may be in view.
    if (this.shown.size > 0) this.first = Math.min(...this.shown);
    this.onChange();
  }
}
