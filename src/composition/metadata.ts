/*
 * As much of `reflect-metadata` as the container asks for where nothing is decorated: it numbers its bindings and its
 * modules under keys of its own. The build puts it in the place of the package, which knows of properties, inheritance
 * and decorators besides, in many times the code.
 */

const held = new WeakMap<object, Map<PropertyKey, unknown>>();

const entriesOf = (target: object): Map<PropertyKey, unknown> => {
  const entries = held.get(target) ?? new Map<PropertyKey, unknown>();
  held.set(target, entries);
  return entries;
};

Object.assign(Reflect, {
  getOwnMetadata: (key: PropertyKey, target: object): unknown => entriesOf(target).get(key),
  defineMetadata: (key: PropertyKey, value: unknown, target: object): void => {
    entriesOf(target).set(key, value);
  },
});
