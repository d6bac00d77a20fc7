import type { RegisteredRouter, ParsedLocation } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set if only the query changes and the page stays the same. */
    readonly samePage?: true;
  }
}

/** A navigation whose page has been rendered. */
export type RenderedNavigation = {
  /** Null for the first page. */
  readonly from: ParsedLocation | null;
  readonly to: ParsedLocation;
  /** True for another path or query; a change of the hash alone keeps the page. */
  readonly isNewPage: boolean;
};

/**
 * The first event of each router. For a first page that was loaded before it was rendered, the router gives its own
 * location as "from".
 */
const firsts = new WeakMap<RegisteredRouter, object>();

/** True if the path or the query differs. */
export const isNewPage = (from: ParsedLocation | null, to: ParsedLocation): boolean =>
  from?.pathname !== to.pathname || (from.searchStr !== to.searchStr && to.state.samePage !== true);

/**
 * Calls back after each navigation, once its page is in the document. To receive the first page, subscribe in a layout
 * effect of a component inside the router: if the data of that page is already loaded, the event fires as soon as the
 * page is rendered.
 */
export const onRendered = (
  router: RegisteredRouter,
  rendered: (navigation: RenderedNavigation) => void,
): (() => void) =>
  router.subscribe('onRendered', (event) => {
    const { fromLocation, toLocation } = event;
    if (!firsts.has(router)) firsts.set(router, event);
    const from = firsts.get(router) === event ? null : (fromLocation ?? null);
    rendered({ from, to: toLocation, isNewPage: isNewPage(from, toLocation) });
  });
