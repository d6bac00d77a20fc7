import { resolveMediaUrl } from '../adapters/http/media-url.ts';

/** Makes addresses that items hold absolute, for the screens (contract 2 and 3.17). */
export const mediaUrlFrom =
  (apiUrl: string) =>
  (address: string | null): string | null =>
    address === null ? null : resolveMediaUrl(apiUrl, address);

/** Tells whether an absolute address is of an origin that media may come from (contract 2). */
export const isMediaFrom =
  (mediaOrigins: readonly string[]) =>
  (address: string): boolean =>
    mediaOrigins.includes(URL.parse(address)?.origin ?? '');
