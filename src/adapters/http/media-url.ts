import type { MediaPolicy } from '../../ports/media-policy.ts';

/**
 * A media address (cover, audio, PDF) made absolute against the product API's address, which counts as a folder.
 * Null unless it is `http:` or `https:`, because nothing else is followed.
 */
export const resolveMediaUrl = (apiUrl: string, url: string): string | null => {
  const resolved = URL.parse(url, apiUrl.replace(/\/*$/u, '/'));
  return resolved?.protocol === 'http:' || resolved?.protocol === 'https:' ? resolved.href : null;
};

/** Makes the addresses of items absolute for the screens (APP-39). */
export const mediaUrlFrom =
  (apiUrl: string) =>
  (address: string | null): string | null =>
    address === null ? null : resolveMediaUrl(apiUrl, address);

/** Media may load only from the origins that the configuration names (APP-25). */
export const mediaPolicyOf = (mediaOrigins: readonly string[]): MediaPolicy => ({
  allows: (address) => mediaOrigins.includes(URL.parse(address)?.origin ?? ''),
});
