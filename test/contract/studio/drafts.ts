import { describe, expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { fieldsOfItem, typedFrom } from '../../../src/domain/studio/fields.ts';
import { instant } from '../../../src/domain/time.ts';
import type { Draft, Drafts } from '../../../src/ports/studio/drafts.ts';
import { PLAIN_ITEM } from '../../arbitraries/content.ts';

/** The drafts under test. */
export type DraftsFixture = { readonly drafts: Drafts };

const ID = contentId('1');
const base = typedFrom(fieldsOfItem(PLAIN_ITEM));
const DRAFT: Draft = {
  version: '3',
  base,
  typed: { ...base, title: 'Typed', validFrom: instant(5), discountPrice: '4,9' },
  members: [{ id: contentId('2'), title: 'Waves', type: 1, runTime: null }],
};

/** The tests that every adapter of the drafts port must pass (STU-10). */
export const describeDrafts = (name: string, make: () => DraftsFixture): void => {
  describe(`${name} is a store of drafts`, () => {
    test('returns a draft as it was saved', () => {
      const { drafts } = make();
      drafts.save('olga@example.org', ID, DRAFT);
      expect(drafts.load('olga@example.org', ID)).toEqual(DRAFT);
    });

    test('separates persons and titles', () => {
      const { drafts } = make();
      drafts.save('olga@example.org', ID, DRAFT);
      expect(drafts.load('ben@example.org', ID)).toBeNull();
      expect(drafts.load('olga@example.org', contentId('2'))).toBeNull();
    });

    test('returns nothing after a draft was removed', () => {
      const { drafts } = make();
      drafts.save('olga@example.org', ID, DRAFT);
      drafts.remove('olga@example.org', ID);
      expect(drafts.load('olga@example.org', ID)).toBeNull();
    });
  });
};
