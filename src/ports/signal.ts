/** The end of a subscription. Calling `unsubscribe` twice changes nothing. */
export type Subscription = { unsubscribe(): void };

/** Events over time. An RxJS `Observable` can be passed as it is. */
export type Signal<Value> = { subscribe(next: (value: Value) => void): Subscription };
