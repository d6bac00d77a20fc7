import { useEffect, useReducer, useState } from 'react';
import { whileAskedQuietly } from '../../app/ask-again.ts';

/** Something that is on its way to the screen, or has come and can be read at once. */
export class Arrival<Value> {
  private arrived: { readonly value: Value } | null = null;
  private readonly coming: Promise<void>;

  constructor(promise: Promise<Value>) {
    this.coming = this.receive(promise);
  }

  /** Undefined until it has come. */
  get value(): Value | undefined {
    return this.arrived?.value;
  }

  /** Calls back, and resolves, once it has come. */
  async onceThere(tell: () => void = () => {}): Promise<void> {
    await this.coming;
    tell();
  }

  private async receive(promise: Promise<Value>): Promise<void> {
    this.arrived = { value: await promise };
  }
}

/** Several things on their way, each for itself. */
export type Arriving<Parts> = { readonly [Part in keyof Parts]: Arrival<Awaited<Parts[Part]>> };

/** What is there within this time, in milliseconds, is shown without a skeleton first. */
const SOON = 50;

/**
 * The parts of a page once all of them are there, or in a moment: most of what was there before is cached. A page that
 * asks again quietly waits for all of them, and shows meanwhile what it has shown.
 *
 * @param first the parts to wait for, if that is not all of them
 */
export async function soon<Parts extends Readonly<Record<string, Arrival<unknown>>>>(
  parts: Parts,
  first: Readonly<Record<string, Arrival<unknown>>> = parts,
): Promise<Parts> {
  const quiet = whileAskedQuietly();
  const moment = new Promise((resolve) => {
    setTimeout(resolve, SOON);
  });
  const wanted = Object.values(quiet === null ? first : parts).map((part) => part.onceThere());
  await Promise.race([quiet ?? moment, Promise.all(wanted)]);
  return parts;
}

const isFailure = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'ok' in value && value.ok === false;

/** What is shown of something that is asked for anew: what stands there, until something has come that is no failure. */
export const betterOf = <Value>(shown: Value | undefined, come: Value | undefined): Value | undefined =>
  shown !== undefined && !isFailure(shown) && (come === undefined || isFailure(come)) ? shown : come;

/**
 * What has come, or undefined; whoever asks is rendered when it comes. React's `use` would have that done in small
 * slices, between which a slow machine does everything else: right for what may wait, not for what a listener came for.
 * What is asked for anew is shown as it was until it has come, and also where it fails.
 */
export function useArrival<Value>(arrival: Arrival<Value>): Value | undefined {
  const [, renderAnew] = useReducer((times: number) => times + 1, 0);
  const isThere = arrival.value !== undefined;
  useEffect(() => {
    if (isThere) return undefined;
    let isGone = false;
    void arrival.onceThere(() => {
      if (!isGone) renderAnew();
    });
    return () => {
      isGone = true;
    };
  }, [arrival, isThere]);
  const { value } = arrival;
  const [shown, setShown] = useState(value);
  const better = betterOf(shown, value);
  if (better !== shown) setShown(better);
  return better;
}
