import { NOBODY, type UserId } from '../../domain/account/user.ts';
import type { ContentId, ContentItem, PlaybackRecord } from '../../domain/catalogue/content.ts';
import { knownDecision, type PlayDecision } from '../../domain/entitlement/play-decision.ts';
import {
  asSpeed,
  NO_SKIPS,
  showOf,
  type Skips,
  type Speed,
  startAfterSkip,
} from '../../domain/playback/player.ts';
import { isSpeedElsewhere } from '../../domain/progress/position.ts';
import { rewindAfter } from '../../domain/playback/rewind.ts';
import { type LinkedPosition, linkedTrackPosition } from '../../domain/playback/share-link.ts';
import type { Track, TrackId } from '../../domain/playback/track.ts';
import type { DatedTrackPosition, TrackPosition } from '../../domain/playback/track-position.ts';
import { milliseconds, type Seconds, seconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlayerState } from '../player-state.ts';
import { UserState } from '../session/user-state.ts';
import { type DecidedPlay, DecideToPlay } from './decide-to-play.ts';
import type { FoundPosition } from './find-resume-position.ts';
import { type LoadedPlayback, LoadPlayback, startPosition } from './load-playback.ts';
import { PlaybackSettingsState } from './playback-settings-state.ts';
import { StartTrack } from './start-track.ts';
import { TitleChange } from './title-change.ts';

/** What to start of a title, and where. */
export type StartRequest = {
  /** One track, from its start or from the position that the listener left it at. */
  readonly trackId: TrackId | null;
  /** The position that the address names. */
  readonly linked: LinkedPosition | null;
  /** True: the playlist is this one track. False: the other tracks of the title follow. */
  readonly isOnlyTrack: boolean;
  /** True: the listener asked for it now, and is told a failure at once. False: it follows another title (PLAY-125). */
  readonly isAsked: boolean;
};

/**
 * - `started`: the title is in the player. It plays, asks for a position, or shows a failure
 * - `replaced`: a newer request has replaced this one
 * - `not-loaded`: the tracks could not be loaded
 * - `no-track`: the title has no such track, or no track that is valid now (PLAY-13).
 */
export type StartOutcome = 'started' | 'replaced' | 'not-loaded' | 'no-track';

/**
 * - `opened`: the title is in the player, and playback may start
 * - `question`: the title is in the player, and the listener has to choose one of two positions (PROG-19)
 * - `nothing`: there is no such track, and nothing has changed
 */
type OpenOutcome =
  | { readonly kind: 'opened' }
  | { readonly kind: 'question'; readonly here: DatedTrackPosition; readonly elsewhere: DatedTrackPosition }
  | { readonly kind: 'nothing' };

/**
 * Plays a title: decides, and if the decision is `play`, loads the title, puts it into the player at the position and the
 * speed at which it is to start, and starts the sound. What is saved and reported follows the sound.
 */
export class PlayAudio {
  static readonly inject: Inject<typeof PlayAudio> = [
    DecideToPlay,
    LoadPlayback,
    StartTrack,
    TitleChange,
    PlayerState,
    UserState,
    PlaybackSettingsState,
    PORTS.clock,
  ];

  constructor(
    private readonly decideToPlay: DecideToPlay,
    private readonly loadPlayback: LoadPlayback,
    private readonly startTrack: StartTrack,
    private readonly titleChange: TitleChange,
    private readonly player: PlayerState,
    private readonly user: UserState,
    private readonly settings: PlaybackSettingsState,
    private readonly clock: Clock,
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
    return this.request(item, { trackId, linked, isOnlyTrack: false, isAsked: true });
  }

  /**
   * Plays the title that an earlier page left in the player, or the one track of it that the listener had asked for
   * (PLAY-96).
   */
  async resume(item: ContentItem): Promise<void> {
    const { isOnlyTrack, track } = this.player;
    const trackId = isOnlyTrack ? (track?.id ?? null) : null;
    await this.request(item, { trackId, linked: null, isOnlyTrack: trackId !== null, isAsked: true });
  }

  /** Starts a title that may play. If it cannot be started, the player keeps what it has (PLAY-62). */
  async start(item: ContentItem, request: StartRequest): Promise<StartOutcome> {
    const { trackId, isOnlyTrack, isAsked } = request;
    const attempt = this.player.requestOpening(item.id);
    const askedAt = isAsked ? this.clock.now() : null;
    const isWanted = isAsked ? null : () => this.player.isCurrentAttempt(attempt);
    const isOpen = this.player.isCurrentAudio(item);
    const probable = this.loadPlayback.guess(item, trackId);
    if (probable !== null) this.startTrack.askForAddress(probable.track);
    const loaded = await this.loadPlayback.load(item, { trackId, isOnlyTrack, isOpen, isWanted });
    if (!this.player.isCurrentAttempt(attempt)) return 'replaced';
    if (!loaded.ok) {
      this.titleChange.notLoaded(item, loaded.error);
      this.player.endRequest(attempt);
      return 'not-loaded';
    }
    const outcome = this.open(item, loaded.value, request);
    if (outcome.kind === 'nothing') {
      this.player.endRequest(attempt);
      return 'no-track';
    }
    void this.completePlaylist(item, loaded.value);
    if (outcome.kind === 'question') {
      this.startTrack.stopSound();
      this.player.askForPosition(outcome.here, outcome.elsewhere);
    } else await this.startTrack.start(attempt, askedAt);
    this.titleChange.started(item);
    return 'started';
  }

  private async request(item: ContentItem, request: StartRequest): Promise<PlayDecision | null> {
    const decided = this.decidedAtOnce(item) ?? (await this.decideToPlay.decide(item));
    if (decided === null) return null;
    if (decided.decision.kind !== 'play') return decided.decision;
    let outcome = await this.start(decided.item, request);
    // The title may no longer have the one track that was stored with the player.
    if (outcome === 'no-track' && request.isOnlyTrack)
      outcome = await this.start(decided.item, { ...request, trackId: null, isOnlyTrack: false });
    if (outcome === 'not-loaded' || outcome === 'no-track') this.titleChange.tellFailure();
    return decided.decision;
  }

  private open(
    item: ContentItem,
    { playlist, isOnlyTrack, recorded, found }: LoadedPlayback,
    { trackId, linked }: StartRequest,
  ): OpenOutcome {
    const { record } = recorded;
    const requested = linked === null ? null : linkedTrackPosition(playlist, linked, trackId);
    const start =
      requested ?? this.rewound(startPosition(playlist, found?.trackPosition ?? null, trackId), record);
    if (start === null) return { kind: 'nothing' };
    if (this.player.audio !== null) this.titleChange.leave();
    const skips = chosenFor(this.settings.podcasts, item)?.skips ?? NO_SKIPS;
    this.player.setSkips(skips);
    this.player.openAudio({
      audio: item,
      tracks: playlist,
      index: start.index,
      isOnlyTrack,
      position: requested === null ? afterSkip(start, playlist, skips) : start.position,
      isResumed: requested === null && trackId === null,
      speed: this.speedOf(item, record, found) ?? this.player.speed,
      userId: this.userId,
      opening: { at: this.clock.now(), trackId, recorded: recorded.kind === 'loaded' ? recorded : null },
    });
    if (requested !== null || trackId !== null || found === null) return { kind: 'opened' };
    if (found.other !== null) {
      return { kind: 'question', here: found.trackPosition, elsewhere: found.other };
    }
    if (found.from !== 'here' && start.position > 0) this.player.noteOrigin(found.from);
    return { kind: 'opened' };
  }

  /**
   * The decision about an item that may play without a request. Null for any other item, and before anybody has signed in.
   */
  private decidedAtOnce(item: ContentItem): DecidedPlay | null {
    const decision = knownDecision(this.user.listener, item, this.clock.now());
    return decision?.kind === 'play' && this.userId !== NOBODY.id ? { decision, item } : null;
  }

  private get userId(): UserId {
    const { listener } = this.user;
    return listener.kind === 'known' ? listener.user.id : NOBODY.id;
  }

  /** Goes back a little after a while away, perhaps on another device, if the listener turned that on. */
  private rewound(start: TrackPosition | null, record: PlaybackRecord | null): TrackPosition | null {
    if (!this.settings.rewindsOnResume || start === null || start.position === 0) return start;
    const updatedAt = record?.updatedAt ?? null;
    if (updatedAt === null || record?.position !== start.position) return start;
    const away = milliseconds(this.clock.now() - updatedAt);
    return { ...start, position: seconds(Math.max(start.position - rewindAfter(away), 0)) };
  }

  /** The title's own speed, else null. The speed that was chosen last counts, here or on another device (PLAY-30). */
  private speedOf(
    item: ContentItem,
    record: PlaybackRecord | null,
    found: FoundPosition | null,
  ): Speed | null {
    // The player already shows the title's own speed.
    if (this.player.isCurrentAudio(item) && this.player.userId === this.userId) return null;
    const chosen = chosenFor(this.settings.speeds, item) ?? null;
    const recorded = asSpeed(record?.speed ?? Number.NaN);
    if (record === null || recorded === null || chosen === null) return chosen?.speed ?? recorded;
    const isElsewhere = isSpeedElsewhere(record.updatedAt, chosen.at, (found?.from ?? 'here') !== 'here');
    return isElsewhere ? recorded : chosen.speed;
  }

  /** Puts the whole playlist into the player when it has loaded, if the title is still there (PLAY-97). */
  private async completePlaylist(item: ContentItem, { wholePlaylist }: LoadedPlayback): Promise<void> {
    if (wholePlaylist === null) return;
    const { userId } = this.player;
    const tracks = (await wholePlaylist) ?? [];
    const isOpen = this.player.isCurrentAudio(item) && this.player.userId === userId;
    if (isOpen && !this.player.isOnlyTrack) this.player.tracksCompleted(tracks);
  }
}

/** What was chosen for the show of an item. Undefined if nothing was chosen. */
const chosenFor = <Chosen extends { readonly id: ContentId }>(
  chosen: readonly Chosen[],
  item: ContentItem,
): Chosen | undefined => {
  const show = showOf(item);
  return chosen.find(({ id }) => id === show);
};

/** The position after the skipped start, for a track that begins anew (PLAY-121). */
const afterSkip = (start: TrackPosition, playlist: readonly Track[], skips: Skips): Seconds => {
  const track = playlist[start.index];
  return start.position === 0 && track !== undefined ? startAfterSkip(track, skips) : start.position;
};
