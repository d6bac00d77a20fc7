import type { ContentId, ContentItem, SeriesReference } from '../../domain/catalogue/content.ts';
import { nextValidIndex } from '../../domain/playback/track-list.ts';
import { nextVolume } from '../../domain/catalogue/series.ts';
import type { Catalogue } from '../../ports/content-api.ts';
import type { Clock } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { NextVolumeState } from './next-volume-state.ts';
import { DecideToPlay, PlayAudio } from './play-audio.ts';
import { PlayerState } from './player-state.ts';

/**
 * Offers the next volume when a title of a series has ended. With autoplay, starts it, if a click on Play would play it
 * (PLAY-115).
 */
export class NextVolume {
  static readonly inject: Inject<typeof NextVolume> = [
    NextVolumeState,
    PlayerState,
    DecideToPlay,
    PlayAudio,
    PORTS.catalogue,
    PORTS.clock,
  ];

  constructor(
    private readonly state: NextVolumeState,
    private readonly player: PlayerState,
    private readonly decideToPlay: DecideToPlay,
    private readonly playAudio: PlayAudio,
    private readonly catalogue: Catalogue,
    private readonly clock: Clock,
  ) {}

  /** Call it when a track has ended and nothing else has started. */
  async trackEnded(): Promise<void> {
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
    await this.playAudio.start(next.item, { trackId: null, linked: null, isOnlyTrack: false });
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
      const found = await this.catalogue.series(series.id);
      const item = found.ok ? nextVolume(found.value.items, audio, series.id) : null;
      if (item !== null) return { item, series };
    }
    return null;
  }
}
