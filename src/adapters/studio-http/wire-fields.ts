import { FIELD_NAMES, type FieldName } from '../../domain/studio/fields.ts';

/** The name of an editable field on the wire. */
export const wireName = (name: FieldName): string =>
  name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** The field with a name on the wire; null for any other name. */
export const fieldOfWire = (name: string): FieldName | null =>
  FIELD_NAMES.find((field) => wireName(field) === name) ?? null;
