import type { Container } from 'inversify';
import { AnswerMessage } from '../application/answer-message.ts';
import { AskTheUniverse } from '../application/ask-the-universe.ts';
import { AwaitSession } from '../application/await-session.ts';
import { ChangeTrack } from '../application/change-track.ts';
import { ChoosePlace } from '../application/choose-place.ts';
import { ChoosePrivacy } from '../application/choose-privacy.ts';
import { ClosePlayer } from '../application/close-player.ts';
import { CreateAccount } from '../application/create-account.ts';
import { ResetPassword } from '../application/reset-password.ts';
import { EnsureSession } from '../application/ensure-session.ts';
import { InviteToApp } from '../application/invite-to-app.ts';
import { HostedSignIn } from '../application/hosted-sign-in.ts';
import { ListSources } from '../application/list-sources.ts';
import { LoadAudio } from '../application/load-audio.ts';
import { LoadHome } from '../application/load-home.ts';
import { LoadPages } from '../application/load-pages.ts';
import { LoadPdf } from '../application/load-pdf.ts';
import { MarkFinished } from '../application/mark-finished.ts';
import { MoveToNewestBuild } from '../application/move-to-newest-build.ts';
import { MoveInTrack } from '../application/move-in-track.ts';
import { OfferSubscription } from '../application/offer-subscription.ts';
import { OpenList } from '../application/open-list.ts';
import { PlayAudio } from '../application/play-audio.ts';
import { PlayItem } from '../application/play-item.ts';
import { PlayTrack } from '../application/play-track.ts';
import { RecordDetailButton } from '../application/record-detail-button.ts';
import { RecordPage } from '../application/record-page.ts';
import { RecordSearchResult } from '../application/record-search-result.ts';
import { RecordTap } from '../application/record-tap.ts';
import { RefreshUser } from '../application/refresh-user.ts';
import { SearchCatalogue } from '../application/search-catalogue.ts';
import { SetSleep } from '../application/set-sleep.ts';
import { SetSpeed } from '../application/set-speed.ts';
import { SetVolume } from '../application/set-volume.ts';
import { ShareLink } from '../application/share-link.ts';
import { SignIn } from '../application/sign-in.ts';
import { SignOut } from '../application/sign-out.ts';
import { AppInvitationState } from '../application/state/app-invitation-state.ts';
import { FavoritesState } from '../application/state/favorites-state.ts';
import { FinishedState } from '../application/state/finished-state.ts';
import { MessagesState } from '../application/state/messages-state.ts';
import { NoticesState } from '../application/state/notices-state.ts';
import { OnboardingState } from '../application/state/onboarding-state.ts';
import { PlayerState } from '../application/state/player-state.ts';
import { PrivacyState } from '../application/state/privacy-state.ts';
import { SearchState } from '../application/state/search-state.ts';
import { SettingsState } from '../application/state/settings-state.ts';
import { LastJump } from '../application/state/last-jump.ts';
import { TimeState } from '../application/state/time-state.ts';
import { UserState } from '../application/state/user-state.ts';
import { ToggleFavorite } from '../application/toggle-favorite.ts';
import { ToggleFollow } from '../application/toggle-follow.ts';
import { ExtendSleep } from '../application/extend-sleep.ts';
import { WarmAudio } from '../application/warm-audio.ts';
import { UndoJump } from '../application/undo-jump.ts';
import { ToggleMute } from '../application/toggle-mute.ts';
import { TogglePlayback } from '../application/toggle-playback.ts';
import type { Services } from '../ui/services.ts';
import { mediaUrlFrom } from './media-url.ts';
import { TOKENS } from './tokens.ts';

/** Resolves the one record that the screens and the router get; nobody else sees the container. */
export function resolveServices(container: Container): Services {
  const { brand, links, apiUrl, hostedLogin, signUpConfirmation } = container.get(TOKENS.configuration);
  return {
    settings: { brand, links, offersHostedLogin: hostedLogin !== null, signUpConfirmation },
    user: container.get(UserState),
    player: container.get(PlayerState),
    favorites: container.get(FavoritesState),
    finished: container.get(FinishedState),
    search: container.get(SearchState),
    notices: container.get(NoticesState),
    privacy: container.get(PrivacyState),
    messages: container.get(MessagesState),
    onboarding: container.get(OnboardingState),
    lastJump: container.get(LastJump),
    playerSettings: container.get(SettingsState),
    time: container.get(TimeState),
    appInvitation: container.get(AppInvitationState),
    ensureSession: container.get(EnsureSession),
    awaitSession: container.get(AwaitSession),
    refreshUser: container.get(RefreshUser),
    hostedSignIn: container.get(HostedSignIn),
    signIn: container.get(SignIn),
    signOut: container.get(SignOut),
    createAccount: container.get(CreateAccount),
    resetPassword: container.get(ResetPassword),
    loadHome: container.get(LoadHome),
    loadAudio: container.get(LoadAudio),
    searchCatalogue: container.get(SearchCatalogue),
    loadPages: container.get(LoadPages),
    loadPdf: container.get(LoadPdf),
    openList: container.get(OpenList),
    lists: container.get(ListSources),
    playItem: container.get(PlayItem),
    playAudio: container.get(PlayAudio),
    playTrack: container.get(PlayTrack),
    togglePlayback: container.get(TogglePlayback),
    moveToNewestBuild: container.get(MoveToNewestBuild),
    moveInTrack: container.get(MoveInTrack),
    changeTrack: container.get(ChangeTrack),
    setSpeed: container.get(SetSpeed),
    setSleep: container.get(SetSleep),
    setVolume: container.get(SetVolume),
    extendSleep: container.get(ExtendSleep),
    warmAudio: container.get(WarmAudio),
    undoJump: container.get(UndoJump),
    toggleMute: container.get(ToggleMute),
    shareLink: container.get(ShareLink),
    choosePlace: container.get(ChoosePlace),
    closePlayer: container.get(ClosePlayer),
    markFinished: container.get(MarkFinished),
    toggleFavorite: container.get(ToggleFavorite),
    toggleFollow: container.get(ToggleFollow),
    askTheUniverse: container.get(AskTheUniverse),
    offer: container.get(OfferSubscription),
    choosePrivacy: container.get(ChoosePrivacy),
    answerMessage: container.get(AnswerMessage),
    recordPage: container.get(RecordPage),
    recordTap: container.get(RecordTap),
    recordDetailButton: container.get(RecordDetailButton),
    recordSearchResult: container.get(RecordSearchResult),
    inviteToApp: container.get(InviteToApp),
    openAccount: async () => (await import('./account-modules.ts')).openAccount(container),
    mediaUrl: mediaUrlFrom(apiUrl),
  };
}
