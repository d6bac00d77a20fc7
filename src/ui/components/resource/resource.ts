import { useEffect, useReducer, useState } from 'react';
import { quietReload } from '../../navigation/reload-page.ts';

/** A value that is loading, or has loaded and can be read at once. */
export class Resource<Value> {
  private loadedValue: { readonly value: Value } | null = null;
  private readonly loading: Promise<void>;

  constructor(promise: Promise<Value>) {
    this.loading = this.receive(promise);
  }

  /** Undefined until it has loaded. */
  get value(): Value | undefined {
    return this.loadedValue?.value;
  }

  /** Calls back, and resolves, once it has loaded. */
  async whenLoaded(loaded: () => void = () => {}): Promise<void> {
    await this.loading;
    loaded();
  }

  private async receive(promise: Promise<Value>): Promise<void> {
    this.loadedValue = { value: await promise };
  }
}

/** Several resources, each of which loads on its own. */
export type Resources<Parts> = { readonly [Part in keyof Parts]: Resource<Awaited<Parts[Part]>> };

/** A part that loads within this time, in milliseconds, is shown without a skeleton. */
const SOON = 50;

/**
 * Resolves once all parts of a page have loaded, or after a moment. Most pages that were seen before are cached, and
 * load within that moment. A quiet reload waits for all parts and shows the old content meanwhile.
 *
 * @param first the parts to wait for, if not all of them
 */
export async function loadedSoon<Parts extends Readonly<Record<string, Resource<unknown>>>>(
  parts: Parts,
  first: Readonly<Record<string, Resource<unknown>>> = parts,
): Promise<Parts> {
  const quiet = quietReload();
  const moment = new Promise((resolve) => {
    setTimeout(resolve, SOON);
  });
  const awaited = Object.values(quiet === null ? first : parts).map((part) => part.whenLoaded());
  await Promise.race([quiet ?? moment, Promise.all(awaited)]);
  return parts;
}

const isFailure = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'ok' in value && value.ok === false;

/** The value to show during a reload: the old one, until a new one has loaded without failure. */
export const betterOf = <Value>(shown: Value | undefined, loaded: Value | undefined): Value | undefined =>
  shown !== undefined && !isFailure(shown) && (loaded === undefined || isFailure(loaded)) ? shown : loaded;

/**
 * The value of a resource, or undefined; the component renders again when it loads. React's `use` would render in small
 * slices, between which a slow machine does other work. That suits minor parts, not the main content. During a reload,
 * or when the reload fails, the old value is returned.
 */
export function useResource<Value>(resource: Resource<Value>): Value | undefined {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  const isLoaded = resource.value !== undefined;
  useEffect(() => {
    if (isLoaded) return undefined;
    let isUnmounted = false;
    void resource.whenLoaded(() => {
      if (!isUnmounted) renderAgain();
    });
    return () => {
      isUnmounted = true;
    };
  }, [resource, isLoaded]);
  const { value } = resource;
  const [shown, setShown] = useState(value);
  const better = betterOf(shown, value);
  if (better !== shown) setShown(better);
  return better;
}
