import type { ContentItem, PlaybackRecord } from '../../domain/catalogue/content.ts';
import { linkedTrackPosition, type LinkedPosition } from '../../domain/playback/share-link.ts';
import type { PlayDecision } from '../../domain/entitlement/play-decision.ts';
import { buildPlaylist } from '../../domain/playback/playlist.ts';
import { isSpeedElsewhere, rewindAfter } from '../../domain/playback/rewind.ts';
import { asSpeed, type Speed } from '../../domain/playback/speed.ts';
import { milliseconds, seconds } from '../../domain/time.ts';
import { trackSource } from '../../domain/playback/track-list.ts';
import type { Track, TrackId } from '../../domain/playback/track.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Catalogue, PlaybackApi } from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import { MESSAGES } from '../messages.ts';
import { DecideToPlay } from './decide-to-play.ts';
import { FindResumePosition, type FoundPosition } from '../progress/find-resume-position.ts';
import { SavePosition } from '../progress/save-position.ts';
import { LoadTracks } from './load-tracks.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { isAtEnd, startOfNextTrack, type TrackPosition } from '../progress/track-position.ts';
import { StartTrack } from './start-track.ts';
import { FavoritesState } from '../favorites/favorites-state.ts';
import { NoticesState } from '../notices-state.ts';
import { PlayerState } from './player-state.ts';
import { PlaybackSettingsState } from './playback-settings-state.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/**
 * The play click (section 5): decides, and where the decision is to play, loads the tracks and the
 * place where the listener was, and starts the sound. `trackId` asks for one track from its start or
 * from where the listener was in it, `linked` for the place that an address named, if it is there.
 */
export class PlayAudio {
  static readonly inject: Inject<typeof PlayAudio> = [
    PORTS.catalogue,
    PORTS.playbackApi,
    LoadTracks,
    StartTrack,
    ReportPlayback,
    FindResumePosition,
    SavePosition,
    PlayerState,
    DecideToPlay,
    FavoritesState,
    UserState,
    PlaybackSettingsState,
    NoticesState,
    PORTS.clock,
    PORTS.log,
  ];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly api: PlaybackApi,
    private readonly loadTracks: LoadTracks,
    private readonly startTrack: StartTrack,
    private readonly reportPlayback: ReportPlayback,
    private readonly findResumePosition: FindResumePosition,
    private readonly savePosition: SavePosition,
    private readonly player: PlayerState,
    private readonly decideToPlay: DecideToPlay,
    private readonly favorites: FavoritesState,
    private readonly user: UserState,
    private readonly settings: PlaybackSettingsState,
    private readonly notices: NoticesState,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

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
    const wantedAt = this.clock.now();
    const content = this.findResumePosition.contentToQuery(item, trackId);
    const [tracks, answer] = await Promise.all([this.tracksOf(item), this.api.playbackRecord(content)]);
    if (!this.player.isCurrentAttempt(attempt)) return;
    if (!tracks.ok) {
      this.log.warn('The tracks could not be loaded', { kind: tracks.error.kind, content: item.id });
      this.refuse(attempt);
      return;
    }
    const playlist = buildPlaylist(tracks.value, this.clock.now());
    // A failure falls back to the first chapter without a word (section 8).
    const told = answer.ok ? answer.value : null;
    const record = told === null ? null : this.findResumePosition.normalizeRecord(playlist, content, told);
    const found = this.findResumePosition.find(playlist, item, content, record);
    const wished = linked === null ? null : linkedTrackPosition(playlist, linked);
    const start =
      wished ?? this.rewound(this.placeIn(playlist, found?.trackPosition ?? null, trackId), record);
    if (start === null) {
      this.refuse(attempt);
      return;
    }
    void this.reportPlayback.reportBeforeChange();
    this.player.openAudio({
      audio: this.favorites.upToDate(item),
      tracks: playlist,
      index: start.index,
      position: start.position,
      speed: this.speedOf(item, record, found) ?? this.player.speed,
      userId: this.user.user.id,
    });
    this.savePosition.markIntent();
    if (answer.ok) this.savePosition.contentOpened(content, record);
    const isFound = wished === null && trackId === null && found !== null;
    if (isFound && found.other !== null) {
      this.startTrack.stopSound();
      this.player.askForPosition(found.trackPosition, found.other);
      return;
    }
    if (isFound && found.from === 'elsewhere' && start.position > 0) this.player.noteOtherDevice();
    await this.startTrack.start(attempt, wantedAt);
  }

  private refuse(attempt: number): void {
    this.player.endRequest(attempt);
    this.notices.post(MESSAGES.playFailed);
  }

  /** A tile may know a chaptered book without its chapters, or a title without its address; the whole item has them. */
  private async tracksOf(item: ContentItem) {
    const source = trackSource(item);
    if ((source === 'chapters' && item.chapters.length === 0) || (source === 'self' && item.url === null)) {
      const whole = await this.catalogue.content(item.id);
      return whole.ok ? this.loadTracks.load(whole.value) : whole;
    }
    return this.loadTracks.load(item);
  }

  private placeIn(
    playlist: readonly Track[],
    remembered: TrackPosition | null,
    trackId: TrackId | null,
  ): TrackPosition | null {
    if (playlist.length === 0) return null;
    if (trackId !== null) {
      const index = playlist.findIndex((track) => track.id === trackId);
      if (index === -1) return null;
      const isHere = remembered?.index === index && !isAtEnd(playlist, remembered);
      return { index, position: isHere ? remembered.position : seconds(0) };
    }
    if (remembered === null) return { index: 0, position: seconds(0) };
    return isAtEnd(playlist, remembered) ? startOfNextTrack(playlist, remembered) : remembered;
  }

  /** After a while away, perhaps on another device, a little is heard again where the listener wants that. */
  private rewound(place: TrackPosition | null, record: PlaybackRecord | null): TrackPosition | null {
    if (!this.settings.rewindsOnResume || place === null || place.position === 0) return place;
    const updatedAt = record?.updatedAt ?? null;
    if (updatedAt === null || record?.position !== place.position) return place;
    const away = milliseconds(this.clock.now() - updatedAt);
    return { ...place, position: seconds(Math.max(place.position - rewindAfter(away), 0)) };
  }

  /** The title's own speed, else the current one (contract 3.12): the one that was said last, here or elsewhere. */
  private speedOf(
    item: ContentItem,
    record: PlaybackRecord | null,
    found: FoundPosition | null,
  ): Speed | null {
    // What the player shows is the title's own.
    if (this.isOn(item)) return null;
    const chosen = this.settings.speedOf(item.id);
    const recorded = asSpeed(record?.speed ?? Number.NaN);
    if (record === null || recorded === null || chosen === null) return chosen?.speed ?? recorded;
    const isElsewhere = isSpeedElsewhere(record.updatedAt, chosen.at, found?.from === 'elsewhere');
    return isElsewhere ? recorded : chosen.speed;
  }

  private isOn(item: ContentItem): boolean {
    return this.player.isCurrentAudio(item) && this.player.userId === this.user.user.id;
  }
}
