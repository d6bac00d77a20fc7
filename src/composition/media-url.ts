import type { MediaPolicy } from '../ports/media-policy.ts';
import { resolveMediaUrl } from '../adapters/http/media-url.ts';

/** Makes addresses that items hold absolute, for the screens (contract 2 and 3.17). */
export const mediaUrlFrom =
  (apiUrl: string) =>
  (address: string | null): string | null =>
    address === null ? null : resolveMediaUrl(apiUrl, address);

/** Media may come only from the origins that the configuration names. */
export const mediaPolicyOf = (mediaOrigins: readonly string[]): MediaPolicy => ({
  allows: (address) => mediaOrigins.includes(URL.parse(address)?.origin ?? ''),
});
