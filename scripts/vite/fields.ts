/** A JSON object with any fields. */
export type Fields = { readonly [name: string]: unknown };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
