import type { Brand } from '../../domain/brand.ts';

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
