import { ContentType } from '../../domain/catalogue/content.ts';
import type { Track } from '../../domain/playback/track.ts';
import { isFinished } from '../../domain/progress/progress.ts';
import type { Seconds } from '../../domain/time.ts';
import type { PlaybackJournal } from '../../ports/stored-positions.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { FinishedState } from '../progress/finished-state.ts';
import { UserState } from '../session/user-state.ts';

/** How Autoplay goes on in a podcast: finished episodes are skipped, others go on where the listener left them (PLAY-127). */
export class FollowingEpisode {
  static readonly inject: Inject<typeof FollowingEpisode> = [PORTS.journal, FinishedState, UserState];

  constructor(
    private readonly journal: PlaybackJournal,
    private readonly finished: FinishedState,
    private readonly user: UserState,
  ) {}

  /** True if nothing of an episode is left to hear. Tracks of other titles are never skipped. */
  readonly isSkipped = (track: Track): boolean => {
    if (track.contentType !== ContentType.PODCAST_EPISODE) return false;
    const position = this.positionOf(track);
    const here = position === null ? null : { position, chapterIndex: null };
    return this.finished.isHeard(track) || isFinished({ runTime: track.runTime, chapters: [] }, here);
  };

  /** The position at which the listener left an episode: in this browser, else at the provider. Null for a new one. */
  readonly positionOf = (track: Track): Seconds | null => {
    if (track.contentType !== ContentType.PODCAST_EPISODE) return null;
    const saved = this.journal.position(track.contentId);
    if (saved !== null && saved.listener === this.user.user.id) return saved.position;
    return track.progress?.position ?? null;
  };
}
