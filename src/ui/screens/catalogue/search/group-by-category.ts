import type { ContentItem } from '../../../../domain/catalogue/content.ts';

/** Results under one category; null for those that name none. */
export type ResultGroup = { readonly category: string | null; readonly items: readonly ContentItem[] };

/**
 * Search results under the first category that each names (contract 3.10), in the order in which the
 * categories come up: more results add to groups or come after them.
 */
export const groupByCategory = (items: readonly ContentItem[]): readonly ResultGroup[] => {
  const groups = new Map<string | null, readonly ContentItem[]>();
  for (const item of items) {
    const category = item.categories[0] ?? null;
    groups.set(category, [...(groups.get(category) ?? []), item]);
  }
  return [...groups].map(([category, members]) => ({ category, items: members }));
};
