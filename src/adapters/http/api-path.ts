import type { Brand } from '../../domain/brand.ts';

/** A path below the API's base, every value in it one segment. */
export type ApiPath = Brand<string, 'ApiPath'>;

const isApiPath = (path: string): path is ApiPath => path.startsWith('/');

/**
 * Builds a path from a template: ``apiPath`/content/${id}` ``. Whatever a value holds, it stays one
 * segment. Null for a value that no segment can name: an empty one, `.` and `..`, which every URL parser
 * resolves away, percent-encoded or not.
 */
export const apiPath = (parts: TemplateStringsArray, ...values: readonly string[]): ApiPath | null => {
  let path = parts[0] ?? '';
  for (const [position, value] of values.entries()) {
    if (value === '' || value === '.' || value === '..') return null;
    path += encodeSegment(value) + (parts[position + 1] ?? '');
  }
  return isApiPath(path) ? path : null;
};

// Half a surrogate pair cannot be encoded at all; as U+FFFD it names nothing and harms nothing.
const encodeSegment = (value: string): string => encodeURIComponent(value.toWellFormed());
