import type { Recorder } from './recorder.ts';
import { standIn } from './stand-in.ts';

type Method = (...args: readonly unknown[]) => unknown;
type Source = { subscribe(next: (value: unknown) => void): { unsubscribe(): void } };

const isMethod = (value: unknown): value is Method => typeof value === 'function';

const isSource = (value: unknown): value is Source =>
  typeof value === 'object' && value !== null && isMethod(Reflect.get(value, 'subscribe'));

/** Wraps a port. All its calls, results and signals are recorded. */
export const recordedPort = <Port extends object>(recorder: Recorder, name: string, port: Port): Port =>
  standIn(port, (property, original) => {
    const member = String(property);
    if (isMethod(original)) {
      return (...args: readonly unknown[]) =>
        calls(recorder, name, member, () => original.apply(port, [...args]), args);
    }
    return isSource(original) ? recordedSource(recorder, name, member, original) : original;
  });

/** Wraps a port. Only its signals are recorded. */
export const recordedSignals = <Port extends object>(recorder: Recorder, name: string, port: Port): Port =>
  standIn(port, (property, original) => {
    if (isSource(original)) return recordedSource(recorder, name, String(property), original);
    return isMethod(original) ? (...args: readonly unknown[]) => original.apply(port, [...args]) : original;
  });

const calls = (
  recorder: Recorder,
  port: string,
  method: string,
  call: () => unknown,
  args: readonly unknown[],
): unknown => {
  const entry = { kind: 'call', port, method, args: args.map((arg) => recorder.encode(arg)) } as const;
  const index = recorder.note({ ...entry, isPending: true });
  const value = call();
  if (!(value instanceof Promise)) {
    recorder.amend(index, value === undefined ? entry : { ...entry, value: recorder.encode(value) });
    return value;
  }
  return value.then(
    (result: unknown) => {
      recorder.note({
        kind: 'answer',
        call: index,
        ...(result !== undefined && { value: recorder.encode(result) }),
      });
      return result;
    },
    (error: unknown) => {
      recorder.note({ kind: 'answer', call: index, threw: String(error) });
      throw error;
    },
  );
};

/** Subscribes once, so that each event is recorded once for any number of listeners. */
const recordedSource = (recorder: Recorder, port: string, signal: string, source: Source): Source => {
  let listeners: readonly { readonly next: (value: unknown) => void }[] = [];
  source.subscribe((value) => {
    recorder.note({ kind: 'event', port, signal, value: recorder.encode(value) });
    for (const { next } of listeners) next(value);
  });
  return {
    subscribe: (next) => {
      const listener = { next };
      listeners = [...listeners, listener];
      return { unsubscribe: () => (listeners = listeners.filter((other) => other !== listener)) };
    },
  };
};
