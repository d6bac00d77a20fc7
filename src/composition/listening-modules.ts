import { ContainerModule } from 'inversify';
import { BrowserTabs } from '../adapters/browser-tabs/browser-tabs.ts';
import { HtmlAudioOutput } from '../adapters/html-audio/html-audio-output.ts';
import { MediaSessionControls } from '../adapters/media-session/media-session-controls.ts';
import { BrowserNetwork } from '../adapters/system/browser-network.ts';
import { AnswerMessage } from '../application/messaging/answer-message.ts';
import { AskTheUniverse } from '../application/catalogue/ask-the-universe.ts';
import { ChangeTrack } from '../application/playback/change-track.ts';
import { ClosePlayer } from '../application/playback/close-player.ts';
import { ChoosePlace } from '../application/progress/choose-position.ts';
import { DeliverReports } from '../application/progress/deliver-reports.ts';
import { FindPlace } from '../application/progress/find-resume-position.ts';
import { FollowMembership } from '../application/entitlement/follow-membership.ts';
import { FollowReports } from '../application/progress/follow-reports.ts';
import { FollowTabs } from '../application/playback/follow-tabs.ts';
import { KeepPlace } from '../application/progress/save-position.ts';
import { LeavePage } from '../application/progress/leave-page.ts';
import { ListeningReport } from '../application/progress/listening-report.ts';
import { RecoverReports } from '../application/progress/recover-reports.ts';
import { LearnPurchases } from '../application/entitlement/load-purchases.ts';
import { RefreshUser } from '../application/session/refresh-user.ts';
import { RecoverSound } from '../application/playback/recover-sound.ts';
import { TakeTurn } from '../application/playback/playback-lock.ts';
import { FollowMediaControls } from '../application/playback/follow-media-controls.ts';
import { DecideToPlay } from '../application/playback/decide-to-play.ts';
import { ExtendSleep } from '../application/playback/sleep/extend-sleep.ts';
import { FallAsleep } from '../application/playback/sleep/run-sleep-timer.ts';
import { FollowAudio } from '../application/playback/follow-audio.ts';
import { LoadPdf } from '../application/catalogue/load-pdf.ts';
import { LoadTracks } from '../application/playback/load-tracks.ts';
import { MarkFinished } from '../application/progress/mark-finished.ts';
import { MoveInTrack } from '../application/playback/seek/seek.ts';
import { OfferSubscription } from '../application/entitlement/offer-subscription.ts';
import { PlayAudio } from '../application/playback/play-audio.ts';
import { PlayItem } from '../application/playback/play-item.ts';
import { PlayableAddresses } from '../application/playback/preload/audio-addresses.ts';
import { PlayTrack } from '../application/playback/play-track.ts';
import { PrepareNext } from '../application/playback/preload/preload-next-track.ts';
import { ReportPlayback } from '../application/progress/report-playback.ts';
import { RewindAfterPause } from '../application/playback/rewind-after-pause.ts';
import { SetSleep } from '../application/playback/sleep/set-sleep.ts';
import { SetSpeed } from '../application/playback/set-speed.ts';
import { SetVolume } from '../application/playback/set-volume.ts';
import { StartTrack } from '../application/playback/start-track.ts';
import { ToggleMute } from '../application/playback/toggle-mute.ts';
import { ToggleFavorite } from '../application/favorites/toggle-favorite.ts';
import { ToggleFollow } from '../application/favorites/toggle-follow.ts';
import { TogglePlayback } from '../application/playback/toggle-playback.ts';
import { UpdatePlayerItem } from '../application/playback/update-player-item.ts';
import { WarmAudio } from '../application/playback/preload/preload-audio.ts';
import { UndoJump } from '../application/playback/seek/undo-jump.ts';
import { FavoritesState } from '../application/favorites/favorites-state.ts';
import { FinishedState } from '../application/progress/finished-state.ts';
import { ListeningTally } from '../application/progress/listening-tally.ts';
import { MessagesState } from '../application/messaging/messages-state.ts';
import { NoticesState } from '../application/notices-state.ts';
import { OnboardingState } from '../application/session/onboarding-state.ts';
import { PlayerState } from '../application/playback/player-state.ts';
import { SettingsState } from '../application/playback/playback-settings-state.ts';
import { LastJump } from '../application/playback/seek/last-jump-state.ts';
import { UserState } from '../application/session/user-state.ts';
import { pageId } from '../domain/progress/position.ts';
import { construct } from './construct.ts';
import { isMediaFrom } from './media-url.ts';
import { TOKENS } from './tokens.ts';

const createAudio = (): HTMLAudioElement => document.createElement('audio');

/** The element stands in the page, where the browser's own tools find what sounds. */
const audioElement = (): HTMLAudioElement => document.body.appendChild(createAudio());

/** What sounds, what shows and steers it outside the page, and what it has to know of the world. */
export const listeningAdaptersModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.audioOutput)
    .toResolvedValue((clock) => new HtmlAudioOutput(audioElement(), clock, createAudio), [TOKENS.clock])
    .inSingletonScope();
  bind(TOKENS.mediaControls)
    .toResolvedValue(() => {
      // Older browsers have none, whatever the types say.
      const session = 'mediaSession' in navigator ? navigator.mediaSession : undefined;
      return new MediaSessionControls(session, (init) => new MediaMetadata(init));
    })
    .inSingletonScope();
  bind(TOKENS.network)
    .toResolvedValue(() => new BrowserNetwork(window))
    .inSingletonScope();
  bind(TOKENS.tabs)
    .toResolvedValue(
      (store, clock) =>
        new BrowserTabs(pageId(crypto.randomUUID()), {
          channel: 'BroadcastChannel' in window ? new BroadcastChannel('tabs') : null,
          store,
          // Absent outside a secure context.
          locks: 'locks' in navigator ? navigator.locks : null,
          clock,
        }),
      [TOKENS.store, TOKENS.clock],
    )
    .inSingletonScope();
});

/** The use cases of a page that is there: playing, and whatever else a listener may ask of it. */
export const listeningUseCasesModule = new ContainerModule(({ bind }) => {
  construct(bind, AnswerMessage, [TOKENS.messaging, MessagesState]);
  construct(bind, AskTheUniverse, [TOKENS.catalogue, PlayAudio, TOKENS.analytics, TOKENS.log]);
  construct(bind, ChangeTrack, [
    MoveInTrack,
    ReportPlayback,
    StartTrack,
    TogglePlayback,
    KeepPlace,
    PlayerState,
    TOKENS.clock,
  ]);
  construct(bind, ChoosePlace, [TogglePlayback, KeepPlace, PlayerState]);
  construct(bind, ClosePlayer, [TOKENS.audioOutput, TogglePlayback, PlayerState]);
  construct(bind, DecideToPlay, [
    TOKENS.catalogue,
    TOKENS.cache,
    RefreshUser,
    FollowMembership,
    UpdatePlayerItem,
    PlayerState,
    UserState,
    OfferSubscription,
    NoticesState,
    TOKENS.clock,
  ]);
  construct(bind, LearnPurchases, [TOKENS.userApi, UserState, TOKENS.analytics, TOKENS.log]);
  construct(bind, FollowMembership, [
    TOKENS.auth,
    RefreshUser,
    LearnPurchases,
    TOKENS.cache,
    UserState,
    TOKENS.clock,
  ]);
  construct(bind, ExtendSleep, [TOKENS.audioOutput, PlayerState, TOKENS.clock]);
  construct(bind, FallAsleep, [
    TOKENS.audioOutput,
    ReportPlayback,
    PlayerState,
    ListeningTally,
    KeepPlace,
    TOKENS.clock,
  ]);
  construct(bind, FollowAudio, [
    TOKENS.audioOutput,
    StartTrack,
    ReportPlayback,
    FallAsleep,
    RewindAfterPause,
    PrepareNext,
    PlayerState,
    ListeningTally,
    KeepPlace,
    RecoverSound,
    TOKENS.clock,
  ]);
  construct(bind, FindPlace, [TOKENS.journal, PlayerState, UserState]);
  construct(bind, FollowReports, [RecoverReports, TOKENS.network, TOKENS.clock]);
  construct(bind, FollowTabs, [TOKENS.tabs, TakeTurn, TogglePlayback, PlayerState]);
  construct(bind, KeepPlace, [
    TOKENS.journal,
    ListeningReport,
    PlayerState,
    TakeTurn,
    TOKENS.tabs,
    TOKENS.clock,
    TOKENS.log,
  ]);
  construct(bind, LeavePage, [KeepPlace, ReportPlayback, PlayerState]);
  construct(bind, ListeningReport, [TOKENS.journal, PlayerState, ListeningTally, TOKENS.tabs, TOKENS.clock]);
  construct(bind, RecoverReports, [TOKENS.journal, DeliverReports, UserState, TOKENS.tabs, TOKENS.clock]);
  construct(bind, RecoverSound, [
    StartTrack,
    ReportPlayback,
    PlayerState,
    NoticesState,
    TOKENS.network,
    TOKENS.clock,
    TOKENS.log,
  ]);
  construct(bind, DeliverReports, [
    TOKENS.playbackApi,
    TOKENS.journal,
    UserState,
    TOKENS.network,
    TOKENS.tabs,
    TOKENS.clock,
    TOKENS.log,
  ]);
  construct(bind, TakeTurn, [TOKENS.tabs, TOKENS.clock]);
  construct(bind, FollowMediaControls, [
    TOKENS.mediaControls,
    TogglePlayback,
    ChangeTrack,
    MoveInTrack,
    PlayerState,
  ]);
  construct(bind, RewindAfterPause, [TOKENS.audioOutput, PlayerState, SettingsState, TOKENS.clock]);
  bind(LoadPdf)
    .toResolvedValue(
      (api, { mediaOrigins }, log) => new LoadPdf(api, isMediaFrom(mediaOrigins), log),
      [TOKENS.playbackApi, TOKENS.configuration, TOKENS.log],
    )
    .inSingletonScope();
  construct(bind, MarkFinished, [TOKENS.playbackApi, PlayerState, FinishedState, NoticesState, TOKENS.log]);
  construct(bind, MoveInTrack, [TOKENS.audioOutput, PlayerState, LastJump, KeepPlace]);
  construct(bind, OfferSubscription, [UserState, OnboardingState, RefreshUser, TOKENS.analytics]);
  construct(bind, PlayAudio, [
    TOKENS.catalogue,
    TOKENS.playbackApi,
    LoadTracks,
    StartTrack,
    ReportPlayback,
    FindPlace,
    KeepPlace,
    PlayerState,
    DecideToPlay,
    FavoritesState,
    UserState,
    SettingsState,
    NoticesState,
    TOKENS.clock,
    TOKENS.log,
  ]);
  construct(bind, PlayableAddresses, [TOKENS.playbackApi, TOKENS.clock]);
  construct(bind, PrepareNext, [PlayableAddresses, TOKENS.audioOutput, PlayerState, TOKENS.clock]);
  construct(bind, WarmAudio, [PlayableAddresses, TOKENS.audioOutput, PlayerState, UserState, TOKENS.clock]);
  construct(bind, PlayItem, [PlayAudio, TogglePlayback, UpdatePlayerItem, PlayerState]);
  construct(bind, PlayTrack, [PlayAudio, TogglePlayback, UpdatePlayerItem, PlayerState]);
  construct(bind, ReportPlayback, [
    ListeningReport,
    DeliverReports,
    KeepPlace,
    PlayerState,
    ListeningTally,
    TOKENS.analytics,
  ]);
  construct(bind, SetSleep, [TOKENS.audioOutput, PlayerState, TOKENS.clock]);
  construct(bind, SetSpeed, [TOKENS.audioOutput, ReportPlayback, PlayerState, SettingsState, TOKENS.clock]);
  construct(bind, SetVolume, [TOKENS.audioOutput, PlayerState]);
  construct(bind, StartTrack, [
    TOKENS.playbackApi,
    PlayableAddresses,
    TOKENS.audioOutput,
    PlayerState,
    ListeningTally,
    NoticesState,
    TakeTurn,
    TOKENS.network,
    TOKENS.clock,
    TOKENS.log,
  ]);
  construct(bind, ToggleFavorite, [
    TOKENS.favoritesApi,
    FavoritesState,
    PlayerState,
    TOKENS.analytics,
    TOKENS.messaging,
    NoticesState,
    TOKENS.log,
  ]);
  construct(bind, ToggleFollow, [
    TOKENS.favoritesApi,
    FavoritesState,
    TOKENS.analytics,
    TOKENS.messaging,
    NoticesState,
    TOKENS.log,
  ]);
  construct(bind, ToggleMute, [SetVolume, PlayerState]);
  construct(bind, UndoJump, [MoveInTrack, PlayerState, LastJump]);
  construct(bind, TogglePlayback, [
    TOKENS.audioOutput,
    PlayAudio,
    StartTrack,
    RewindAfterPause,
    KeepPlace,
    TakeTurn,
    PlayerState,
    DecideToPlay,
  ]);
  construct(bind, UpdatePlayerItem, [PlayerState, FavoritesState]);
});
