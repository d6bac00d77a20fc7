import type { Inject } from '../../ports/tokens.ts';

/** Something that holds data of the listener. `reset` removes the data. */
export type Resettable = { reset(): void };

/**
 * Everything in memory that belongs to the listener. Composition adds each state and use case that has a method `reset`
 * when it is created, so nothing can be forgotten.
 */
export class ListenerData {
  static readonly inject: Inject<typeof ListenerData> = [];
  private readonly parts = new Set<Resettable>();

  add(part: Resettable): void {
    this.parts.add(part);
  }

  clear(): void {
    for (const part of this.parts) part.reset();
  }
}
