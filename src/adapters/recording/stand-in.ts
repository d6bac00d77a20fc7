/**
 * Creates an object that looks like `thing`. `member` creates each of its members once. The proxy does not wrap `thing`
 * itself, because it would then have to return frozen members unchanged.
 */
export const standIn = <Thing extends object>(
  thing: Thing,
  member: (property: PropertyKey, original: unknown) => unknown,
): Thing => {
  const members = new Map<PropertyKey, { readonly original: unknown; readonly shown: unknown }>();
  const read = (property: PropertyKey): unknown => {
    const original: unknown = Reflect.get(thing, property);
    const existing = members.get(property);
    if (existing !== undefined && existing.original === original) return existing.shown;
    const shown = member(property, original);
    if (shown !== original) members.set(property, { original, shown });
    return shown;
  };
  const target: object = isPlain(thing) ? { ...thing } : {};
  Reflect.setPrototypeOf(target, Reflect.getPrototypeOf(thing));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has every member of the thing
  return new Proxy(target, {
    get: (_, property) => read(property),
    set: (_, property, value) => Reflect.set(thing, property, value),
    has: (_, property) => property in thing,
  }) as Thing;
};

export const isPlain = (value: object): boolean => {
  const prototype = Reflect.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};
