import type { AudioOutput } from '../../ports/audio-output.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlayerState } from '../player-state.ts';
import { SavePosition } from '../progress/save-position.ts';
import { DecideToPlay } from './decide-to-play.ts';
import { EndTrack } from './end-track.ts';
import { PlayAudio } from './play-audio.ts';
import { PlayingTime } from './playing-time.ts';
import { StartTrack } from './start-track.ts';

/**
 * Plays or pauses what is in the player. Resuming is decided like any request to play, because a window may have
 * closed during the pause (ENT-23). A downloaded title may need a new contact with the provider (DOWN-65).
 */
export class TogglePlayback {
  static readonly inject: Inject<typeof TogglePlayback> = [
    PORTS.audioOutput,
    PlayAudio,
    StartTrack,
    PlayingTime,
    SavePosition,
    PlayerState,
    DecideToPlay,
    EndTrack,
  ];

  constructor(
    private readonly output: AudioOutput,
    private readonly playAudio: PlayAudio,
    private readonly startTrack: StartTrack,
    private readonly playingTime: PlayingTime,
    private readonly savePosition: SavePosition,
    private readonly player: PlayerState,
    private readonly decideToPlay: DecideToPlay,
    private readonly endTrack: EndTrack,
  ) {}

  async toggle(): Promise<void> {
    if (this.player.isPlaying) this.pause();
    else await this.resume();
  }

  /** Pauses the sound, or ends a request whose sound has not started yet. */
  pause(): void {
    // A load that is still pending must not start to sound after the listener has paused.
    this.player.endRequest(this.player.requestPlay(null));
    this.output.pause();
    this.playingTime.stop();
    this.player.soundStopped();
  }

  async resume(): Promise<void> {
    const { audio, track } = this.player;
    if (audio === null || track === null) return;
    if (!this.player.isLoaded && this.player.phase === 'restored') {
      // After a reload, the position is loaded from the provider, because it may come from another device (PROG-26).
      await this.playAudio.resume(audio);
      return;
    }
    if (!this.decideToPlay.playsAtOnce(audio)) {
      const decided = await this.decideToPlay.decide(audio);
      if (decided?.decision.kind !== 'play') return;
    }
    const attempt = this.player.requestPlay(audio.id);
    if (this.playingTime.isLong && !(await this.playingTime.followElsewhere(attempt))) return;
    if (this.player.hasEnded && !this.endTrack.leave()) {
      // No track is valid any more. Opening the title again says so.
      await this.playAudio.resume(audio);
      return;
    }
    this.savePosition.markIntent();
    this.playingTime.rewind();
    await this.startTrack.resume(attempt);
  }
}
