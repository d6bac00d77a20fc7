import type { Brand } from '../../domain/brand.ts';
import type { MediaPolicy } from '../../ports/platform.ts';

/** A path below the API's base. Each value in it is one segment. */
export type ApiPath = Brand<string, 'ApiPath'>;

const isApiPath = (path: string): path is ApiPath => path.startsWith('/');

/**
 * Builds a path from a template: ``apiPath`/content/${id}` ``. Each value is encoded, so that it stays one segment.
 * Returns null if a value is empty, `.` or `..`, because URL parsers remove such segments, encoded or not.
 */
export const apiPath = (parts: TemplateStringsArray, ...values: readonly string[]): ApiPath | null => {
  let path = parts[0] ?? '';
  for (const [position, value] of values.entries()) {
    if (value === '' || value === '.' || value === '..') return null;
    path += encodeSegment(value) + (parts[position + 1] ?? '');
  }
  return isApiPath(path) ? path : null;
};

// A lone surrogate cannot be encoded. It is replaced by U+FFFD.
const encodeSegment = (value: string): string => encodeURIComponent(value.toWellFormed());

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
