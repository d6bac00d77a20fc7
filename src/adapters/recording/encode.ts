import type { Json } from './recording.ts';

// Deeper than any value of the application; it also ends circular references.
const DEEPEST = 24;

/** Writes any value as JSON. `name` may write an object in another form; if it returns null, the fields are written. */
export const encodeWith = (value: unknown, name: (thing: object) => Json | null, depth = 0): Json => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : { $number: String(value) };
    case 'object':
      return value === null ? null : encodeObject(value, name, depth);
    case 'function':
      return name(value) ?? { $function: value.name };
    default:
      return { $undefined: true };
  }
};

const encodeObject = (value: object, name: (thing: object) => Json | null, depth: number): Json => {
  const named = name(value);
  if (named !== null) return named;
  if (depth > DEEPEST || value instanceof Promise) return { $opaque: value.constructor.name };
  if (Array.isArray(value)) return value.map((entry) => encodeWith(entry, name, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([field, item]) => [field, encodeWith(item, name, depth + 1)]),
  );
};
