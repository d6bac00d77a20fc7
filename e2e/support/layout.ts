import type { Page } from '@playwright/test';

/** What a person sees of a page: what is wrong with its texts, and the texts themselves. */
export type Look = {
  /** Texts that are outside of the window, cut, outside of their button or card, or above another text. */
  readonly faults: readonly string[];
  /** Texts that end with an ellipsis, because their area is too small. Names may. */
  readonly shortened: readonly string[];
  /** All texts in the language of the page that are shown, read out, or appear over a control. */
  readonly texts: readonly string[];
};

/** Looks at the texts of the page as it is now; of an open dialog, if there is one (LANG-15). */
export const lookAt = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    /** A line of a text. Lines of different layers may cover each other: the player and the page below it. */
    type Line = { readonly node: Text; readonly box: DOMRect; readonly layer: Element };
    /** How a box shows a line: as it is, in part, or not at all, because it was moved out or is hidden. */
    type Fit = 'whole' | 'cut' | 'shortened' | 'unseen';

    /** Pixels by which a text may be outside of its area: rounding, and the slant of letters. */
    const TOLERANCE = 1.5;
    /** The same above and below, where fonts reserve more than letters need. */
    const TOLERANCE_DOWN = 3;
    /** The part of a line that may be behind another one, because lines reserve more than letters need. */
    const OVERLAP = 0.35;
    const SPOKEN = ['aria-label', 'placeholder', 'title', 'alt', 'aria-valuetext', 'aria-roledescription'];

    const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const width = document.documentElement.clientWidth;
    const faults = new Set<string>();
    const shortened = new Set<string>();
    const texts = new Set<string>();

    const wordsOf = (node: Node): string => (node.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
    const say = (what: string, { node }: Pick<Line, 'node'>): void => {
      const element = node.parentElement;
      const where = `${element?.tagName.toLowerCase()}.${element?.className}`;
      faults.add(`${what}: “${wordsOf(node).slice(0, 60)}” in ${where}`);
    };

    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element): CSSStyleDeclaration => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    /** The element and those around it, up to the page or the dialog. */
    const around = (element: Element | null): readonly Element[] => {
      const found: Element[] = [];
      for (let each = element; each !== null && each !== root; each = each.parentElement) found.push(each);
      return root === document.body ? found : [...found, root];
    };
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
        contentVisibilityAuto: true,
      }) && !around(element).some((each) => styleOf(each).clipPath.startsWith('inset(50%'));

    const isOutX = (box: DOMRect, area: DOMRect): boolean =>
      box.left < area.left - TOLERANCE || box.right > area.right + TOLERANCE;
    const isOutY = (box: DOMRect, area: DOMRect): boolean =>
      box.top < area.top - TOLERANCE_DOWN || box.bottom > area.bottom + TOLERANCE_DOWN;
    const isApart = (box: DOMRect, area: DOMRect): boolean =>
      box.right <= area.left + 1 ||
      box.left >= area.right - 1 ||
      box.bottom <= area.top + 1 ||
      box.top >= area.bottom - 1;
    const isFrame = (element: Element): boolean => {
      const { backgroundColor, borderTopWidth, display } = styleOf(element);
      return (
        display !== 'inline' && (!/, 0\)$|transparent/u.test(backgroundColor) || borderTopWidth !== '0px')
      );
    };

    const fitIn = (element: Element, box: DOMRect): Fit => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = styleOf(element);
      const area = element.getBoundingClientRect();
      const isCutBy = (cuts: RegExp): boolean =>
        (cuts.test(overflowX) && isOutX(box, area)) || (cuts.test(overflowY) && isOutY(box, area));
      if (isCutBy(/hidden|clip/u)) {
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return 'shortened';
        return isApart(box, area) ? 'unseen' : 'cut';
      }
      return isCutBy(/auto|scroll/u) ? 'unseen' : 'whole';
    };

    /** Compares a line of text with the elements around it. Returns false if a part of the line cannot be seen. */
    const fits = (line: Line): boolean => {
      const { node, box } = line;
      const elements = around(node.parentElement);
      for (const element of elements) {
        const fit = fitIn(element, box);
        if (fit === 'shortened') shortened.add(wordsOf(element));
        if (fit === 'cut') say('cut', line);
        if (fit !== 'whole') return false;
        if (styleOf(element).position === 'fixed') break;
      }
      const frame = elements.find(isFrame)?.getBoundingClientRect();
      if (frame !== undefined && (isOutX(box, frame) || isOutY(box, frame)))
        say('outside of its frame', line);
      if (box.left < -TOLERANCE || box.right > width + TOLERANCE) say('outside of the window', line);
      return true;
    };

    const linesOf = (node: Text): readonly Line[] => {
      const layer = around(node.parentElement).find(
        (each) => /fixed|sticky/u.test(styleOf(each).position) || each.matches('[popover], [role="menu"]'),
      );
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()]
        .filter((box) => box.width >= 2)
        .map((box) => ({ node, box, layer: layer ?? root }));
    };

    const seenLines = (): Line[] => {
      const lines: Line[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!(node instanceof Text) || element === null || node.data.trim() === '') continue;
        if (element.closest('script, style, noscript, option, title') !== null) continue;
        if (element.closest('[lang]') === document.documentElement) texts.add(wordsOf(node));
        if (isSeen(element)) lines.push(...linesOf(node).filter(fits));
      }
      return lines.toSorted((one, other) => one.box.top - other.box.top);
    };

    /** The words that the browser draws itself, so that there is no text to measure. */
    const drawnWords = (element: Element): string => {
      if (element instanceof HTMLInputElement) return element.value === '' ? element.placeholder : '';
      return element instanceof HTMLSelectElement ? (element.selectedOptions[0]?.text ?? '') : '';
    };
    const canvas = document.createElement('canvas').getContext('2d');
    const compareDrawn = (element: Element): void => {
      const words = drawnWords(element);
      if (words === '' || canvas === null || !isSeen(element)) return;
      const { font, paddingLeft, paddingRight, textOverflow } = styleOf(element);
      canvas.font = font;
      const area = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (canvas.measureText(words).width <= area + TOLERANCE) return;
      if (textOverflow === 'ellipsis') shortened.add(words);
      else faults.add(`does not fit: “${words}”`);
    };

    /** Compares two lines, the upper one first. */
    const compareLines = (one: Line, other: Line): void => {
      if (other.node === one.node || other.layer !== one.layer) return;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      const least = Math.min(one.box.height, other.box.height);
      if (across > 2 && down > least * OVERLAP) say(`“${wordsOf(one.node).slice(0, 40)}” is above`, other);
    };

    for (const element of root.querySelectorAll('*')) {
      for (const name of SPOKEN) texts.add(element.getAttribute(name)?.trim() ?? '');
      compareDrawn(element);
    }
    const lines = seenLines();
    for (const [index, one] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (other.box.top >= one.box.bottom) break;
        compareLines(one, other);
      }
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > width) faults.add(`the page is ${scrollWidth} px wide in a window of ${width} px`);
    texts.delete('');
    return { faults: [...faults], shortened: [...shortened], texts: [...texts] };
  });
