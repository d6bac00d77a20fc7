import type { ContentItem } from '../../domain/catalogue/content.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import { seconds } from '../../domain/time.ts';
import { LastPause } from './last-pause.ts';
import { PlayAudio } from './play-audio.ts';
import { PlayerState } from './player-state.ts';
import { Seek } from './seek.ts';
import { TogglePlayback } from './toggle-playback.ts';
import { NewestTitle } from './newest-title.ts';
import type { Inject } from '../../ports/tokens.ts';
import { SavePosition } from '../progress/save-position.ts';

/** The Play buttons of titles and of track rows, and the buttons of the player (PLAY-19). */
export class PlayerControls {
  static readonly inject: Inject<typeof PlayerControls> = [
    PlayAudio,
    TogglePlayback,
    NewestTitle,
    Seek,
    LastPause,
    PlayerState,
    SavePosition,
  ];

  constructor(
    private readonly playAudio: PlayAudio,
    private readonly togglePlayback: TogglePlayback,
    private readonly newestTitle: NewestTitle,
    private readonly seek: Seek,
    private readonly lastPause: LastPause,
    private readonly player: PlayerState,
    private readonly savePosition: SavePosition,
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
      this.lastPause.stayHere();
      await this.togglePlayback.toggle();
    } else await this.playAudio.play(item, trackId);
  }

  close(): void {
    this.player.close();
    this.togglePlayback.pause();
  }

  async resume(): Promise<void> {
    this.player.show();
    if (this.player.resumesPlaying && !this.player.isPlaying) await this.togglePlayback.toggle();
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
}
