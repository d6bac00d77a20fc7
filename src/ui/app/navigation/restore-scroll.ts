import type { RegisteredRouter } from '@tanstack/react-router';
import { HASH_SCROLL_DELAY, HASH_SCROLL_OFFSET } from '../../../domain/catalogue/limits.ts';
import { isAskedAgain, whileAskedQuietly } from '../ask-again.ts';
import { ScrollPositions } from './scroll-positions.ts';
import { onRendered } from './on-rendered.ts';

/** How long a page may take to grow up to the place that is wanted, in milliseconds. */
const PATIENCE = 10_000;

/** What says that the listener has taken over. */
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Whether the document was loaded by a reload, or on the way back or forward. */
const isReopened = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward'));

/** Where the named element would stand with its offset above it; null as long as it isn't there. */
const hashPlace = (hash: string): number | null => {
  const target = document.getElementById(hash);
  return target === null ? null : target.getBoundingClientRect().top + window.scrollY - HASH_SCROLL_OFFSET;
};

/** Scrolls to a place, and again while the page still grows, until the listener does something. */
function pursue(place: () => number | null): () => void {
  const settle = () => {
    const top = place();
    if (top !== null) window.scrollTo({ top, behavior: 'instant' });
  };
  const ending = new AbortController();
  const sizes = new ResizeObserver(settle);
  const contents = new MutationObserver(settle);
  const stop = () => {
    ending.abort();
    sizes.disconnect();
    contents.disconnect();
    clearTimeout(patience);
  };
  const patience = setTimeout(stop, PATIENCE);
  for (const event of TAKES_OVER)
    window.addEventListener(event, stop, { passive: true, signal: ending.signal });
  sizes.observe(document.body);
  contents.observe(document.body, { childList: true, subtree: true });
  settle();
  return stop;
}

/**
 * Where the page stands after a navigation (section 2): at its top, about 200 px above what the hash names,
 * or, on the way back and forward, where the listener was.
 *
 * @returns ends it
 */
export function restoreScroll(router: RegisteredRouter): () => void {
  const places = new ScrollPositions();
  // A document that is opened anew on an entry of the history is gone back to, too.
  let goesThroughHistory = isReopened();
  let isOnTheWay = false;
  let stopPursuit: () => void = () => {};

  const pursueAfter = (delay: number, place: () => number | null) => {
    const wait = setTimeout(() => {
      stopPursuit = pursue(place);
    }, delay);
    stopPursuit = () => clearTimeout(wait);
  };

  window.history.scrollRestoration = 'manual';
  const endings = [
    router.history.subscribe(({ action }) => {
      goesThroughHistory = action.type !== 'PUSH' && action.type !== 'REPLACE';
    }),
    router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation: { hash } }) => {
      const key = fromLocation?.state.__TSR_key;
      if (key !== undefined) places.leave(key, window.scrollY);
      // What the hash names has not come: what is asked for again may bring it.
      isOnTheWay = hash !== '' && hashPlace(hash) === null;
    }),
    onRendered(router, ({ from, to, isNewPage }) => {
      // Whoever has scrolled meanwhile stays there.
      if (whileAskedQuietly() !== null && !isOnTheWay) return;
      stopPursuit();
      // A link that leads to where the listener is leads to its place once more; a page that asks again stays.
      const isHere = from?.href === to.href && from.state.__TSR_key === to.state.__TSR_key;
      const stays = isHere ? isAskedAgain(router) && !isOnTheWay : goesThroughHistory;
      const known = stays ? places.get(to.state.__TSR_key ?? '') : undefined;
      if (known !== undefined) stopPursuit = pursue(() => known);
      else if (to.hash !== '') {
        // What the hash names may never come: a new page then stands at its top.
        if (from !== null && isNewPage) window.scrollTo({ top: 0, behavior: 'instant' });
        pursueAfter(HASH_SCROLL_DELAY, () => hashPlace(to.hash));
      } else if (from !== null && to.state.samePage !== true)
        window.scrollTo({ top: 0, behavior: 'instant' });
    }),
  ];
  const onPageHide = () => {
    const key = router.state.location.state.__TSR_key;
    if (key !== undefined) places.leave(key, window.scrollY);
    places.save();
  };
  window.addEventListener('pagehide', onPageHide);
  return () => {
    stopPursuit();
    window.removeEventListener('pagehide', onPageHide);
    for (const end of endings) end();
  };
}
