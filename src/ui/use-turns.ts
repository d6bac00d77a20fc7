import { useEffect, useState } from 'react';
import { afterFrame } from './after-frame.ts';

/*
 * Much of a page stands where nobody looks yet. Were all of it rendered at once, nothing on the page would react
 * meanwhile; so its parts take turns, and between two of them the browser paints and the listener is heard.
 */

type Taker = () => void;

/** In the order in which they stand on the page. */
const waiting = new Set<Taker>();
let current: Taker | null = null;

function callNext(): void {
  const [next] = waiting;
  if (current !== null || next === undefined) return;
  current = next;
  afterFrame(() => {
    if (current === next) next();
  });
}

function leave(taker: Taker): void {
  waiting.delete(taker);
  if (current === taker) current = null;
  callNext();
}

/**
 * How many turns a part has had: none at first, then one after the other, up to as many as it needs.
 *
 * @param needed of them, each worth some 10 ms of rendering on a usual machine
 */
export function useTurns(needed: number): number {
  const [had, setHad] = useState(0);
  useEffect(() => {
    if (had >= needed) return undefined;
    const take = (): void => setHad(had + 1);
    waiting.add(take);
    callNext();
    return () => leave(take);
  }, [had, needed]);
  return had;
}
