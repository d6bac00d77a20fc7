import { NO_SLEEP } from '../../domain/playback/sleep.ts';
import type { Seconds } from '../../domain/time.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Clock, Network } from '../../ports/platform.ts';
import { FollowingEpisode } from './following-episode.ts';
import { StartTrack } from './start-track.ts';
import { PlayingTime } from './playing-time.ts';
import { PlayerState } from '../player-state.ts';
import { UpNext } from './up-next.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { ContentId, ContentItem, SeriesReference } from '../../domain/catalogue/content.ts';
import { nextValidIndex } from '../../domain/playback/track.ts';
import { nextVolume } from '../../domain/catalogue/series.ts';
import type { Catalogue } from '../../ports/content-api.ts';
import { NextVolumeState } from './player-offers-state.ts';
import { callUntilAnswered } from '../wait-for-network.ts';
import { DecideToPlay, PlayAudio } from './play-audio.ts';

/**
 * What follows a title: with autoplay the first entry of Up Next (PLAY-80), else the next volume of a series. It is offered,
 * and with autoplay it starts, if a click on Play would play it (PLAY-115).
 */
class FollowingTitle {
  static readonly inject: Inject<typeof FollowingTitle> = [
    UpNext,
    NextVolumeState,
    PlayerState,
    DecideToPlay,
    PlayAudio,
    PORTS.catalogue,
    PORTS.network,
    PORTS.clock,
  ];

  constructor(
    private readonly playUpNext: UpNext,
    private readonly state: NextVolumeState,
    private readonly player: PlayerState,
    private readonly decideToPlay: DecideToPlay,
    private readonly playAudio: PlayAudio,
    private readonly catalogue: Catalogue,
    private readonly network: Network,
    private readonly clock: Clock,
  ) {}

  /** Call it when a track has ended and no other track of the title has started. Up Next comes first: the listener chose it. */
  async trackEnded(): Promise<void> {
    if (this.player.autoplay && (await this.playUpNext.startNext())) return;
    await this.offerNextVolume();
  }

  private async offerNextVolume(): Promise<void> {
    const { audio, tracks, track, isOnlyTrack } = this.player;
    if (audio === null || audio.series.length === 0 || isOnlyTrack) return;
    const index = tracks.findIndex(({ id }) => id === track?.id);
    if (nextValidIndex(tracks, index, this.clock.now()) !== null) return;
    const next = await this.find(audio);
    if (next === null || !this.rests(audio.id)) return;
    this.state.show({ after: audio.id, ...next });
    if (!this.player.autoplay) return;
    const decision = await this.decideToPlay.decideSilently(next.item);
    if (decision?.kind !== 'play' || !this.rests(audio.id)) return;
    await this.playAudio.start(next.item, {
      trackId: null,
      linked: null,
      isOnlyTrack: false,
      isAsked: false,
    });
  }

  /** False if the listener has gone on meanwhile. */
  private rests(ended: ContentId): boolean {
    return this.player.audio?.id === ended && this.player.hasEnded && this.player.pendingId === null;
  }

  /** Looks in every series of the title, in their order. */
  private async find(
    audio: ContentItem,
  ): Promise<{ readonly item: ContentItem; readonly series: SeriesReference } | null> {
    for (const series of audio.series) {
      const found = await callUntilAnswered({
        network: this.network,
        clock: this.clock,
        call: async () => this.catalogue.series(series.id),
        isWanted: () => this.rests(audio.id),
        onWait: () => undefined,
        waitsOnline: true,
      });
      const item = found.ok ? nextVolume(found.value.items, audio, series.id) : null;
      if (item !== null) return { item, series };
    }
    return null;
  }
}

/**
 * Reports a track that has ended. With autoplay, starts the next track (PLAY-16), without a new play decision (PLAY-28).
 * After the last track, another title may follow. If nothing follows, the player rests until Play (PLAY-99, PLAY-40).
 */
export class EndTrack {
  static readonly inject: Inject<typeof EndTrack> = [
    ReportPlayback,
    StartTrack,
    FollowingEpisode,
    FollowingTitle,
    PlayerState,
    PlayingTime,
    PORTS.audioOutput,
    PORTS.clock,
  ];

  constructor(
    private readonly reportPlayback: ReportPlayback,
    private readonly startTrack: StartTrack,
    private readonly followingEpisode: FollowingEpisode,
    private readonly followingTitle: FollowingTitle,
    private readonly player: PlayerState,
    private readonly playingTime: PlayingTime,
    private readonly output: AudioOutput,
    private readonly clock: Clock,
  ) {}

  /** Leaves out the end of a track, which then counts as heard (PLAY-122). */
  skipTo(end: Seconds): void {
    this.player.positionChanged(end);
    this.end();
    if (!this.player.isPlaying) this.output.pause();
  }

  end(): void {
    this.playingTime.stop();
    this.playingTime.beginPause();
    const { track: before, sleep, endedWhereResumed } = this.player;
    if (endedWhereResumed) {
      // The end was reported when it was heard.
      this.reportPlayback.store();
      this.player.endReached();
      if (this.moveOn()) this.start();
      return;
    }
    void this.reportPlayback.report();
    if (sleep.kind === 'end-of-chapter') {
      this.player.setSleep(NO_SLEEP, this.clock.elapsed());
      this.player.endReached();
      return;
    }
    this.player.trackEnded(this.clock.now(), this.followingEpisode);
    if (this.player.track?.id !== before?.id) this.start();
    else void this.followingTitle.trackEnded();
  }

  /** Leaves a track that has ended, before Play (PLAY-99). Returns false if no track is valid any more. */
  leave(): boolean {
    void this.reportPlayback.reportBeforeChange();
    return this.moveOn();
  }

  private moveOn(): boolean {
    const isMoved = this.player.moveOn(this.clock.now());
    // The only track of a title starts again, and is still loaded.
    if (this.player.isLoaded) this.output.seek(this.player.position);
    return isMoved;
  }

  private start(): void {
    void this.startTrack.start(this.player.requestPlay(this.player.audio?.id ?? null));
  }
}
