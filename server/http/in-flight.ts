/**
 * Limits the number of unfinished requests, of all callers and of each caller. So a burst is refused and does not wait in
 * a queue, and one caller cannot block the others.
 *
 * @returns starts a request of a caller, and returns how to end it; undefined if the limit is reached
 */
export function inFlightLimit(
  most: number,
  mostOfCaller: number,
): (caller: string) => (() => void) | undefined {
  const callers = new Map<string, number>();
  let all = 0;
  return (caller) => {
    const own = callers.get(caller) ?? 0;
    if (all >= most || own >= mostOfCaller) return undefined;
    all += 1;
    callers.set(caller, own + 1);
    return () => {
      all -= 1;
      const left = (callers.get(caller) ?? 1) - 1;
      if (left === 0) callers.delete(caller);
      else callers.set(caller, left);
    };
  };
}
