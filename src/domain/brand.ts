declare const brand: unique symbol;

/**
 * A type that cannot be confused with another type of the same shape. For example, `Seconds` and `Milliseconds` are
 * both numbers, but not assignable to each other. Brands exist only in the types.
 */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };
