import type { PlayRefusal } from '../../ports/audio-output.ts';

// The codes of a media element's error, as the HTML standard numbers them.
const ABORTED = 1;
const NETWORK = 2;
const DECODE = 3;

/**
 * Why a source will bring nothing more; null when that was asked for. Anything a provider refuses before
 * the first byte (401, 403, 404, HTML …) arrives as one and the same "not supported".
 *
 * @param hadBegun whether a part had already arrived
 */
export const failureReason = (
  error: MediaError | null,
  hadBegun: boolean,
): 'network' | 'unplayable' | null => {
  if (error === null || error.code === ABORTED) return null;
  if (error.code === NETWORK) return 'network';
  return hadBegun && error.code !== DECODE ? 'network' : 'unplayable';
};

/** Why the browser did not play. */
export const playRefusal = (error: unknown): PlayRefusal => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return { kind: 'denied' };
  return { kind: name === 'AbortError' ? 'superseded' : 'failed' };
};
