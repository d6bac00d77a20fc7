/** A slide is in view if at least this fraction of its area is visible. It is below 1, because widths are rounded. */
const SHOWN = 0.9;

/** A slide in the document. */
type Slide = { readonly element: HTMLElement; readonly index: number };

/**
 * Tracks which slides of a row are in view, whether the browser or the slider moves the row. Slides outside the view
 * cannot get the focus (CAT-44). The class updates the DOM directly, because a movement must not cause a React render.
 */
export class SlidesInView {
  private readonly slides = new Map<Element, Slide>();
  private readonly shown = new Set<number>();
  private focused: number | null = null;
  /** The slide that the last step leads to, until the row has arrived there (CAT-75). */
  private target: number | null = null;
  private observer: IntersectionObserver | null = null;
  private onChange: () => void = () => {};

  /** @param first the first slide in view */
  constructor(public first: number) {}

  /** Calls back when a slide enters or leaves the view. */
  subscribe(onChange: () => void): void {
    this.onChange = onChange;
  }

  isShown(index: number): boolean {
    return this.shown.has(index);
  }

  /** The first slide in view, or where the last step leads to. A busy browser may not have begun to scroll yet. */
  get destination(): number {
    return this.target ?? this.first;
  }

  /**
   * Call it when a button moves the row.
   *
   * @param by how many slides
   * @param last the first slide of the last view
   */
  stepped(by: number, last: number): void {
    this.target = Math.max(0, Math.min(this.destination + by, last));
  }

  /** True if a slide, or a control in it, has the focus. */
  get hasFocus(): boolean {
    return this.focused !== null;
  }

  /**
   * Observes a slide that was added to the document.
   *
   * @param view the element that clips the row
   * @returns a function that stops observing the slide
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

  /** Call it when a slide, or a control in it, gets the focus; with null when it loses the focus. */
  focusMoved(index: number | null): void {
    const previous = this.focused;
    this.focused = index;
    for (const slide of this.slides.values()) if (slide.index === previous) this.makeInert(slide);
  }

  /** Moves the focus to a slide that comes into view. */
  focus(index: number): void {
    const element = [...this.slides.values()].find((slide) => slide.index === index)?.element;
    if (element === undefined || this.focused === index) return;
    element.inert = false;
    element.focus({ preventScroll: true });
  }

  /** Makes a slide outside the view inert, unless it has the focus. */
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
    // While the row moves, there may be no slide in view. `first` then keeps its value.
    if (this.shown.size > 0) this.first = Math.min(...this.shown);
    if (this.first === this.target) this.target = null;
    this.onChange();
  }
}
