/**
 * Something that looks like `thing`, whose members are what `member` makes of them, each once. An empty object stands
 * behind it: a proxy of the thing itself may not tell anything else of members that cannot be changed.
 */
export const standIn = <Thing extends object>(
  thing: Thing,
  member: (property: PropertyKey, held: unknown) => unknown,
): Thing => {
  const made = new Map<PropertyKey, { readonly held: unknown; readonly shown: unknown }>();
  const read = (property: PropertyKey): unknown => {
    const held: unknown = Reflect.get(thing, property);
    const before = made.get(property);
    if (before !== undefined && before.held === held) return before.shown;
    const shown = member(property, held);
    if (shown !== held) made.set(property, { held, shown });
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
