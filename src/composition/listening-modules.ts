import { ContainerModule } from 'inversify';
import { BrowserTabs } from '../adapters/browser-tabs/browser-tabs.ts';
import { HtmlAudioOutput } from '../adapters/html-audio/html-audio-output.ts';
import { MediaSessionControls } from '../adapters/media-session/media-session-controls.ts';
import { BrowserNetwork } from '../adapters/system/browser-network.ts';
import { AnswerMessage } from '../application/messaging/answer-message.ts';
import { AskTheUniverse } from '../application/catalogue/ask-the-universe.ts';
import { ChangeTrack } from '../application/playback/change-track.ts';
import { ClosePlayer } from '../application/playback/close-player.ts';
import { ChoosePosition } from '../application/progress/choose-position.ts';
import { DeliverReports } from '../application/progress/deliver-reports.ts';
import { FindResumePosition } from '../application/progress/find-resume-position.ts';
import { FollowMembership } from '../application/entitlement/follow-membership.ts';
import { FollowReports } from '../application/progress/follow-reports.ts';
import { FollowTabs } from '../application/playback/follow-tabs.ts';
import { SavePosition } from '../application/progress/save-position.ts';
import { LeavePage } from '../application/progress/leave-page.ts';
import { ListeningReport } from '../application/progress/listening-report.ts';
import { RecoverReports } from '../application/progress/recover-reports.ts';
import { LoadPurchases } from '../application/entitlement/load-purchases.ts';
import { RefreshUser } from '../application/session/refresh-user.ts';
import { RecoverSound } from '../application/playback/recover-sound.ts';
import { PlaybackLock } from '../application/playback/playback-lock.ts';
import { FollowMediaControls } from '../application/playback/follow-media-controls.ts';
import { DecideToPlay } from '../application/playback/decide-to-play.ts';
import { ExtendSleep } from '../application/playback/sleep/extend-sleep.ts';
import { RunSleepTimer } from '../application/playback/sleep/run-sleep-timer.ts';
import { FollowAudio } from '../application/playback/follow-audio.ts';
import { LoadPdf } from '../application/catalogue/load-pdf.ts';
import { LoadTracks } from '../application/playback/load-tracks.ts';
import { MarkFinished } from '../application/progress/mark-finished.ts';
import { Seek } from '../application/playback/seek/seek.ts';
import { OfferSubscription } from '../application/entitlement/offer-subscription.ts';
import { PlayAudio } from '../application/playback/play-audio.ts';
import { PlayItem } from '../application/playback/play-item.ts';
import { AudioAddresses } from '../application/playback/preload/audio-addresses.ts';
import { PlayTrack } from '../application/playback/play-track.ts';
import { PreloadNextTrack } from '../application/playback/preload/preload-next-track.ts';
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
import { PreloadAudio } from '../application/playback/preload/preload-audio.ts';
import { UndoJump } from '../application/playback/seek/undo-jump.ts';
import { FavoritesState } from '../application/favorites/favorites-state.ts';
import { FinishedState } from '../application/progress/finished-state.ts';
import { ListeningTally } from '../application/progress/listening-tally.ts';
import { MessagesState } from '../application/messaging/messages-state.ts';
import { NoticesState } from '../application/notices-state.ts';
import { OnboardingState } from '../application/session/onboarding-state.ts';
import { PlayerState } from '../application/playback/player-state.ts';
import { PlaybackSettingsState } from '../application/playback/playback-settings-state.ts';
import { LastJumpState } from '../application/playback/seek/last-jump-state.ts';
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
    Seek,
    ReportPlayback,
    StartTrack,
    TogglePlayback,
    SavePosition,
    PlayerState,
    TOKENS.clock,
  ]);
  construct(bind, ChoosePosition, [TogglePlayback, SavePosition, PlayerState]);
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
  construct(bind, LoadPurchases, [TOKENS.userApi, UserState, TOKENS.analytics, TOKENS.log]);
  construct(bind, FollowMembership, [
    TOKENS.auth,
    RefreshUser,
    LoadPurchases,
    TOKENS.cache,
    UserState,
    TOKENS.clock,
  ]);
  construct(bind, ExtendSleep, [TOKENS.audioOutput, PlayerState, TOKENS.clock]);
  construct(bind, RunSleepTimer, [
    TOKENS.audioOutput,
    ReportPlayback,
    PlayerState,
    ListeningTally,
    SavePosition,
    TOKENS.clock,
  ]);
  construct(bind, FollowAudio, [
    TOKENS.audioOutput,
    StartTrack,
    ReportPlayback,
    RunSleepTimer,
    RewindAfterPause,
    PreloadNextTrack,
    PlayerState,
    ListeningTally,
    SavePosition,
    RecoverSound,
    TOKENS.clock,
  ]);
  construct(bind, FindResumePosition, [TOKENS.journal, PlayerState, UserState]);
  construct(bind, FollowReports, [RecoverReports, TOKENS.network, TOKENS.clock]);
  construct(bind, FollowTabs, [TOKENS.tabs, PlaybackLock, TogglePlayback, PlayerState]);
  construct(bind, SavePosition, [
    TOKENS.journal,
    ListeningReport,
    PlayerState,
    PlaybackLock,
    TOKENS.tabs,
    TOKENS.clock,
    TOKENS.log,
  ]);
  construct(bind, LeavePage, [SavePosition, ReportPlayback, PlayerState]);
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
  construct(bind, PlaybackLock, [TOKENS.tabs, TOKENS.clock]);
  construct(bind, FollowMediaControls, [
    TOKENS.mediaControls,
    TogglePlayback,
    ChangeTrack,
    Seek,
    PlayerState,
  ]);
  construct(bind, RewindAfterPause, [TOKENS.audioOutput, PlayerState, PlaybackSettingsState, TOKENS.clock]);
  bind(LoadPdf)
    .toResolvedValue(
      (api, { mediaOrigins }, log) => new LoadPdf(api, isMediaFrom(mediaOrigins), log),
      [TOKENS.playbackApi, TOKENS.configuration, TOKENS.log],
    )
    .inSingletonScope();
  construct(bind, MarkFinished, [TOKENS.playbackApi, PlayerState, FinishedState, NoticesState, TOKENS.log]);
  construct(bind, Seek, [TOKENS.audioOutput, PlayerState, LastJumpState, SavePosition]);
  construct(bind, OfferSubscription, [UserState, OnboardingState, RefreshUser, TOKENS.analytics]);
  construct(bind, PlayAudio, [
    TOKENS.catalogue,
    TOKENS.playbackApi,
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
    TOKENS.clock,
    TOKENS.log,
  ]);
  construct(bind, AudioAddresses, [TOKENS.playbackApi, TOKENS.clock]);
  construct(bind, PreloadNextTrack, [AudioAddresses, TOKENS.audioOutput, PlayerState, TOKENS.clock]);
  construct(bind, PreloadAudio, [AudioAddresses, TOKENS.audioOutput, PlayerState, UserState, TOKENS.clock]);
  construct(bind, PlayItem, [PlayAudio, TogglePlayback, UpdatePlayerItem, PlayerState]);
  construct(bind, PlayTrack, [PlayAudio, TogglePlayback, UpdatePlayerItem, PlayerState]);
  construct(bind, ReportPlayback, [
    ListeningReport,
    DeliverReports,
    SavePosition,
    PlayerState,
    ListeningTally,
    TOKENS.analytics,
  ]);
  construct(bind, SetSleep, [TOKENS.audioOutput, PlayerState, TOKENS.clock]);
  construct(bind, SetSpeed, [TOKENS.audioOutput, ReportPlayback, PlayerState, PlaybackSettingsState, TOKENS.clock]);
  construct(bind, SetVolume, [TOKENS.audioOutput, PlayerState]);
  construct(bind, StartTrack, [
    TOKENS.playbackApi,
    AudioAddresses,
    TOKENS.audioOutput,
    PlayerState,
    ListeningTally,
    NoticesState,
    PlaybackLock,
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
  construct(bind, UndoJump, [Seek, PlayerState, LastJumpState]);
  construct(bind, TogglePlayback, [
    TOKENS.audioOutput,
    PlayAudio,
    StartTrack,
    RewindAfterPause,
    SavePosition,
    PlaybackLock,
    PlayerState,
    DecideToPlay,
  ]);
  construct(bind, UpdatePlayerItem, [PlayerState, FavoritesState]);
});
