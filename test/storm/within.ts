import { setTimeout as sleep } from 'node:timers/promises';

/** Longest wait for one command of a browser, in milliseconds. Chromium sometimes never responds to a command. */
const COMMAND_MS = 60_000;

/**
 * Waits until a command of a browser has ended.
 *
 * @throws an error that names the command, if it takes too long
 */
export async function within<T>(what: string, work: Promise<T>, limit = COMMAND_MS): Promise<T> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      work,
      sleep(limit, undefined, { signal: timer.signal }).then(() => {
        throw new Error(`${what} took longer than ${String(limit / 1000)} s`);
      }),
    ]);
  } finally {
    timer.abort();
  }
}
