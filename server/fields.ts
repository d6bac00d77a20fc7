/** A JSON object, of whatever fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** An array is none, though JavaScript calls it an object, too. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
