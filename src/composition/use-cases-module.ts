import { ContainerModule } from 'inversify';
import { AnswerMessage } from '../application/answer-message.ts';
import { AskTheUniverse } from '../application/ask-the-universe.ts';
import { AwaitSession } from '../application/await-session.ts';
import { ChangeTrack } from '../application/change-track.ts';
import { ChoosePrivacy } from '../application/choose-privacy.ts';
import { ClosePlayer } from '../application/close-player.ts';
import { CreateAccount } from '../application/create-account.ts';
import { ResetPassword } from '../application/reset-password.ts';
import { ChoosePlace } from '../application/choose-place.ts';
import { DeliverReports } from '../application/deliver-reports.ts';
import { FindPlace } from '../application/find-place.ts';
import { FollowReports } from '../application/follow-reports.ts';
import { FollowTabs } from '../application/follow-tabs.ts';
import { KeepPlace } from '../application/keep-place.ts';
import { LeavePage } from '../application/leave-page.ts';
import { ListeningReport } from '../application/listening-report.ts';
import { RecoverReports } from '../application/recover-reports.ts';
import { RecoverSound } from '../application/recover-sound.ts';
import { TakeTurn } from '../application/take-turn.ts';
import { EndSession } from '../application/end-session.ts';
import { EnsureSession } from '../application/ensure-session.ts';
import { FollowMediaControls } from '../application/follow-media-controls.ts';
import { ExtendSleep } from '../application/extend-sleep.ts';
import { FallAsleep } from '../application/fall-asleep.ts';
import { FollowMessages } from '../application/follow-messages.ts';
import { FollowAudio } from '../application/follow-audio.ts';
import { InviteToApp } from '../application/invite-to-app.ts';
import { HostedSignIn } from '../application/hosted-sign-in.ts';
import { KeepSession } from '../application/keep-session.ts';
import { ListSources } from '../application/list-sources.ts';
import { LoadAudio } from '../application/load-audio.ts';
import { LoadHome } from '../application/load-home.ts';
import { LoadPages } from '../application/load-pages.ts';
import { LoadPdf } from '../application/load-pdf.ts';
import { LoadTracks } from '../application/load-tracks.ts';
import { MarkFinished } from '../application/mark-finished.ts';
import { MoveToNewestBuild } from '../application/move-to-newest-build.ts';
import { MoveInTrack } from '../application/move-in-track.ts';
import { OfferSubscription } from '../application/offer-subscription.ts';
import { OpenList } from '../application/open-list.ts';
import { PlayAudio } from '../application/play-audio.ts';
import { PlayItem } from '../application/play-item.ts';
import { PlayableAddresses } from '../application/playable-addresses.ts';
import { PlayTrack } from '../application/play-track.ts';
import { PrepareNext } from '../application/prepare-next.ts';
import { RecordDetailButton } from '../application/record-detail-button.ts';
import { RecordPage } from '../application/record-page.ts';
import { RecordSearchResult } from '../application/record-search-result.ts';
import { RecordTap } from '../application/record-tap.ts';
import { RefreshUser } from '../application/refresh-user.ts';
import { ReportPlayback } from '../application/report-playback.ts';
import { RewindAfterPause } from '../application/rewind-after-pause.ts';
import { SearchCatalogue } from '../application/search-catalogue.ts';
import { SetSleep } from '../application/set-sleep.ts';
import { SetSpeed } from '../application/set-speed.ts';
import { SetVolume } from '../application/set-volume.ts';
import { ShareLink } from '../application/share-link.ts';
import { SignIn } from '../application/sign-in.ts';
import { SignOut } from '../application/sign-out.ts';
import { StartTrack } from '../application/start-track.ts';
import { TellNewAccount } from '../application/tell-new-account.ts';
import { ToggleMute } from '../application/toggle-mute.ts';
import { ToggleFavorite } from '../application/toggle-favorite.ts';
import { ToggleFollow } from '../application/toggle-follow.ts';
import { TogglePlayback } from '../application/toggle-playback.ts';
import { WarmAudio } from '../application/warm-audio.ts';
import { UndoJump } from '../application/undo-jump.ts';
import { AppInvitationState } from '../application/state/app-invitation-state.ts';
import { AccountState } from '../application/state/account-state.ts';
import { FavoritesState } from '../application/state/favorites-state.ts';
import { FinishedState } from '../application/state/finished-state.ts';
import { ListeningTally } from '../application/state/listening-tally.ts';
import { MessagesState } from '../application/state/messages-state.ts';
import { NoticesState } from '../application/state/notices-state.ts';
import { OnboardingState } from '../application/state/onboarding-state.ts';
import { PlayerState } from '../application/state/player-state.ts';
import { PrivacyState } from '../application/state/privacy-state.ts';
import { SearchState } from '../application/state/search-state.ts';
import { SettingsState } from '../application/state/settings-state.ts';
import { LastJump } from '../application/state/last-jump.ts';
import { UserState } from '../application/state/user-state.ts';
import { construct } from './construct.ts';
import { TOKENS } from './tokens.ts';

/** Every use case, built from the ports and states that its constructor asks for. */
export const useCasesModule = new ContainerModule(({ bind }) => {
  construct(bind, AnswerMessage, [TOKENS.messaging, MessagesState]);
  construct(bind, AskTheUniverse, [TOKENS.catalogue, PlayAudio, TOKENS.analytics, TOKENS.log]);
  construct(bind, AwaitSession, [EnsureSession, TOKENS.clock]);
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
  bind(EndSession)
    .toResolvedValue(
      (output, cache, analytics, messaging, ...states) =>
        new EndSession(output, cache, analytics, messaging, states),
      [
        TOKENS.audioOutput,
        TOKENS.cache,
        TOKENS.analytics,
        TOKENS.messaging,
        AccountState,
        MessagesState,
        OnboardingState,
        UserState,
        PlayerState,
        ListeningTally,
        FavoritesState,
        FinishedState,
        SearchState,
        LastJump,
        PlayableAddresses,
        SettingsState,
        NoticesState,
        RefreshUser,
      ],
    )
    .inSingletonScope();
  construct(bind, ChoosePrivacy, [
    PrivacyState,
    UserState,
    TOKENS.store,
    TOKENS.analytics,
    TOKENS.messaging,
    TOKENS.log,
  ]);
  construct(bind, CreateAccount, [TOKENS.registration, SignIn, TellNewAccount]);
  construct(bind, TellNewAccount, [
    TOKENS.userApi,
    TOKENS.analytics,
    TOKENS.store,
    OnboardingState,
    TOKENS.log,
  ]);
  construct(bind, ResetPassword, [TOKENS.userApi, TOKENS.registration]);
  construct(bind, EnsureSession, [TOKENS.auth, HostedSignIn]);
  construct(bind, HostedSignIn, [TOKENS.hostedLogin, SignIn]);
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
  construct(bind, LeavePage, [KeepPlace, ReportPlayback, DeliverReports, PlayerState]);
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
  construct(bind, InviteToApp, [TOKENS.store, AppInvitationState, TOKENS.log]);
  construct(bind, KeepSession, [TOKENS.auth, PlayerState, TOKENS.clock]);
  construct(bind, FollowMessages, [TOKENS.messaging, MessagesState, UserState]);
  construct(bind, RecordDetailButton, [TOKENS.analytics]);
  construct(bind, RecordPage, [OnboardingState, TOKENS.analytics]);
  construct(bind, RecordSearchResult, [TOKENS.analytics]);
  construct(bind, RecordTap, [OnboardingState, TOKENS.analytics]);
  construct(bind, ListSources, [TOKENS.contentApi]);
  construct(bind, RewindAfterPause, [TOKENS.audioOutput, PlayerState, SettingsState, TOKENS.clock]);
  construct(bind, SearchCatalogue, [ListSources, OpenList, SearchState]);
  construct(bind, LoadAudio, [TOKENS.catalogue, LoadTracks, OpenList]);
  construct(bind, LoadHome, [TOKENS.catalogue, TOKENS.playbackApi, TOKENS.clock]);
  construct(bind, LoadPages, [TOKENS.catalogue]);
  construct(bind, LoadPdf, [TOKENS.playbackApi, TOKENS.log]);
  construct(bind, LoadTracks, [TOKENS.catalogue]);
  construct(bind, MarkFinished, [TOKENS.playbackApi, PlayerState, FinishedState, NoticesState, TOKENS.log]);
  construct(bind, MoveToNewestBuild, [TOKENS.deployment]);
  construct(bind, MoveInTrack, [TOKENS.audioOutput, PlayerState, LastJump, KeepPlace]);
  construct(bind, OfferSubscription, [UserState, TOKENS.analytics]);
  construct(bind, OpenList, [TOKENS.createList]);
  construct(bind, PlayAudio, [
    TOKENS.catalogue,
    TOKENS.playbackApi,
    LoadTracks,
    StartTrack,
    ReportPlayback,
    FindPlace,
    KeepPlace,
    PlayerState,
    OfferSubscription,
    UserState,
    SettingsState,
    NoticesState,
    TOKENS.clock,
    TOKENS.log,
  ]);
  construct(bind, PlayableAddresses, [TOKENS.playbackApi, TOKENS.clock]);
  construct(bind, PrepareNext, [PlayableAddresses, TOKENS.audioOutput, PlayerState, TOKENS.clock]);
  construct(bind, WarmAudio, [PlayableAddresses, PlayerState, UserState, TOKENS.clock]);
  construct(bind, PlayItem, [PlayAudio, TogglePlayback, PlayerState]);
  construct(bind, PlayTrack, [PlayAudio, TogglePlayback, PlayerState]);
  construct(bind, RefreshUser, [
    TOKENS.userApi,
    TOKENS.messaging,
    TOKENS.analytics,
    TOKENS.cache,
    UserState,
    PlayerState,
    FavoritesState,
    TOKENS.journal,
    ListeningTally,
    SettingsState,
    TOKENS.log,
  ]);
  construct(bind, ReportPlayback, [
    ListeningReport,
    DeliverReports,
    KeepPlace,
    PlayerState,
    ListeningTally,
    TOKENS.analytics,
  ]);
  construct(bind, SetSleep, [TOKENS.audioOutput, PlayerState, TOKENS.clock]);
  construct(bind, SetSpeed, [TOKENS.audioOutput, ReportPlayback, PlayerState, SettingsState]);
  construct(bind, SetVolume, [TOKENS.audioOutput, PlayerState]);
  construct(bind, ShareLink, [PlayerState]);
  construct(bind, SignIn, [
    TOKENS.auth,
    TOKENS.userApi,
    RefreshUser,
    TellNewAccount,
    TOKENS.cache,
    TOKENS.analytics,
    UserState,
    OnboardingState,
  ]);
  construct(bind, SignOut, [TOKENS.auth, ReportPlayback, EndSession, TOKENS.hostedLogin, NoticesState]);
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
    OfferSubscription,
    UserState,
    TOKENS.clock,
  ]);
});
