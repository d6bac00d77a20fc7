import type { ContentItem } from '../../../../domain/catalogue/content.ts';

/** Results of one category; null for results without a category. */
export type ResultGroup = { readonly category: string | null; readonly items: readonly ContentItem[] };

/**
 * Groups search results by the first category that each names, in order of appearance (CAT-32). Further results extend
 * a group or add a group at the end.
 */
export const groupByCategory = (items: readonly ContentItem[]): readonly ResultGroup[] => {
  const groups = new Map<string | null, readonly ContentItem[]>();
  for (const item of items) {
    const category = item.categories[0] ?? null;
    groups.set(category, [...(groups.get(category) ?? []), item]);
  }
  return [...groups].map(([category, members]) => ({ category, items: members }));
};
