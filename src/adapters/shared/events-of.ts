import type { Signal } from '../../ports/platform.ts';

type Listener<Occurrence> = { handleEvent(occurrence: Occurrence): void };

/** Anything that has event listeners: a window, a channel, an element. */
type Source<Occurrence> = {
  addEventListener(name: string, listener: Listener<Occurrence>): void;
  removeEventListener(name: string, listener: Listener<Occurrence>): void;
};

/**
 * The events of one name as a signal. It listens to the source only while there are subscribers.
 *
 * @param read returns the value of an event; undefined if there is none
 */
export const eventsOf = <Occurrence, Value>(
  source: Source<Occurrence>,
  name: string,
  read: (occurrence: Occurrence) => Value | undefined,
): Signal<Value> => ({
  subscribe: (next) => {
    const listener: Listener<Occurrence> = {
      handleEvent: (occurrence) => {
        const value = read(occurrence);
        if (value !== undefined) next(value);
      },
    };
    source.addEventListener(name, listener);
    return { unsubscribe: () => source.removeEventListener(name, listener) };
  },
});
