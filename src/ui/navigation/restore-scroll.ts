import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { isReloading, quietReload } from './reload-page.ts';
import { entryKey } from './entry.ts';
import { onRendered } from './on-rendered.ts';

/** The pixels left above the target of a hash. */
const HASH_SCROLL_OFFSET = 200;
/** How long the page waits before it scrolls to a changed hash, in milliseconds. */
const HASH_SCROLL_DELAY = 200;

/** How long a page may take to grow until the stored scroll position exists, in milliseconds. */
const LONGEST_GROWTH = 10_000;

/** Events that show that the listener is using the page. */
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** True if the document was loaded by a reload, or by back or forward. */
const isReopened = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward'));

/** The scroll position for the named element, with the offset above it; null while the element does not exist. */
const hashPosition = (hash: string): number | null => {
  const target = document.getElementById(hash);
  return target === null ? null : target.getBoundingClientRect().top + window.scrollY - HASH_SCROLL_OFFSET;
};

/** Scrolls to a position, and repeats this while the page grows, until the listener uses the page. */
function scrollWhileGrowing(findTop: () => number | null): () => void {
  const scroll = () => {
    const top = findTop();
    if (top !== null) window.scrollTo({ top, behavior: 'instant' });
  };
  const listeners = new AbortController();
  const sizes = new ResizeObserver(scroll);
  const contents = new MutationObserver(scroll);
  const stop = () => {
    listeners.abort();
    sizes.disconnect();
    contents.disconnect();
    clearTimeout(timeout);
  };
  const timeout = setTimeout(stop, LONGEST_GROWTH);
  for (const event of TAKES_OVER)
    window.addEventListener(event, stop, { passive: true, signal: listeners.signal });
  sizes.observe(document.body);
  contents.observe(document.body, { childList: true, subtree: true });
  scroll();
  return stop;
}

/**
 * Sets the scroll position after a navigation: the top, 200 px above the target of the hash, or the stored position for
 * back and forward (APP-6, APP-7, APP-8).
 *
 * @returns a function that ends the subscriptions
 */
function restoreScroll(router: RegisteredRouter): () => void {
  const positions = new ScrollPositions();
  // A reload counts as a navigation through the history.
  let goesThroughHistory = isReopened();
  let isTargetMissing = false;
  let stopScrolling: () => void = () => {};

  const scrollAfter = (delay: number, findTop: () => number | null) => {
    const wait = setTimeout(() => {
      stopScrolling = scrollWhileGrowing(findTop);
    }, delay);
    stopScrolling = () => clearTimeout(wait);
  };

  window.history.scrollRestoration = 'manual';
  const unsubscribers = [
    router.history.subscribe(({ action }) => {
      goesThroughHistory = action.type !== 'PUSH' && action.type !== 'REPLACE';
    }),
    router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation: { hash } }) => {
      if (fromLocation !== undefined) positions.set(entryKey(fromLocation), window.scrollY);
      // A target of the hash that is missing now may exist after a reload of the data.
      isTargetMissing = hash !== '' && hashPosition(hash) === null;
    }),
    onRendered(router, ({ from, to, isNewPage }) => {
      // The listener may have scrolled during a quiet reload, so the scroll position stays.
      if (quietReload() !== null && !isTargetMissing) return;
      stopScrolling();
      // A link to the current address scrolls to its target again; a reload keeps the position.
      const isSameEntry = from?.href === to.href && entryKey(from) === entryKey(to);
      const keepsPosition = isSameEntry ? isReloading(router) && !isTargetMissing : goesThroughHistory;
      const stored = keepsPosition ? positions.get(entryKey(to)) : undefined;
      if (stored !== undefined) stopScrolling = scrollWhileGrowing(() => stored);
      else if (to.hash !== '') {
        // The target of the hash may never exist: a new page then starts at its top.
        if (from !== null && isNewPage) window.scrollTo({ top: 0, behavior: 'instant' });
        scrollAfter(HASH_SCROLL_DELAY, () => hashPosition(to.hash));
      } else if (from !== null && to.state.samePage !== true)
        window.scrollTo({ top: 0, behavior: 'instant' });
    }),
  ];
  const onPageHide = () => {
    positions.set(entryKey(router.state.location), window.scrollY);
    positions.save();
  };
  window.addEventListener('pagehide', onPageHide);
  return () => {
    stopScrolling();
    window.removeEventListener('pagehide', onPageHide);
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}

/** Restores scroll positions while the component is mounted. */
export function useRestoredScroll(): void {
  const router = useRouter();
  useLayoutEffect(() => restoreScroll(router), [router]);
}

const KEY = 'places';
const MOST = 50;

const isPositions = (value: unknown): value is [string, number][] =>
  Array.isArray(value) &&
  value.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1]));

/**
 * The scroll positions of this tab's history, by the key of the entry, in CSS pixels. They are stored in the browser,
 * so that a reload and the return from another site restore them too (APP-8).
 */
class ScrollPositions {
  private readonly positions: Map<string, number>;

  constructor() {
    this.positions = new Map(ScrollPositions.read());
  }

  get(key: string): number | undefined {
    return this.positions.get(key);
  }

  set(key: string, top: number): void {
    this.positions.delete(key);
    this.positions.set(key, Math.round(top));
  }

  /** Stores the positions before the document is unloaded. */
  save(): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...this.positions].slice(-MOST)));
    } catch {
      // The storage is full or blocked: back navigation then leads to the top.
    }
  }

  private static read(): readonly [string, number][] {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
      return isPositions(stored) ? stored : [];
    } catch {
      return [];
    }
  }
}
