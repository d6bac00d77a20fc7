export interface Work {
  /** Ends the work, and waits for what has begun. */
  stop(): Promise<void>;
}

/**
 * Runs work now, and again after each pause.
 *
 * @param pause milliseconds between the end of a run and the next one
 * @param run gets a signal that is set when the work has to stop
 * @param failed receives the message of a run that failed. The next run comes as usual.
 */
export function repeat(
  pause: number,
  run: (signal: AbortSignal) => Promise<void>,
  failed: (message: string) => void,
): Work {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  const once = async (): Promise<void> => {
    try {
      await run(signal);
    } catch (error) {
      if (!signal.aborted) failed(error instanceof Error ? error.message : String(error));
    }
    if (!signal.aborted) {
      timer = setTimeout(() => {
        work = once();
      }, pause);
    }
  };
  let work = once();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await work;
    },
  };
}
