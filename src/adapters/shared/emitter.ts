import type { Signal, Subscription } from '../../ports/platform.ts';

type Listener<Value> = { readonly next: (value: Value) => void };

/** A signal whose owner emits its values. An error of one subscriber is reported, and the others still get the value. */
export class Emitter<Value> implements Signal<Value> {
  private listeners: readonly Listener<Value>[] = [];

  subscribe(next: (value: Value) => void): Subscription {
    const listener = { next };
    this.listeners = [...this.listeners, listener];
    return {
      unsubscribe: () => {
        this.listeners = this.listeners.filter((other) => other !== listener);
      },
    };
  }

  emit(value: Value): void {
    for (const { next } of this.listeners) {
      try {
        next(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
