// Proves CAT-32.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { groupByCategory } from '../../../src/ui/screens/catalogue/lists/search-screen.tsx';
import { aContentItem, PLAIN_ITEM } from '../../arbitraries/content.ts';

const result = (id: string, ...categories: readonly string[]) => ({
  ...PLAIN_ITEM,
  id: contentId(id),
  categories,
});

describe('grouping search results by category', () => {
  it('keeps the order of results and categories', () => {
    const [sleep, none, focus] = [result('1', 'Sleep'), result('2'), result('3', 'Focus', 'Sleep')];
    const more = result('4', 'Sleep');
    expect(groupByCategory([sleep, none, focus, more])).toEqual([
      { category: 'Sleep', items: [sleep, more] },
      { category: null, items: [none] },
      { category: 'Focus', items: [focus] },
    ]);
  });

  it('loses no result and shows none twice', () => {
    fc.assert(
      fc.property(fc.array(aContentItem()), (items) => {
        const shown = groupByCategory(items).flatMap((group) => group.items);
        return shown.length === items.length && items.every((item) => shown.includes(item));
      }),
    );
  });
});
