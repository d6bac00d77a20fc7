/** The end of a subscription. Calling `unsubscribe` twice changes nothing. */
export type Subscription = { unsubscribe(): void };

/** Events over time. An RxJS `Observable` can be passed as it is. */
export type Signal<Value> = { subscribe(next: (value: Value) => void): Subscription };

/** Tells a call that its caller no longer waits for the result. An `AbortSignal` can be passed as it is. */
export type Cancellation = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};
