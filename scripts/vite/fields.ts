/** A JSON object, of whatever fields. */
export type Fields = { readonly [name: string]: unknown };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
