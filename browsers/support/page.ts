import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { PageReplacedError, type BrowserTab, type Key, type Point } from './browser-session.ts';

/** An element by its role and accessible name, maybe inside another element. */
export type Target = {
  readonly role: string;
  readonly name: string | RegExp;
  readonly within?: Target;
};

/** A target as the page receives it: the outermost element first. */
type Step = { readonly role: string; readonly name: string; readonly flags: string | null };

/** What the page says about a target. */
type Found = {
  readonly text: string;
  readonly value: string | null;
  /** Left, top, right and bottom edge in the viewport. */
  readonly box: readonly [number, number, number, number];
  /** True if a click at the centre of the box reaches the element. */
  readonly isReachable: boolean;
};

const LIMIT_MS = 20_000;
const INTERVAL_MS = 100;

/** The library that finds elements by role and name, as a script for the page. */
const QUERIES = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** Acts on a page as a listener does: finds elements by role and name, and waits until they can be used. */
export class Page {
  constructor(
    private readonly tab: BrowserTab,
    private readonly origin: string,
  ) {}

  async open(path: string): Promise<void> {
    await this.tab.open(`${this.origin}${path}`);
  }

  async reload(): Promise<void> {
    await this.tab.reload();
  }

  async activate(): Promise<void> {
    await this.tab.activate();
  }

  /** The address without its origin. */
  async path(): Promise<string> {
    const { pathname, search } = new URL(await this.tab.address());
    return `${pathname}${search}`;
  }

  async evaluate<Args extends unknown[], Value>(
    work: (...args: Args) => Value | Promise<Value>,
    ...args: Args
  ): Promise<Value> {
    return this.tab.evaluate(work, ...args);
  }

  async waitForPath(path: string): Promise<void> {
    await until(`the path is ${path}`, async () => (await this.path()) === path);
  }

  /** Returns the element as it is now, without scrolling; null if it is not shown. */
  async find(target: Target): Promise<Found | null> {
    return this.look(target, false);
  }

  /** Waits until an element is shown, and scrolls it into view. */
  async waitFor(target: Target): Promise<Found> {
    return until(`${describe(target)} is shown`, () => this.look(target, true));
  }

  async waitUntilGone(target: Target): Promise<void> {
    await until(`${describe(target)} is gone`, async () => (await this.find(target)) === null);
  }

  async click(target: Target): Promise<void> {
    await this.tab.mouse([centreOf(await this.usable(target))]);
  }

  /** Replaces the text of a field. */
  async enter(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.tab.evaluate(() => {
      const field = document.activeElement;
      if (field instanceof HTMLInputElement) field.select();
    });
    await this.tab.type(text);
    await until(`${describe(target)} holds the text`, async () => (await this.find(target))?.value === text);
  }

  /** Types into the element that has the focus. */
  async typeText(text: string): Promise<void> {
    await this.tab.type(text);
  }

  async press(key: Key, times = 1): Promise<void> {
    for (let time = 0; time < times; time += 1) await this.tab.press(key);
  }

  /** Drags with the mouse along an element, from one fraction of its width to another. */
  async drag(target: Target, from: number, to: number): Promise<void> {
    const { box } = await this.usable(target);
    const [left, , right] = box;
    const { y } = centreOf({ box });
    const at = (fraction: number): Point => ({ x: left + (right - left) * fraction, y });
    await this.tab.mouse([at(from), at((from + to) / 2), at(to)]);
  }

  /** The address of the page, its text and the state of its sound, for the message of a failed test. */
  async state(): Promise<string> {
    const state = await this.tab.evaluate(() => {
      const audio = document.querySelector('audio');
      return {
        address: location.href,
        text: document.body.innerText,
        sound: audio && {
          position: audio.currentTime,
          duration: audio.duration,
          isPaused: audio.paused,
          hasEnded: audio.ended,
          isSeeking: audio.seeking,
          readyState: audio.readyState,
          networkState: audio.networkState,
          error: audio.error?.code ?? null,
        },
      };
    });
    return JSON.stringify(state, null, 2);
  }

  private async look(target: Target, scrolls: boolean): Promise<Found | null> {
    if (!(await this.tab.evaluate(() => 'TestingLibraryDom' in globalThis)))
      await this.tab.runScript(QUERIES);
    return this.tab.evaluate(findInPage, stepsTo(target), scrolls);
  }

  /** Waits until an element no longer moves and a click reaches it. */
  private async usable(target: Target): Promise<Found> {
    let before = '';
    return until(`${describe(target)} can be used`, async () => {
      const found = await this.look(target, true);
      const isStill = found !== null && String(found.box) === before;
      before = String(found?.box);
      return isStill && found.isReachable ? found : null;
    });
  }
}

/** Repeats a check until it returns a value, and fails with a sentence after 20 seconds. */
export async function until<Value>(
  what: string,
  check: () => Promise<Value | null | false>,
  limitMs = LIMIT_MS,
): Promise<Value> {
  const limit = performance.now() + limitMs;
  for (;;) {
    const value = await ifPageStays(check);
    if (value !== null && value !== false) return value;
    if (performance.now() > limit) throw new Error(`Waited ${limitMs / 1000} s, but not true: ${what}`);
    await sleep(INTERVAL_MS);
  }
}

/** Returns null if another page came while the check ran. */
async function ifPageStays<Value>(check: () => Promise<Value>): Promise<Value | null> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof PageReplacedError) return null;
    throw error;
  }
}

const centreOf = ({ box: [left, top, right, bottom] }: Pick<Found, 'box'>): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

const stepsTo = ({ role, name, within }: Target): readonly Step[] => [
  ...(within === undefined ? [] : stepsTo(within)),
  typeof name === 'string' ? { role, name, flags: null } : { role, name: name.source, flags: name.flags },
];

const describe = ({ role, name, within }: Target): string =>
  `${role} ${String(name)}${within === undefined ? '' : ` in ${describe(within)}`}`;

/** Runs in the page. */
function findInPage(steps: readonly Step[], scrolls: boolean): Found | null {
  const queries: unknown = Reflect.get(globalThis, 'TestingLibraryDom');
  const { queryAllByRole } = queries as {
    readonly queryAllByRole: (
      container: HTMLElement,
      role: string,
      options: { readonly name: string | RegExp; readonly hidden: true },
    ) => HTMLElement[];
  };
  // The library's own check of all ancestors of all elements takes seconds on a large page.
  const isShown = (element: HTMLElement): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden="true"]') === null;
  let element: HTMLElement | undefined = document.body;
  for (const { role, name, flags } of steps) {
    if (element === undefined) return null;
    const wanted = flags === null ? name : new RegExp(name, flags);
    element = queryAllByRole(element, role, { name: wanted, hidden: true }).find(isShown);
  }
  if (element === undefined) return null;
  const found = element;
  const look = () => {
    const { left, top, right, bottom } = found.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isReachable = found.contains(hit) || hit?.closest('label')?.control === found;
    return { box: [left, top, right, bottom] as const, isReachable };
  };
  // An element may be outside of the viewport, or of a list that scrolls.
  if (scrolls && !look().isReachable) found.scrollIntoView({ block: 'center', behavior: 'instant' });
  return {
    text: found.textContent.trim(),
    value: found instanceof HTMLInputElement ? found.value : null,
    ...look(),
  };
}
