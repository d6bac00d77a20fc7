import type { ContentItem, ContentId } from '../../domain/catalogue/content.ts';
import type { PlayDecision } from '../../domain/entitlement/play-decision.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import { seconds, type Seconds } from '../../domain/time.ts';
import type { Analytics } from '../../ports/analytics.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlayerState } from '../player-state.ts';
import { SavePosition } from '../progress/save-position.ts';
import { NewestTitle } from './newest-title.ts';
import { PlayAudio } from './play-audio.ts';
import { PlayingTime } from './playing-time.ts';
import { Seek } from './seek.ts';
import { TogglePlayback } from './toggle-playback.ts';

/** A stored position: the title that was opened, one of its tracks, and the second. */
type StoredPosition = {
  readonly audio: ContentId;
  readonly track: TrackId;
  readonly position: Seconds;
};

/** The Play buttons of titles, of track rows and of stored positions, and the buttons of the player (PLAY-19). */
export class PlayerControls {
  static readonly inject: Inject<typeof PlayerControls> = [
    PlayAudio,
    TogglePlayback,
    NewestTitle,
    Seek,
    PlayingTime,
    PlayerState,
    SavePosition,
    PORTS.analytics,
  ];

  constructor(
    private readonly playAudio: PlayAudio,
    private readonly togglePlayback: TogglePlayback,
    private readonly newestTitle: NewestTitle,
    private readonly seek: Seek,
    private readonly playingTime: PlayingTime,
    private readonly player: PlayerState,
    private readonly savePosition: SavePosition,
    private readonly analytics: Analytics,
  ) {}

  /** The Play button of a tile or a detail page. */
  async playOrPause(item: ContentItem): Promise<void> {
    const isOpen = this.player.isCurrentAudio(item);
    if (isOpen) this.newestTitle.update(item);
    if (isOpen && this.player.phase !== 'error') await this.togglePlayback.toggle();
    else await this.playAudio.play(item);
  }

  /** The row of a chapter, an episode or a track. */
  async playOrPauseTrack(item: ContentItem, trackId: TrackId): Promise<void> {
    this.newestTitle.update(item);
    const isCurrent = this.player.isCurrentAudio(item) && this.player.track?.id === trackId;
    // A restored position may be in another track by now. The row that was chosen counts (PROG-26).
    if (isCurrent && this.player.phase !== 'restored') {
      // The row of a track that has ended plays this track again, not the next one (PLAY-99).
      if (this.player.hasEnded) this.seek.seekTo(seconds(0));
      this.playingTime.stayHere();
      await this.togglePlayback.toggle();
    } else await this.playAudio.play(item, trackId);
  }

  /** Ask the Universe: plays a random title, if the play decision allows it (ANA-19). */
  async playRandom(): Promise<PlayDecision | null> {
    const item = await this.newestTitle.random();
    if (item === null) return null;
    this.analytics.record({ name: 'Ask the Universe Used', properties: { content_id: item.id } });
    return this.playAudio.play(item);
  }

  close(): void {
    this.player.close();
    this.togglePlayback.pause();
  }

  async resume(): Promise<void> {
    const wasPlaying = this.player.show();
    if (wasPlaying && !this.player.isPlaying) await this.togglePlayback.toggle();
  }

  /** Plays from the position that the listener chose of two (PROG-19). */
  async choosePosition(which: 'here' | 'elsewhere'): Promise<void> {
    const { positionNote } = this.player;
    if (positionNote?.kind !== 'question') return;
    const { index, position } = positionNote[which];
    this.player.chooseTrack(index, position);
    this.player.dismissPositionNote();
    this.savePosition.markIntent();
    await this.togglePlayback.resume();
  }

  /** Plays from a stored position, by the same decision as every other request to play (BOOK-12, HIST-6). */
  async playFrom({ audio, track, position }: StoredPosition): Promise<void> {
    const isTrackOpen = this.player.isCurrentAudio({ id: audio }) && this.player.track?.id === track;
    // The sound of this track is loaded, so a seek is enough.
    if (isTrackOpen && this.player.isLoaded) {
      this.seek.seekTo(position);
      if (!this.player.isPlaying) await this.togglePlayback.resume();
      return;
    }
    const attempt = this.player.requestPlay(audio);
    const item = await this.newestTitle.findStored(audio, attempt);
    if (!this.player.isCurrentAttempt(attempt)) return;
    this.player.endRequest(attempt);
    if (item !== null) await this.playAudio.play(item, track, { chapter: null, second: position });
  }
}
