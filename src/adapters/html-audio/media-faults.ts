import type { PlayRefusal } from '../../ports/audio-output.ts';

// The codes of a media element's error, as the HTML standard numbers them.
const ABORTED = 1;
const NETWORK = 2;
const DECODE = 3;

/**
 * Returns why a source failed; null if the load was aborted on request. Browsers report every refusal before the first
 * byte (401, 403, 404, HTML …) as "not supported".
 *
 * @param hasStarted true if a part of the source had arrived
 */
export const failureReason = (
  error: MediaError | null,
  hasStarted: boolean,
): 'network' | 'unplayable' | null => {
  if (error === null || error.code === ABORTED) return null;
  if (error.code === NETWORK) return 'network';
  return hasStarted && error.code !== DECODE ? 'network' : 'unplayable';
};

/** Returns why the browser did not play. */
export const playRefusal = (error: unknown): PlayRefusal => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return { kind: 'denied' };
  return { kind: name === 'AbortError' ? 'superseded' : 'failed' };
};
