/**
 * Where a listener goes on after signing in: the path, query and hash that `from` held when a guard sent
 * them to the login screen. It is followed only when it resolves to a path on this origin and names a
 * route that needs a session; anything else leads home (contract 3.14).
 *
 * @param from whatever the address bar held, of any shape
 * @param origin the page's own
 * @param isMemberPath whether a path (no query, no hash) names a route that needs a session
 */
export const returnPath = (
  from: string | undefined,
  origin: string,
  isMemberPath: (pathname: string) => boolean,
): string => {
  const home = '/';
  if (from === undefined || !URL.canParse(from, origin)) return home;
  const url = new URL(from, origin);
  if (url.origin !== origin) return home;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Normalising may make a path of its own kind: `/..//e` becomes `//e`, which names another host.
  if (!URL.canParse(path, origin) || new URL(path, origin).href !== url.href) return home;
  return isMemberPath(url.pathname) ? path : home;
};
