/**
 * The signal of a page that is loading. Whoever aborts it without saying why has an error made for it, which holds on to
 * the calls it was made in until its stack is read: here, on to the page before, whose own error holds the one before
 * that, and so every page there ever was. Read at once, it holds text.
 */
export function signalOf({ signal }: AbortController): AbortSignal {
  const letGo = (): void => {
    const reason: unknown = signal.reason;
    if (reason instanceof Error) Reflect.get(reason, 'stack');
  };
  signal.addEventListener('abort', letGo, { once: true });
  return signal;
}
