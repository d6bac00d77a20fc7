import type { ContentId } from '../../domain/catalogue/content.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import type { Seconds } from '../../domain/time.ts';
import type { Log } from '../../ports/log.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { MESSAGES } from '../messages.ts';
import { NoticesState } from '../notices-state.ts';
import { NewestTitle } from './newest-title.ts';
import { PlayAudio } from './play-audio.ts';
import { PlayerState } from './player-state.ts';
import { Seek } from './seek.ts';
import { TogglePlayback } from './toggle-playback.ts';

/** A stored position: the title that was opened, one of its tracks, and the second. */
type StoredPosition = {
  readonly audio: ContentId;
  readonly track: TrackId;
  readonly position: Seconds;
};

/** Plays from a stored position, by the same decision as every other request to play (BOOK-12, HIST-6). */
export class PlayFrom {
  static readonly inject: Inject<typeof PlayFrom> = [
    NewestTitle,
    PlayAudio,
    Seek,
    TogglePlayback,
    PlayerState,
    NoticesState,
    PORTS.log,
  ];

  constructor(
    private readonly findTitle: NewestTitle,
    private readonly playAudio: PlayAudio,
    private readonly seek: Seek,
    private readonly togglePlayback: TogglePlayback,
    private readonly player: PlayerState,
    private readonly notices: NoticesState,
    private readonly log: Log,
  ) {}

  async play(stored: StoredPosition): Promise<void> {
    if (this.isOpen(stored)) {
      this.seek.seekTo(stored.position);
      if (!this.player.isPlaying) await this.togglePlayback.resume();
      return;
    }
    const attempt = this.player.requestPlay(stored.audio);
    const found = await this.findTitle.find(stored.audio);
    if (!this.player.isCurrentAttempt(attempt)) return;
    this.player.endRequest(attempt);
    if (!found.ok) {
      const { kind } = found.error;
      this.log.warn('The title of a stored position could not be loaded', { kind, content: stored.audio });
      this.notices.post(kind === 'not-found' ? MESSAGES.itemNotFound : MESSAGES.playFailed);
      return;
    }
    await this.playAudio.play(found.value, stored.track, { chapter: null, second: stored.position });
  }

  /** True if the sound of this track is loaded, so that a seek is enough. */
  private isOpen({ audio, track }: StoredPosition): boolean {
    return (
      this.player.isCurrentAudio({ id: audio }) && this.player.track?.id === track && this.player.isLoaded
    );
  }
}
