/**
 * Creates an object that looks like `thing`; `member` makes each of its members, once. The proxy wraps an empty object:
 * a proxy of the original must return frozen members unchanged.
 */
export const standIn = <Thing extends object>(
  thing: Thing,
  member: (property: PropertyKey, original: unknown) => unknown,
): Thing => {
  const made = new Map<PropertyKey, { readonly original: unknown; readonly shown: unknown }>();
  const read = (property: PropertyKey): unknown => {
    const original: unknown = Reflect.get(thing, property);
    const before = made.get(property);
    if (before !== undefined && before.original === original) return before.shown;
    const shown = member(property, original);
    if (shown !== original) made.set(property, { original, shown });
    return shown;
  };
  const behind: object = isPlain(thing) ? { ...thing } : {};
  Reflect.setPrototypeOf(behind, Reflect.getPrototypeOf(thing));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has every member of the thing
  return new Proxy(behind, {
    get: (_, property) => read(property),
    set: (_, property, value) => Reflect.set(thing, property, value),
    has: (_, property) => property in thing,
  }) as Thing;
};

export const isPlain = (value: object): boolean => {
  const prototype = Reflect.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};
