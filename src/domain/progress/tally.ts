import type { ContentId } from '../catalogue/content.ts';
import { seconds } from '../time.ts';
import type { Seconds } from '../time.ts';

/** The local playback tally: how long a content has really sounded, on the listener's clock. */
export type Tally = { readonly id: ContentId; readonly duration: Seconds };

/** A tally of nothing yet: at the start of a content, and after its royalty report. */
export const tallyReset = (id: ContentId): Tally => ({ id, duration: seconds(0) });

/**
 * `played` more seconds of `id` have sounded (told every second). Another content starts its
 * own tally; a span that is none (negative, not finite) adds nothing.
 */
export const tallyTick = (tally: Tally, id: ContentId, played: Seconds): Tally => {
  const before = tally.id === id ? tally : tallyReset(id);
  return Number.isFinite(played) && played > 0 ? { id, duration: seconds(before.duration + played) } : before;
};
