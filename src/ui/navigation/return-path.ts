/**
 * Returns where a listener goes after signing in: the path, query and hash in `from`. It is followed only if it
 * resolves to a path of this origin whose route needs a session; any other value leads to the home page (SES-2).
 *
 * @param from the value in the address bar, of any shape
 * @param origin the origin of the page
 * @param isMemberPath whether a path (no query, no hash) belongs to a route that needs a session
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
  // Normalising can change the meaning of a path: `/..//e` becomes `//e`, which names another host.
  if (!URL.canParse(path, origin) || new URL(path, origin).href !== url.href) return home;
  return isMemberPath(url.pathname) ? path : home;
};

/** True for the address of a page of the studio. It is another document, so the browser has to load it (SES-81). */
export const isInStudio = (path: string): boolean => /^\/studio(?:[/?#]|$)/u.test(path);

/** The search parameters of a link between two visitor screens: they keep `from` (SES-3). */
export const preserveReturnPath = ({ from }: { readonly from?: string | undefined }) => ({ from });
