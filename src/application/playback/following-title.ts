import { nextVolume } from '../../domain/catalogue/series.ts';
import type { ContentId, ContentItem, SeriesReference } from '../../domain/catalogue/content.ts';
import { nextValidIndex } from '../../domain/playback/track.ts';
import type { Catalogue } from '../../ports/content-api.ts';
import type { Clock, Network } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlayerState } from '../player-state.ts';
import { callWithRetries } from '../wait-for-network.ts';
import { DecideToPlay } from './decide-to-play.ts';
import { NextVolumeState } from './next-volume-state.ts';
import { PlayAudio } from './play-audio.ts';
import { UpNext } from './up-next.ts';

/**
 * What follows a title: with autoplay the first entry of Up Next (PLAY-80), else the next volume of a series. It is offered,
 * and with autoplay it starts, if a click on Play would play it (PLAY-115).
 */
export class FollowingTitle {
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
      const found = await callWithRetries({
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
