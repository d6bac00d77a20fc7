/** An API's address as the start of its paths: its own path is kept, without a slash at the end. */
export function apiBase(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, '');
}
