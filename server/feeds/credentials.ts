/** An address without the name and the password in it, and these for its origin: `https://name:password@example.org`. */
export interface SplitAddress {
  readonly url: string;
  /** Null if the address has none. */
  readonly credentials: string | null;
}

/** Takes the name and the password out of an address, so that it can be shown, stored and logged. */
export function splitCredentials(address: string): SplitAddress {
  const url = new URL(address);
  const { username, password } = url;
  if (username === '' && password === '') return { url: url.href, credentials: null };
  url.username = '';
  url.password = '';
  const home = new URL(url.origin);
  home.username = username;
  home.password = password;
  return { url: url.href, credentials: home.href };
}

/** A text that may be an address, without a name and a password, for reports. */
export const shownAddress = (text: string): string =>
  URL.canParse(text) ? splitCredentials(text).url : text.replace(/\/\/.*@/su, '//');

/**
 * The address with the name and the password of its podcast, for a request (CAT-84). They are only for the origin that the
 * operator gave them for, whatever the feed and its redirects name.
 */
export function withCredentials(address: string, credentials: string | null): string {
  if (credentials === null) return address;
  const url = new URL(address);
  const { origin, username, password } = new URL(credentials);
  if (url.origin !== origin || url.username !== '') return address;
  url.username = username;
  url.password = password;
  return url.href;
}

/** The header that tells a host the name and the password of an address; null if the address has none. */
export function authorizationOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  const words = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(words).toString('base64')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that stands for itself.
    return text;
  }
}
