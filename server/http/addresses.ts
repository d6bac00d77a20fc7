const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/]*/iu;
/** An encoded character of ASCII. */
const ENCODED = /%(?<code>[0-7][\da-f])/giu;
/** A proxy may encode what is encoded. */
const MOST_ENCODINGS = 3;

/**
 * The one normal form of the path of an address: decoded, with single slashes, and without `.` and `..`. What reads a path
 * for a secret reads this form.
 */
export function normalPath(address: string): string {
  let path = (address.split(/[?#]/u, 1)[0] ?? '').replace(ORIGIN, '');
  for (let times = 0; times < MOST_ENCODINGS; times += 1) {
    path = path.replaceAll(ENCODED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  const parts: string[] = [];
  for (const part of path.split(/[/\\]+/u)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** As long as the secret of a private address. No id and no file of the provider has such a name. */
const SECRET = /[\w%-]{43,}/gu;

/** The path of an address, as a log may have it: without a query, and without what may be a secret (FEED-2). */
export const loggedPath = (address: string): string =>
  (address.split('?', 1)[0] ?? '').replaceAll(SECRET, '…');
