import type { FirstShelf, FirstTitle } from './first-shelf.ts';

declare global {
  interface Window {
    /**
     * Set while the document shows its first frame: removes the frame.
     *
     * @returns a function that passes on what the listener did in the frame; to be called when the controls work
     */
    readonly endFirstFrame?: () => () => void;
  }
}

/** The signed-in listener for whom the page is rendered, as far as the start script knows them. */
export type FirstFrameFacts = {
  readonly kind: 'member' | 'visitor';
  readonly isHome: boolean;
  readonly brand: string;
  /** The text of the link to the account. */
  readonly account: string;
  readonly greeting: string;
};

/**
 * The markup that the page shows until the application has rendered (APP-59). The build has put it into templates, with
 * slots for what it cannot know (`src/ui/app/first-frame.tsx`).
 */
export class FirstFrame {
  /** The link or button that was used last. */
  private used: HTMLElement | null = null;

  private constructor(private readonly element: HTMLElement) {
    element.addEventListener('click', (event) => this.keepClick(event));
  }

  /** @returns null if the page has no such template */
  static show({ kind, isHome, brand, account, greeting }: FirstFrameFacts): FirstFrame | null {
    const element = fromTemplate(`${kind}-frame`);
    const root = document.getElementById('root');
    if (element === null || root === null) return null;
    slot(element, 'brand')?.append(brand);
    slot(element, 'home')?.setAttribute('aria-label', `${brand} Home`);
    slot(element, 'account')?.replaceChildren(account);
    slot(element, 'greeting')?.append(greeting);
    if (!isHome) slot(element, 'main')?.replaceChildren();
    root.before(element);
    return new FirstFrame(element);
  }

  /**
   * Replaces the first skeleton by titles.
   *
   * @param inView how many titles the window shows
   */
  showShelf({ heading, more, titles, count }: FirstShelf, inView: number): void {
    const shelf = fromTemplate('first-shelf');
    const skeleton = slot(this.element, 'shelf');
    if (shelf === null || skeleton === null) return;
    slot(shelf, 'heading')?.append(heading);
    slot(shelf, 'more')?.setAttribute('href', more);
    slot(shelf, 'more-of')?.append(` ${heading}`);
    if (count <= inView) slot(shelf, 'steps')?.remove();
    for (const [index, slide] of [...shelf.querySelectorAll('[data-slot="slide"]')].entries()) {
      const title = titles[index];
      if (title === undefined) slide.remove();
      else fillTile(slide, title, index < inView);
    }
    skeleton.replaceWith(shelf);
  }

  /**
   * Removes the frame. Call it when the application has rendered the same page.
   *
   * @returns a function that gives the application the last click, the focus and the typed text; to be called when the
   *   controls of the application work
   */
  end(): () => void {
    const { activeElement } = document;
    const focused =
      activeElement instanceof HTMLElement && this.element.contains(activeElement) ? activeElement : null;
    const { used } = this;
    const [focusAt, useAt] = [focused, used].map((each) => each?.getBoundingClientRect());
    this.element.remove();
    return () => {
      if (focused !== null) moveFocus(focused, counterpart(focused, focusAt));
      if (used !== null) use(used, counterpart(used, useAt));
    };
  }

  private keepClick(event: MouseEvent): void {
    const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>('a, button') : null;
    if (!isPlain || control === null) return;
    event.preventDefault();
    if (this.used !== null) this.used.ariaBusy = null;
    this.used = control;
    control.ariaBusy = 'true';
  }
}

function fillTile(tile: Element, { title, path, cover, authors }: FirstTitle, isInView: boolean): void {
  slot(tile, 'tile')?.setAttribute('aria-label', title);
  slot(tile, 'link')?.setAttribute('href', path);
  slot(tile, 'title')?.replaceChildren(title);
  for (const [index, author] of authors.entries()) {
    const name = document.createElement('bdi');
    name.textContent = author;
    slot(tile, 'authors')?.append(index === 0 ? '' : ', ', name);
  }
  if (authors.length === 0) slot(tile, 'authors')?.remove();
  const image = slot(tile, 'cover');
  if (!(image instanceof HTMLImageElement) || cover === null) return;
  image.loading = isInView ? 'eager' : 'lazy';
  image.fetchPriority = isInView ? 'high' : 'auto';
  image.src = cover;
}

/** A control of the application where a control of the frame was; null if another one is there. */
function counterpart(control: HTMLElement, at: DOMRect | undefined): HTMLElement | null {
  if (at === undefined) return null;
  const found = document
    .elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)
    ?.closest<HTMLElement>(control.localName);
  if (found == null) return null;
  const [one, other] = [control, found].map((each) =>
    each instanceof HTMLAnchorElement ? each.href : (each.ariaLabel ?? each.textContent),
  );
  return one === other ? found : null;
}

function moveFocus(from: HTMLElement, to: HTMLElement | null): void {
  to?.focus();
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) to.value = from.value;
}

function use(control: HTMLElement, found: HTMLElement | null): void {
  if (found !== null) found.click();
  else if (control instanceof HTMLAnchorElement) window.location.assign(control.href);
}

function fromTemplate(id: string): HTMLElement | null {
  const template = document.getElementById(id);
  if (!(template instanceof HTMLTemplateElement)) return null;
  const copy = document.importNode(template.content, true).firstElementChild;
  if (!(copy instanceof HTMLElement)) return null;
  for (const each of copy.querySelectorAll<HTMLElement>('[data-style]'))
    each.style.cssText = each.dataset['style'] ?? '';
  return copy;
}

const slot = (element: Element, name: string): HTMLElement | null =>
  element.querySelector<HTMLElement>(`[data-slot="${name}"]`);
