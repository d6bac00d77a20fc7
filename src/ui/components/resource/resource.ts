import { useEffect, useReducer, useState } from 'react';
import { whileAskedQuietly } from '../../app/ask-again.ts';

/** Something that is on its way to the screen, or has come and can be read at once. */
export class Resource<Value> {
  private loaded: { readonly value: Value } | null = null;
  private readonly loading: Promise<void>;

  constructor(promise: Promise<Value>) {
    this.loading = this.receive(promise);
  }

  /** Undefined until it has come. */
  get value(): Value | undefined {
    return this.loaded?.value;
  }

  /** Calls back, and resolves, once it has come. */
  async whenLoaded(tell: () => void = () => {}): Promise<void> {
    await this.loading;
    tell();
  }

  private async receive(promise: Promise<Value>): Promise<void> {
    this.loaded = { value: await promise };
  }
}

/** Several things on their way, each for itself. */
export type Resources<Parts> = { readonly [Part in keyof Parts]: Resource<Awaited<Parts[Part]>> };

/** What is there within this time, in milliseconds, is shown without a skeleton first. */
const SOON = 50;

/**
 * The parts of a page once all of them are there, or in a moment: most of what was there before is cached. A page that
 * asks again quietly waits for all of them, and shows meanwhile what it has shown.
 *
 * @param first the parts to wait for, if that is not all of them
 */
export async function loadedSoon<Parts extends Readonly<Record<string, Resource<unknown>>>>(
  parts: Parts,
  first: Readonly<Record<string, Resource<unknown>>> = parts,
): Promise<Parts> {
  const quiet = whileAskedQuietly();
  const moment = new Promise((resolve) => {
    setTimeout(resolve, SOON);
  });
  const wanted = Object.values(quiet === null ? first : parts).map((part) => part.whenLoaded());
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
export function useResource<Value>(resource: Resource<Value>): Value | undefined {
  const [, renderAnew] = useReducer((times: number) => times + 1, 0);
  const isThere = resource.value !== undefined;
  useEffect(() => {
    if (isThere) return undefined;
    let isGone = false;
    void resource.whenLoaded(() => {
      if (!isGone) renderAnew();
    });
    return () => {
      isGone = true;
    };
  }, [resource, isThere]);
  const { value } = resource;
  const [shown, setShown] = useState(value);
  const better = betterOf(shown, value);
  if (better !== shown) setShown(better);
  return better;
}
