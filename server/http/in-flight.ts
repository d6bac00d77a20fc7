/**
 * Bounds how many requests are being answered at once, for all callers and for each of them, so that a burst is refused
 * and not queued for ever, and one caller leaves room for the others.
 *
 * @returns takes a place for a caller, and answers how it is given back; undefined when there is none left
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
