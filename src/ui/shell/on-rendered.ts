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

/** Calls back after each navigation, once its page is in the document. */
export const onRendered = (
  router: RegisteredRouter,
  rendered: (navigation: RenderedNavigation) => void,
): (() => void) =>
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    const from = fromLocation ?? null;
    const isOtherQuery = from?.searchStr !== toLocation.searchStr && toLocation.state.samePage !== true;
    const isNewPage = from?.pathname !== toLocation.pathname || isOtherQuery;
    rendered({ from, to: toLocation, isNewPage });
  });
