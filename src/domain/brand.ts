declare const brand: unique symbol;

/**
 * A value that may not be swapped for another of the same shape: `Seconds` is a number that no
 * `Milliseconds` can stand in for. Brands exist only in the types.
 */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };
