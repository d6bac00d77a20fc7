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
import { type LoadedPlayback, LoadPlayback } from './opening/load-playback.ts';
import { OpenAudio } from './opening/open-audio.ts';
import { PlayerState } from './player-state.ts';
import { StartTrack } from './start-track.ts';

/** What to start of a title, and where. */
export type StartRequest = {
  /** One track, from its start or from the position that the listener left it at. */
  readonly trackId: TrackId | null;
  /** The position that the address names. */
  readonly linked: LinkedPosition | null;
  /** True: the playlist is this one track. False: the other tracks of the title follow. */
  readonly isOnlyTrack: boolean;
};

/**
 * - `started`: the title is in the player. It plays, asks for a position, or shows a failure
 * - `replaced`: a newer request has replaced this one
 * - `not-loaded`: the tracks could not be loaded
 * - `no-track`: the title has no such track, or no track that is valid now (PLAY-13).
 */
export type StartOutcome = 'started' | 'replaced' | 'not-loaded' | 'no-track';

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
    return this.request(item, { trackId, linked, isOnlyTrack: false });
  }

  /**
   * Plays the title that an earlier page left in the player, or the one track of it that the listener had asked for
   * (PLAY-96).
   */
  async resume(item: ContentItem): Promise<void> {
    const { isOnlyTrack, track } = this.player;
    const trackId = isOnlyTrack ? (track?.id ?? null) : null;
    await this.request(item, { trackId, linked: null, isOnlyTrack: trackId !== null });
  }

  /** Starts a title that may play. If it cannot be started, the player keeps what it has (PLAY-62). */
  async start(item: ContentItem, { trackId, linked, isOnlyTrack }: StartRequest): Promise<StartOutcome> {
    const attempt = this.player.requestOpening(item.id);
    const requestedAt = this.clock.now();
    const loaded = await this.loadPlayback.load(item, trackId, isOnlyTrack);
    if (!this.player.isCurrentAttempt(attempt)) return 'replaced';
    if (!loaded.ok) {
      this.log.warn('The tracks could not be loaded', { kind: loaded.error.kind, content: item.id });
      this.player.endRequest(attempt);
      return 'not-loaded';
    }
    const outcome = this.openAudio.open(item, loaded.value, trackId, linked);
    switch (outcome.kind) {
      case 'nothing':
        this.player.endRequest(attempt);
        return 'no-track';
      case 'question':
        void this.completePlaylist(item, loaded.value);
        this.startTrack.stopSound();
        this.player.askForPosition(outcome.here, outcome.elsewhere);
        return 'started';
      case 'opened':
        void this.completePlaylist(item, loaded.value);
        await this.startTrack.start(attempt, requestedAt);
        return 'started';
    }
  }

  private async request(item: ContentItem, request: StartRequest): Promise<PlayDecision | null> {
    const decided = await this.decideToPlay.decide(item);
    if (decided === null) return null;
    if (decided.decision.kind !== 'play') return decided.decision;
    let outcome = await this.start(decided.item, request);
    // The title may no longer have the one track that was stored with the player.
    if (outcome === 'no-track' && request.isOnlyTrack)
      outcome = await this.start(decided.item, { trackId: null, linked: null, isOnlyTrack: false });
    if (outcome === 'not-loaded' || outcome === 'no-track') this.notices.post(MESSAGES.playFailed);
    return decided.decision;
  }

  /** Puts the whole playlist into the player when it has loaded, if the title is still there (PLAY-97). */
  private async completePlaylist(item: ContentItem, { wholePlaylist }: LoadedPlayback): Promise<void> {
    const { userId } = this.player;
    const tracks = (await wholePlaylist) ?? [];
    const isOpen = this.player.isCurrentAudio(item) && this.player.userId === userId;
    if (isOpen && !this.player.isOnlyTrack) this.player.tracksCompleted(tracks);
  }
}
