import { sleepPaused, sleepPlaying } from '../../domain/playback/sleep.ts';
import type { Clock } from '../../ports/clock.ts';
import { ListeningTally } from '../progress/listening-tally.ts';
import { PlayerState } from './player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Counts the time in which the audio sounds, for reports and for the sleep timer. */
export class CountPlayingTime {
  static readonly inject: Inject<typeof CountPlayingTime> = [PlayerState, ListeningTally, PORTS.clock];

  constructor(
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly clock: Clock,
  ) {}

  /** The audio sounds from now on. */
  start(): void {
    const now = this.clock.elapsed();
    this.player.soundStarted(this.clock.now());
    const { track, speed } = this.player;
    if (track !== null) this.tally.soundStarted(track.contentId, speed, now);
    this.player.setSleep(sleepPlaying(this.player.sleep, now), now);
  }

  /** Adds the time since the last update. Called repeatedly while the audio sounds. */
  update(): void {
    this.tally.update(this.clock.elapsed());
  }

  /** The audio is silent from now on. */
  stop(): void {
    const now = this.clock.elapsed();
    this.tally.soundStopped(now);
    this.player.setSleep(sleepPaused(this.player.sleep, now), now);
  }
}
