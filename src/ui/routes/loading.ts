/**
 * The abort signal of a page that is loading. An abort without a reason creates an error that keeps its call stack
 * alive until the stack is read. That stack refers to the previous page, and so on, so every earlier page would stay in
 * memory. Reading the stack at once releases them.
 */
export function signalOf({ signal }: AbortController): AbortSignal {
  const releaseStack = (): void => {
    const reason: unknown = signal.reason;
    if (reason instanceof Error) Reflect.get(reason, 'stack');
  };
  signal.addEventListener('abort', releaseStack, { once: true });
  return signal;
}

/** Reads a parameter of the address as text. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
