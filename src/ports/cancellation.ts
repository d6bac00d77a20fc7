/** Tells a call that nobody waits for its answer any more. An `AbortSignal` fits unwrapped. */
export type Cancellation = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};
