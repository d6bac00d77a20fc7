import { isObservableObject } from 'mobx';
import type { Recorder } from './recorder.ts';
import { isPlain, standIn } from './stand-in.ts';

type Method = (...args: readonly unknown[]) => unknown;

/** Services that views use only to render. They change no data of the listener, so they are not recorded. */
const DRAWING: ReadonlySet<string> = new Set(['mediaUrl', 'followTime']);

const isMethod = (value: unknown): value is Method => typeof value === 'function';

/** True if a value has methods, or contains a value with methods. */
const isLive = (value: unknown, depth = 0): value is object => {
  if (isMethod(value)) return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return false;
  return isPlain(value) ? Object.values(value).some((field) => isLive(field, depth + 1)) : true;
};

/**
 * Wraps the services for the views, and records every call that a view makes. Also wraps objects that the services
 * return: paged lists, sources of lists, and anything else with methods.
 */
export const recordedServices = <Services extends object>(
  recorder: Recorder,
  services: Services,
): Services => {
  const wrappers = new WeakMap<object, object>();
  /** The original value of each wrapped object. */
  const originals = new WeakMap<object, unknown>();
  const unwrapped = (arg: unknown): unknown => {
    const mayBeWrapped = isMethod(arg) || (typeof arg === 'object' && arg !== null);
    return mayBeWrapped && originals.has(arg) ? originals.get(arg) : arg;
  };

  /** Wraps a value for a view. The recording refers to the wrapped value by `name`. */
  const wrap = (value: unknown, name: string, owner: object | null, method: string): unknown => {
    if (value instanceof Promise) return value.then((settled: unknown) => wrap(settled, name, null, method));
    if (isMethod(value)) return wrapMethod(value, name, owner, method);
    return isLive(value) ? wrapObject(value, name) : value;
  };

  const wrapObject = (thing: object, name: string): object => {
    const before = wrappers.get(thing);
    if (before !== undefined) return before;
    const wrappedValue = standIn(thing, (property, original) =>
      typeof property === 'symbol' || !isLive(original) || (name === '' && DRAWING.has(String(property)))
        ? original
        : wrap(
            original,
            name === '' ? String(property) : `${name}.${String(property)}`,
            thing,
            String(property),
          ),
    );
    wrappers.set(thing, wrappedValue);
    originals.set(wrappedValue, thing);
    recorder.name(wrappedValue, name);
    return wrappedValue;
  };

  const wrapMethod = (run: Method, name: string, owner: object | null, method: string): Method => {
    const of = owner === null ? name : name.slice(0, Math.max(name.length - method.length - 1, 0));
    const wrappedValue = (...args: readonly unknown[]): unknown => {
      const index = recorder.note({
        kind: 'command',
        of,
        method: owner === null ? '' : method,
        args: args.map((arg) => recorder.encode(arg)),
      });
      const value = run.apply(owner, args.map(unwrapped));
      // A method of an observable state that returns a value only reads, so it is not recorded.
      if (value !== undefined && owner !== null && isObservableObject(owner)) recorder.amend(index, null);
      return wrap(value, `#${index}`, null, '');
    };
    originals.set(wrappedValue, run.bind(owner));
    recorder.name(wrappedValue, name);
    return wrappedValue;
  };

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stand-in has every member
  return wrapObject(services, '') as Services;
};
