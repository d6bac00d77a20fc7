export type Fields = Readonly<Record<string, unknown>>;

/** True for an object that is not an array. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
