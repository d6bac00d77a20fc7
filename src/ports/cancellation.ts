/** Tells a call that its caller no longer waits for the result. An `AbortSignal` can be passed as it is. */
export type Cancellation = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};
