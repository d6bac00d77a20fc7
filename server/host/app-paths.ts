/**
 * The paths of the app's routes: a colon stands for one part. The provider shares no code with the app, so a test compares
 * them with its router.
 */
export const APP_PATHS = [
  '/',
  '/account',
  '/audios/:',
  '/authors',
  '/authors/:',
  '/bookmarks',
  '/categories',
  '/categories-topics/:/:',
  '/categories/:',
  '/create',
  '/curated-collections',
  '/discounted',
  '/downloads',
  '/favorite-authors',
  '/favorite-curated-collections',
  '/favorite-podcasts',
  '/favorites',
  '/forgot-password',
  '/history',
  '/library',
  '/listening',
  '/login',
  '/narrators',
  '/narrators/:',
  '/new-releases',
  '/purchased',
  '/quick-listens',
  '/recently-listened',
  '/recommended',
  '/search-results',
  '/search-results/:',
  '/series',
  '/series/:',
  '/topics',
  '/topics/:',
  '/trending',
] as const;

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** The parts of a path between its slashes. A slash that is encoded stands inside of a part. */
export const partsOf = (path: string): readonly string[] =>
  path
    .replace(/\/+$/u, '')
    .split('/')
    .slice(1)
    .map((part) => decoded(part));

const ROUTES = APP_PATHS.map((path) => partsOf(path));

/** True if the app has a page at a path. Like the app, it ignores case and slashes at the end. */
export function isAppPath(path: string): boolean {
  const parts = partsOf(path);
  return (
    path === '/index.html' ||
    ROUTES.some(
      (route) =>
        route.length === parts.length &&
        route.every((part, at) => (part === ':' ? parts[at] !== '' : part === parts[at]?.toLowerCase())),
    )
  );
}
