import type { ContentId } from '../catalogue/content.ts';
import { seconds } from '../time.ts';
import type { Seconds } from '../time.ts';

/** How long a content was really playing, by the listener's clock. */
export type Tally = { readonly id: ContentId; readonly duration: Seconds };

/** An empty tally: at the start of a content, and after its royalty report. */
export const tallyReset = (id: ContentId): Tally => ({ id, duration: seconds(0) });

/** Adds `played` seconds of `id`. Another content starts a new tally. A negative or infinite time adds nothing. */
export const tallyTick = (tally: Tally, id: ContentId, played: Seconds): Tally => {
  const before = tally.id === id ? tally : tallyReset(id);
  return Number.isFinite(played) && played > 0 ? { id, duration: seconds(before.duration + played) } : before;
};
