import type { FieldName } from '../../../domain/studio/fields.ts';

/** The labels of the fields. */
export const LABELS: { readonly [Name in FieldName]: string } = {
  title: 'Title',
  description: 'Description',
  authors: 'Authors',
  categories: 'Categories',
  topics: 'Topics',
  validFrom: 'Available from',
  validTill: 'Available until',
  listenFreeStart: 'Free from',
  listenFreeEnd: 'Free until',
  hasListenFreeContent: 'Free to listen at any time',
  discountPrice: 'Discount price in dollars',
  discountStart: 'Discount from',
  discountEnd: 'Discount until',
};
