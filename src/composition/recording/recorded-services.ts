import { isObservableObject } from 'mobx';
import type { Recorder } from './recorder.ts';
import { isPlain, standIn } from './stand-in.ts';

type Method = (...args: readonly unknown[]) => unknown;

/** What views ask while they draw, and nothing comes of. */
const DRAWING: ReadonlySet<string> = new Set(['mediaUrl']);

const isMethod = (value: unknown): value is Method => typeof value === 'function';

/** Whether something can be asked to do anything, or leads to what can. */
const isLive = (value: unknown, depth = 0): value is object => {
  if (isMethod(value)) return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return false;
  return isPlain(value) ? Object.values(value).some((field) => isLive(field, depth + 1)) : true;
};

/**
 * The services as the views get them, with everything that a view asks of them taken down, and of what they hand out
 * in their turn: lists that grow, sources of lists, whatever has methods.
 */
export const recordedServices = <Services extends object>(
  recorder: Recorder,
  services: Services,
): Services => {
  const known = new WeakMap<object, object>();
  /** What stands behind what was handed out. */
  const behind = new WeakMap<object, unknown>();
  const unwrapped = (arg: unknown): unknown => {
    const isHanded = isMethod(arg) || (typeof arg === 'object' && arg !== null);
    return isHanded && behind.has(arg) ? behind.get(arg) : arg;
  };

  /** What a view gets of a value that is found under a name. */
  const hand = (value: unknown, name: string, owner: object | null, method: string): unknown => {
    if (value instanceof Promise) return value.then((settled: unknown) => hand(settled, name, null, method));
    if (isMethod(value)) return handedMethod(value, name, owner, method);
    return isLive(value) ? handedObject(value, name) : value;
  };

  const handedObject = (thing: object, name: string): object => {
    const before = known.get(thing);
    if (before !== undefined) return before;
    const handed = standIn(thing, (property, held) =>
      typeof property === 'symbol' || !isLive(held) || (name === '' && DRAWING.has(String(property)))
        ? held
        : hand(held, name === '' ? String(property) : `${name}.${String(property)}`, thing, String(property)),
    );
    known.set(thing, handed);
    behind.set(handed, thing);
    recorder.name(handed, name);
    return handed;
  };

  const handedMethod = (run: Method, name: string, owner: object | null, method: string): Method => {
    const of = owner === null ? name : name.slice(0, Math.max(name.length - method.length - 1, 0));
    const handed = (...args: readonly unknown[]): unknown => {
      const place = recorder.note({
        kind: 'command',
        of,
        method: owner === null ? '' : method,
        args: args.map((arg) => recorder.encode(arg)),
      });
      const value = run.apply(owner, args.map(unwrapped));
      // A state that says something was only asked.
      if (value !== undefined && owner !== null && isObservableObject(owner)) recorder.amend(place, null);
      return hand(value, `#${place}`, null, '');
    };
    behind.set(handed, run.bind(owner));
    recorder.name(handed, name);
    return handed;
  };

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stand-in has every member
  return handedObject(services, '') as Services;
};
