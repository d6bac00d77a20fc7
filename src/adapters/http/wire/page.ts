import * as v from 'valibot';

import type { Page, PageKey } from '../../../ports/content-api.ts';
import { decoder } from './decoded.ts';
import type { Decoder } from './decoded.ts';
import { readList } from './lists.ts';
import type { ReadEntry } from './lists.ts';

const page = v.object({ results: v.unknown(), next_page_key: v.optional(v.unknown()) });

/** Returns the key of the next page; null for every form that means the end of the list (CAT-21). */
const readPageKey = (sent: unknown): PageKey | null => {
  if (typeof sent === 'string') return sent === '' ? null : sent;
  if (typeof sent === 'number') return sent === 0 || !Number.isFinite(sent) ? null : sent;
  return null;
};

/** Decodes `{ results, next_page_key }`. */
export const pageOf = <Item>(name: string, read: ReadEntry<Item>): Decoder<Page<Item>> =>
  decoder((body, log) => {
    const parsed = v.safeParse(page, body);
    if (!parsed.success) return null;
    const items = readList(parsed.output.results, name, read, log);
    return items === null ? null : { items, next: readPageKey(parsed.output.next_page_key) };
  });

/** Decodes the `results` of a list that has one page. */
export const resultsOf = <Item>(name: string, read: ReadEntry<Item>): Decoder<readonly Item[]> =>
  decoder((body, log) => {
    const parsed = v.safeParse(page, body);
    return parsed.success ? readList(parsed.output.results, name, read, log) : null;
  });
