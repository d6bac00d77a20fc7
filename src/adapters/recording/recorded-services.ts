import { isObservableObject } from 'mobx';
import type { Recorder } from './recorder.ts';
import { isPlain, standIn } from './stand-in.ts';

type Method = (...args: readonly unknown[]) => unknown;

/** Calls that views make during a render and that have no effect. */
const DRAWING: ReadonlySet<string> = new Set(['mediaUrl']);

const isMethod = (value: unknown): value is Method => typeof value === 'function';

/** Whether a value has methods, or leads to a value that has. */
const isLive = (value: unknown, depth = 0): value is object => {
  if (isMethod(value)) return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return false;
  return isPlain(value) ? Object.values(value).some((field) => isLive(field, depth + 1)) : true;
};

/**
 * The services for the views; all requests of views are recorded. The same holds for objects that the services return:
 * paged lists, sources of lists, and anything else with methods.
 */
export const recordedServices = <Services extends object>(
  recorder: Recorder,
  services: Services,
): Services => {
  const known = new WeakMap<object, object>();
  /** The original value of each recorded object. */
  const behind = new WeakMap<object, unknown>();
  const unwrapped = (arg: unknown): unknown => {
    const isHanded = isMethod(arg) || (typeof arg === 'object' && arg !== null);
    return isHanded && behind.has(arg) ? behind.get(arg) : arg;
  };

  /** The value that a view gets for an original value with a name. */
  const hand = (value: unknown, name: string, owner: object | null, method: string): unknown => {
    if (value instanceof Promise) return value.then((settled: unknown) => hand(settled, name, null, method));
    if (isMethod(value)) return handedMethod(value, name, owner, method);
    return isLive(value) ? handedObject(value, name) : value;
  };

  const handedObject = (thing: object, name: string): object => {
    const before = known.get(thing);
    if (before !== undefined) return before;
    const handed = standIn(thing, (property, original) =>
      typeof property === 'symbol' || !isLive(original) || (name === '' && DRAWING.has(String(property)))
        ? original
        : hand(
            original,
            name === '' ? String(property) : `${name}.${String(property)}`,
            thing,
            String(property),
          ),
    );
    known.set(thing, handed);
    behind.set(handed, thing);
    recorder.name(handed, name);
    return handed;
  };

  const handedMethod = (run: Method, name: string, owner: object | null, method: string): Method => {
    const of = owner === null ? name : name.slice(0, Math.max(name.length - method.length - 1, 0));
    const handed = (...args: readonly unknown[]): unknown => {
      const index = recorder.note({
        kind: 'command',
        of,
        method: owner === null ? '' : method,
        args: args.map((arg) => recorder.encode(arg)),
      });
      const value = run.apply(owner, args.map(unwrapped));
      // A method of a state that returns a value was a question.
      if (value !== undefined && owner !== null && isObservableObject(owner)) recorder.amend(index, null);
      return hand(value, `#${index}`, null, '');
    };
    behind.set(handed, run.bind(owner));
    recorder.name(handed, name);
    return handed;
  };

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stand-in has every member
  return handedObject(services, '') as Services;
};
