import { useEffect, useState } from 'react';
import { afterFrame } from './after-frame.ts';

/*
 * Much of a page stands where nobody looks yet. Were all of it rendered at once, nothing on the page would react
 * meanwhile; so its parts take turns, and between two of them the browser paints and the listener is heard.
 */

type Taker = () => void;

/** Both in the order in which they stand on the page: what completes a part that is seen already, and all else. */
const completing = new Set<Taker>();
const waiting = new Set<Taker>();
let current: Taker | null = null;

function callNext(): void {
  const [next] = [...completing, ...waiting];
  if (current !== null || next === undefined) return;
  current = next;
  afterFrame(() => {
    if (current === next) next();
  });
}

function leave(taker: Taker): void {
  completing.delete(taker);
  waiting.delete(taker);
  if (current === taker) current = null;
  callNext();
}

/**
 * How many turns a part has had: none at first, then one after the other, up to as many as it needs.
 *
 * @param needed of them, each worth some 5 ms of rendering on a usual machine
 * @param atFirst how many of them go before the turns of parts that are not there yet
 */
export function useRenderStages(needed: number, atFirst = 0): number {
  const [had, setHad] = useState(0);
  useEffect(() => {
    if (had >= needed) return undefined;
    const take = (): void => setHad(had + 1);
    (had < atFirst ? completing : waiting).add(take);
    callNext();
    return () => leave(take);
  }, [had, needed, atFirst]);
  return had;
}

/** Has a task done in a turn of its own, after whatever waits already. */
export function runWhenIdle(task: () => void): void {
  const take = (): void => {
    leave(take);
    task();
  };
  waiting.add(take);
  callNext();
}
