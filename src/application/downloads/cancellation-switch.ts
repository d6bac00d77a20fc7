import type { Cancellation } from '../../ports/cancellation.ts';

/** A cancellation that its owner triggers. */
export class CancellationSwitch implements Cancellation {
  aborted = false;
  private listeners: ReadonlySet<() => void> = new Set();

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = new Set([...this.listeners, listener]);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = new Set([...this.listeners].filter((other) => other !== listener));
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.listeners) listener();
  }
}
