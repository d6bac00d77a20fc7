import type { ContentItem } from '../../domain/catalogue/content.ts';
import type { PlayDecision } from '../../domain/entitlement/play-decision.ts';
import type { LinkedPosition } from '../../domain/playback/share-link.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { MESSAGES } from '../messages.ts';
import { NoticesState } from '../notices-state.ts';
import { DecideToPlay } from './decide-to-play.ts';
import { LoadPlayback } from './opening/load-playback.ts';
import { OpenAudio } from './opening/open-audio.ts';
import { type Attempt, PlayerState } from './player-state.ts';
import { StartTrack } from './start-track.ts';

/** Plays a title: decides, and if the decision is `play`, loads the title, opens it and starts the sound. */
export class PlayAudio {
  static readonly inject: Inject<typeof PlayAudio> = [
    DecideToPlay,
    LoadPlayback,
    OpenAudio,
    StartTrack,
    PlayerState,
    NoticesState,
    PORTS.clock,
    PORTS.log,
  ];

  constructor(
    private readonly decideToPlay: DecideToPlay,
    private readonly loadPlayback: LoadPlayback,
    private readonly openAudio: OpenAudio,
    private readonly startTrack: StartTrack,
    private readonly player: PlayerState,
    private readonly notices: NoticesState,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * @param trackId one track, from its start or from the position that the listener left it at
   * @param linked the position that the address names, or the second in `trackId`
   * @returns null if nothing was decided, for example because of a newer request
   */
  async play(
    item: ContentItem,
    trackId: TrackId | null = null,
    linked: LinkedPosition | null = null,
  ): Promise<PlayDecision | null> {
    const decided = await this.decideToPlay.decide(item);
    if (decided === null) return null;
    if (decided.decision.kind === 'play') await this.startPlaying(decided.item, trackId, linked);
    return decided.decision;
  }

  private async startPlaying(
    item: ContentItem,
    trackId: TrackId | null,
    linked: LinkedPosition | null,
  ): Promise<void> {
    const attempt = this.player.requestPlay(item.id);
    const requestedAt = this.clock.now();
    const loaded = await this.loadPlayback.load(item, trackId);
    if (!this.player.isCurrentAttempt(attempt)) return;
    if (!loaded.ok) {
      this.log.warn('The tracks could not be loaded', { kind: loaded.error.kind, content: item.id });
      this.refuse(attempt);
      return;
    }
    const outcome = this.openAudio.open(item, loaded.value, trackId, linked);
    switch (outcome.kind) {
      case 'nothing':
        this.refuse(attempt);
        return;
      case 'question':
        this.startTrack.stopSound();
        this.player.askForPosition(outcome.here, outcome.elsewhere);
        return;
      case 'opened':
        await this.startTrack.start(attempt, requestedAt);
    }
  }

  private refuse(attempt: Attempt): void {
    this.player.endRequest(attempt);
    this.notices.post(MESSAGES.playFailed);
  }
}
