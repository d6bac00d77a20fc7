import { FIELD_NAMES, type FieldName } from '../../domain/studio/fields.ts';

/** The names of the editable fields on the wire. */
export const WIRE_NAMES: { readonly [Name in FieldName]: string } = {
  title: 'title',
  description: 'description',
  authors: 'authors',
  categories: 'categories',
  topics: 'topics',
  validFrom: 'valid_from',
  validTill: 'valid_till',
  listenFreeStart: 'listen_free_start',
  listenFreeEnd: 'listen_free_end',
  hasListenFreeContent: 'has_listen_free_content',
  discountPrice: 'discount_price',
  discountStart: 'discount_start',
  discountEnd: 'discount_end',
};

/** The field with a name on the wire; null for any other name. */
export const fieldOfWire = (name: string): FieldName | null =>
  FIELD_NAMES.find((field) => WIRE_NAMES[field] === name) ?? null;
