import type { RegisteredRouter, ParsedLocation } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The query alone changes, and the page stays what it is. */
    readonly samePage?: true;
  }
}

/** A navigation whose page now stands on the screen. */
export type RenderedNavigation = {
  /** Null on the first page. */
  readonly from: ParsedLocation | null;
  readonly to: ParsedLocation;
  /** Another path or another query; a change of the hash alone stays on the page. */
  readonly isNewPage: boolean;
};

/** The first that a router told. Of a page that had come before it was drawn it says that it came from itself. */
const firsts = new WeakMap<RegisteredRouter, object>();

/** Whether a location is another page than the one before: another path or another query. */
export const isNewPage = (from: ParsedLocation | null, to: ParsedLocation): boolean =>
  from?.pathname !== to.pathname || (from.searchStr !== to.searchStr && to.state.samePage !== true);

/**
 * Calls back after each navigation, once its page is in the document. Whoever wants to hear of the first page asks in a
 * layout effect below it: where everything has come by then, it is told of as soon as it stands.
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
