import { resolveMediaUrl } from '../adapters/http/media-url.ts';

/** Makes addresses that items hold absolute, for the screens (contract 2 and 3.17). */
export const mediaUrlFrom =
  (apiUrl: string) =>
  (address: string | null): string | null =>
    address === null ? null : resolveMediaUrl(apiUrl, address);
