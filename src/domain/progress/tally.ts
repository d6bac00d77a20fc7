import type { ContentId } from '../catalogue/content.ts';
import type { Speed } from '../playback/speed.ts';
import { seconds } from '../time.ts';
import type { Seconds } from '../time.ts';

/**
 * How long a content was really playing, by the listener's clock (`duration`), and how much of it was heard: each of
 * these seconds multiplied by its own speed (`heard`) (PROG-5).
 */
export type Tally = { readonly id: ContentId; readonly duration: Seconds; readonly heard: Seconds };

/** An empty tally: at the start of a content, and after its royalty report. */
export const tallyReset = (id: ContentId): Tally => ({ id, duration: seconds(0), heard: seconds(0) });

/**
 * Adds `played` seconds of `id` at a speed. Another content starts a new tally. A negative or infinite time adds
 * nothing.
 */
export const tallyTick = (tally: Tally, id: ContentId, played: Seconds, speed: Speed): Tally => {
  const before = tally.id === id ? tally : tallyReset(id);
  return Number.isFinite(played) && played > 0
    ? { id, duration: seconds(before.duration + played), heard: seconds(before.heard + played * speed) }
    : before;
};

/** What is left of a tally after a part of it was reported. The tally of another content stays. */
export const tallyWithout = (tally: Tally, reported: Tally): Tally =>
  tally.id === reported.id
    ? {
        id: tally.id,
        duration: seconds(Math.max(tally.duration - reported.duration, 0)),
        heard: seconds(Math.max(tally.heard - reported.heard, 0)),
      }
    : tally;
