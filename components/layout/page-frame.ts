import { createContext } from 'react';

/** The h1 of the page that is shown. */
export type ShownHeading = {
  readonly element: HTMLHeadingElement;
  readonly text: string;
  readonly description: string;
};

/**
 * Connects a page with the shell around it. The parts of the page report what they show. The shell provides elements
 * that can get the focus.
 */
export class PageFrame {
  private main: HTMLElement | null = null;
  private searchBox: HTMLInputElement | null = null;
  private heading: ShownHeading | null = null;
  private readonly headingAwaited = new Set<(heading: ShownHeading) => void>();
  private skeletons = 0;
  private isContentShown = false;
  private readonly contentAwaited = new Set<() => void>();

  /** Sets the element around the page; null while there is none. */
  setMain(main: HTMLElement | null): void {
    this.main = main;
  }

  focusMain(options?: FocusOptions): void {
    this.main?.focus(options);
  }

  /** Sets the search box in the header; null while there is none. */
  setSearchBox(box: HTMLInputElement | null): void {
    this.searchBox = box;
  }

  /** Focuses the search box if it is visible: in a narrow window it may be hidden in the menu. */
  focusSearchBox(): boolean {
    // Without a box of its own, the search box is not shown.
    if (this.searchBox === null || this.searchBox.getClientRects().length === 0) return false;
    this.searchBox.focus();
    this.searchBox.select();
    return true;
  }

  /** @returns a function that removes the heading */
  showHeading(heading: ShownHeading): () => void {
    this.heading = heading;
    for (const found of this.headingAwaited) found(heading);
    this.headingAwaited.clear();
    this.checkContent();
    return () => {
      if (this.heading === heading) this.heading = null;
    };
  }

  /**
   * Calls back once with the heading, now or when it appears.
   *
   * @returns a function that stops the wait
   */
  whenHeadingShown(found: (heading: ShownHeading) => void): () => void {
    if (this.heading === null) this.headingAwaited.add(found);
    else found(this.heading);
    return () => this.headingAwaited.delete(found);
  }

  /** @returns a function that removes the skeleton */
  showSkeleton(): () => void {
    this.skeletons += 1;
    return () => {
      this.skeletons -= 1;
      this.checkContent();
    };
  }

  /** Reports the main content of a page, or what replaces it. May be the `ref` of an element. */
  readonly showContent = (): void => {
    if (this.isContentShown) return;
    this.isContentShown = true;
    for (const shown of this.contentAwaited) shown();
    this.contentAwaited.clear();
  };

  /**
   * Calls back once a page has shown its main content, or a heading without any skeleton below it.
   *
   * @returns a function that stops the wait
   */
  whenContentShown(shown: () => void): () => void {
    if (this.isContentShown) shown();
    else this.contentAwaited.add(shown);
    return () => this.contentAwaited.delete(shown);
  }

  private checkContent(): void {
    // The skeletons of the same render may report later than the heading.
    queueMicrotask(() => {
      if (this.heading !== null && this.skeletons === 0) this.showContent();
    });
  }
}

/** The default is a frame without a shell, for a view that is rendered alone. */
export const PageFrameContext = createContext(new PageFrame());
