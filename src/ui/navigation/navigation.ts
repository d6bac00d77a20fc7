import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { entryKey } from './entry.ts';
import { isNewPage, onRendered, type RenderedNavigation } from './on-rendered.ts';
import { reloadPage, reloadPageQuietly } from './reload-page.ts';

/** The address of the page, and the ways to another one. Its values are not observed. */
export class Navigation {
  /** Goes to a route of the app. */
  readonly go: RegisteredRouter['navigate'];
  /** Fetches the code and the data of a route. */
  readonly preload: RegisteredRouter['preloadRoute'];

  constructor(private readonly router: RegisteredRouter) {
    this.go = router.navigate;
    this.preload = router.preloadRoute;
  }

  get pathname(): string {
    return this.router.state.location.pathname;
  }

  get search(): object {
    return this.router.state.location.search;
  }

  /** The key of the history entry that is shown. */
  get entry(): string {
    return entryKey(this.router.state.location);
  }

  /** The title that the route of the page gives; null if its heading is the title. */
  get title(): string | null {
    return this.router.state.matches.at(-1)?.staticData.title ?? null;
  }

  /** Goes to a path that is known only at run time. */
  goToPath(path: string): void {
    this.router.history.push(path);
  }

  /** Like `goToPath`, but back does not lead here again. */
  replaceByPath(path: string): void {
    this.router.history.replace(path);
  }

  /** The value of `href` for a path. */
  hrefOf(path: string): string {
    return this.router.history.createHref(path);
  }

  /** Calls back before each navigation. Returns a function that ends this. */
  onLeave(left: (isForNewPage: boolean) => void): () => void {
    return this.router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) =>
      left(fromLocation !== undefined && isNewPage(fromLocation, toLocation)),
    );
  }

  /** Calls back after each navigation, as `onRendered` says. */
  onRendered(rendered: (navigation: RenderedNavigation) => void): () => void {
    return onRendered(this.router, rendered);
  }

  /** Loads the data of the page again, as `reloadPage` says. */
  async reload(): Promise<void> {
    await reloadPage(this.router);
  }

  /** Loads the data of the page again without progress, as `reloadPageQuietly` says. */
  async reloadQuietly(): Promise<void> {
    await reloadPageQuietly(this.router);
  }
}

const navigations = new WeakMap<RegisteredRouter, Navigation>();

/** The navigation of the page, always the same object. */
export function useNavigation(): Navigation {
  const router = useRouter();
  const known = navigations.get(router);
  if (known !== undefined) return known;
  const created = new Navigation(router);
  navigations.set(router, created);
  return created;
}
