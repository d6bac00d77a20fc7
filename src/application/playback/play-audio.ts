import { type ContentItem, type PlaybackRecord, showOf } from '../../domain/catalogue/content.ts';
import { decidePlay, type PlayDecision } from '../../domain/entitlement/play-decision.ts';
import { asSpeed, type Speed, startAfterSkip } from '../../domain/playback/player.ts';
import { isSpeedElsewhere, rewindAfter } from '../../domain/playback/rewind.ts';
import { type LinkedPosition, linkedTrackPosition } from '../../domain/playback/share-link.ts';
import type { Track, TrackId } from '../../domain/playback/track.ts';
import { milliseconds, seconds } from '../../domain/time.ts';
import type { Clock, Log } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { FollowMembership } from '../entitlement/follow-membership.ts';
import { OfferSubscription } from '../entitlement/offer-subscription.ts';
import { FavoritesState } from '../favorites/favorites-state.ts';
import { NoticesState, MESSAGES } from '../notices-state.ts';
import { type FoundPosition, type LoadedPlayback, LoadPlayback } from './load-playback.ts';
import { NewestTitle } from './newest-title.ts';
import { PlaybackSettingsState } from './playback-settings-state.ts';
import { PlayerState } from '../player-state.ts';
import { StartTrack } from './start-track.ts';
import { UpNextState } from './up-next-state.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { SavePosition } from '../progress/save-position.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import {
  type DatedTrackPosition,
  isAtEnd,
  startOfNextTrack,
  type TrackPosition,
} from '../../domain/playback/track-position.ts';

/** The decision about a request to play, and the newest version of the item. */
export type DecidedPlay = { readonly decision: PlayDecision; readonly item: ContentItem };

/**
 * Decides about every request to play, whatever control it comes from, and tells the listener why nothing plays
 * (ENT-23). It waits until the membership is known (ENT-30). Before it refuses a title that may have been bought
 * since it was fetched, it fetches the title again (ENT-38).
 */
export class DecideToPlay {
  static readonly inject: Inject<typeof DecideToPlay> = [
    NewestTitle,
    RefreshUser,
    FollowMembership,
    PlayerState,
    UserState,
    OfferSubscription,
    NoticesState,
    PORTS.clock,
  ];
  /** The number of the newest request that had to wait. Only this request is carried out (ENT-32). */
  private newestRequest = 0;

  constructor(
    private readonly newestTitle: NewestTitle,
    private readonly refreshUser: RefreshUser,
    private readonly followMembership: FollowMembership,
    private readonly player: PlayerState,
    private readonly user: UserState,
    private readonly offer: OfferSubscription,
    private readonly notices: NoticesState,
    private readonly clock: Clock,
  ) {}

  /** True if the item may play without a request: a browser lets sound start only within the listener's gesture. */
  playsAtOnce(item: ContentItem): boolean {
    return this.user.isSignedIn && this.decisionFor(item).kind === 'play';
  }

  /** Null if a newer request has replaced this one, or if the membership could not be determined. */
  async decide(item: ContentItem): Promise<DecidedPlay | null> {
    if (this.playsAtOnce(item)) return { decision: this.decisionFor(item), item };
    this.newestRequest += 1;
    const request = this.newestRequest;
    const attempt = this.player.playConsidered(item.id);
    const decided = await this.decideWhenKnown(item);
    if (request !== this.newestRequest || !this.player.isCurrentAttempt(attempt)) return null;
    if (decided === null || decided.decision.kind === 'play') this.player.endRequest(attempt);
    else this.player.requestRefused(item.id);
    this.notify(decided);
    return decided;
  }

  /** Decides about a title that starts by itself, without a message. Null if the membership is unknown (ENT-25). */
  async decideSilently(item: ContentItem): Promise<PlayDecision | null> {
    const { kind } = await this.refreshUser.known();
    const decision = this.decisionFor(item);
    return kind === 'unknown' && decision.kind === 'offer' ? null : decision;
  }

  /** Decides about a download by the rule of the Play click, and tells the listener why not (DOWN-1). */
  async allowsDownload(item: ContentItem): Promise<boolean> {
    const { kind } = await this.refreshUser.known();
    const decided = kind === 'unknown' ? null : { decision: this.decisionFor(item), item };
    this.notify(decided);
    return decided?.decision.kind === 'play';
  }

  private decisionFor(item: ContentItem): PlayDecision {
    return decidePlay(this.user.user, item, this.clock.now());
  }

  private async decideWhenKnown(item: ContentItem): Promise<DecidedPlay | null> {
    const listener = await this.refreshUser.known();
    const decision = this.decisionFor(item);
    if (listener.kind === 'unknown') {
      // A decision that does not depend on the membership is valid (ENT-31).
      return decision.kind === 'offer' ? null : { decision, item };
    }
    const mayHaveChanged = this.followMembership.expectsPurchase || this.player.isCurrentAudio(item);
    if (decision.kind === 'play' || !mayHaveChanged) return { decision, item };
    // The listener may have paid since the first fetch.
    const [newest] = await Promise.all([this.newestTitle.refetch(item), this.refreshUser.refresh()]);
    this.newestTitle.update(newest);
    return { decision: this.decisionFor(newest), item: newest };
  }

  private notify(decided: DecidedPlay | null): void {
    if (decided === null) {
      this.notices.post(MESSAGES.membershipUnknown);
      return;
    }
    const { decision, item } = decided;
    if (decision.kind === 'offer') this.offer.showFor(item);
    if (decision.kind === 'nothing') this.notices.refused(decision.reason, item.validity.from);
  }
}

/**
 * - `opened`: the title is in the player, and playback may start
 * - `question`: the title is in the player, and the listener has to choose one of two positions (PROG-19)
 * - `nothing`: there is no such track, and nothing has changed
 */
export type OpenOutcome =
  | { readonly kind: 'opened' }
  | { readonly kind: 'question'; readonly here: DatedTrackPosition; readonly elsewhere: DatedTrackPosition }
  | { readonly kind: 'nothing' };

/** Puts a loaded title into the player, at the position and the speed at which it is to start. */
export class OpenAudio {
  static readonly inject: Inject<typeof OpenAudio> = [
    ReportPlayback,
    SavePosition,
    PlayerState,
    FavoritesState,
    UserState,
    PlaybackSettingsState,
    UpNextState,
    PORTS.clock,
  ];

  constructor(
    private readonly reportPlayback: ReportPlayback,
    private readonly savePosition: SavePosition,
    private readonly player: PlayerState,
    private readonly favorites: FavoritesState,
    private readonly user: UserState,
    private readonly settings: PlaybackSettingsState,
    private readonly upNext: UpNextState,
    private readonly clock: Clock,
  ) {}

  /**
   * @param trackId one track, from its start or from the position that the listener left it at
   * @param linked the position that the address names, or the second in `trackId`
   */
  open(
    item: ContentItem,
    { playlist, isOnlyTrack, recorded, found }: LoadedPlayback,
    trackId: TrackId | null,
    linked: LinkedPosition | null,
  ): OpenOutcome {
    const { record } = recorded;
    const requested = linked === null ? null : linkedTrackPosition(playlist, linked, trackId);
    const start =
      requested ?? this.rewound(startPosition(playlist, found?.trackPosition ?? null, trackId), record);
    if (start === null) return { kind: 'nothing' };
    void this.reportPlayback.reportBeforeChange();
    const { skips } = this.settings.podcastOf(showOf(item));
    this.player.setSkips(skips);
    const track = playlist[start.index];
    const isNew = requested === null && start.position === 0 && track !== undefined;
    this.player.openAudio({
      audio: this.favorites.upToDate(item),
      tracks: playlist,
      index: start.index,
      isOnlyTrack,
      position: isNew ? startAfterSkip(track, skips) : start.position,
      isResumed: requested === null && trackId === null,
      speed: this.speedOf(item, record, found) ?? this.player.speed,
      userId: this.user.user.id,
    });
    this.upNext.started(item.id, trackId);
    this.savePosition.markIntent();
    if (recorded.kind === 'loaded') {
      this.savePosition.contentOpened(recorded.content, record, recorded.asked);
    }
    if (requested !== null || trackId !== null || found === null) return { kind: 'opened' };
    if (found.other !== null) {
      return { kind: 'question', here: found.trackPosition, elsewhere: found.other };
    }
    if (found.from !== 'here' && start.position > 0) this.player.noteOrigin(found.from);
    return { kind: 'opened' };
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
    if (this.isOpen(item)) return null;
    const chosen = this.settings.speedOf(showOf(item));
    const recorded = asSpeed(record?.speed ?? Number.NaN);
    if (record === null || recorded === null || chosen === null) return chosen?.speed ?? recorded;
    const isElsewhere = isSpeedElsewhere(record.updatedAt, chosen.at, (found?.from ?? 'here') !== 'here');
    return isElsewhere ? recorded : chosen.speed;
  }

  private isOpen(item: ContentItem): boolean {
    return this.player.isCurrentAudio(item) && this.player.userId === this.user.user.id;
  }
}

/** Null if the playlist is empty or does not contain the track. */
const startPosition = (
  playlist: readonly Track[],
  resumeAt: TrackPosition | null,
  trackId: TrackId | null,
): TrackPosition | null => {
  if (playlist.length === 0) return null;
  if (trackId !== null) {
    const index = playlist.findIndex((track) => track.id === trackId);
    if (index === -1) return null;
    const isHere = resumeAt?.index === index && !isAtEnd(playlist, resumeAt);
    return { index, position: isHere ? resumeAt.position : seconds(0) };
  }
  if (resumeAt === null) return { index: 0, position: seconds(0) };
  return isAtEnd(playlist, resumeAt) ? startOfNextTrack(playlist, resumeAt) : resumeAt;
};

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
    const { trackId, linked, isOnlyTrack, isAsked } = request;
    const attempt = this.player.requestOpening(item.id);
    const askedAt = isAsked ? this.clock.now() : null;
    const isWanted = isAsked ? null : () => this.player.isCurrentAttempt(attempt);
    const loaded = await this.loadPlayback.load(item, trackId, isOnlyTrack, isWanted);
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
        await this.startTrack.start(attempt, askedAt);
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
      outcome = await this.start(decided.item, { ...request, trackId: null, isOnlyTrack: false });
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
