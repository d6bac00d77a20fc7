import type { MediaPolicy } from '../ports/media-policy.ts';
import { resolveMediaUrl } from '../adapters/http/media-url.ts';

/** Makes the addresses of items absolute for the screens (APP-39). */
export const mediaUrlFrom =
  (apiUrl: string) =>
  (address: string | null): string | null =>
    address === null ? null : resolveMediaUrl(apiUrl, address);

/** Media may load only from the origins that the configuration names (APP-25). */
export const mediaPolicyOf = (mediaOrigins: readonly string[]): MediaPolicy => ({
  allows: (address) => mediaOrigins.includes(URL.parse(address)?.origin ?? ''),
});
