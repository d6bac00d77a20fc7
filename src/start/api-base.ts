/** Returns the prefix of all addresses of an API: its origin and its own path, without a slash at the end (APP-24). */
export function apiBase(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, '');
}
