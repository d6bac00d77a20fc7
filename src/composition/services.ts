import type { Container } from 'inversify';
import { AwaitSession } from '../application/session/await-session.ts';
import { ChoosePrivacy } from '../application/analytics/choose-privacy.ts';
import { EnsureSession } from '../application/session/ensure-session.ts';
import { HostedArrival } from '../application/session/hosted-arrival.ts';
import { InviteToApp } from '../application/messaging/invite-to-app.ts';
import { ListSources } from '../application/catalogue/list-sources.ts';
import { LoadAudio } from '../application/catalogue/load-audio.ts';
import { LoadHome } from '../application/catalogue/load-home.ts';
import { LoadPages } from '../application/catalogue/load-pages.ts';
import { MoveToNewestBuild } from '../application/move-to-newest-build.ts';
import { OpenList } from '../application/catalogue/open-list.ts';
import { RecordDetailButton } from '../application/analytics/record-detail-button.ts';
import { RecordPage } from '../application/analytics/record-page.ts';
import { RecordSearchResult } from '../application/analytics/record-search-result.ts';
import { RecordTap } from '../application/analytics/record-tap.ts';
import { RefreshUser } from '../application/session/refresh-user.ts';
import { SearchCatalogue } from '../application/catalogue/search-catalogue.ts';
import { ShareLink } from '../application/playback/share-link.ts';
import { SignOut } from '../application/session/sign-out.ts';
import { AppInvitationState } from '../application/messaging/app-invitation-state.ts';
import { FavoritesState } from '../application/favorites/favorites-state.ts';
import { FinishedState } from '../application/progress/finished-state.ts';
import { MessagesState } from '../application/messaging/messages-state.ts';
import { NoticesState } from '../application/notices-state.ts';
import { OnboardingState } from '../application/session/onboarding-state.ts';
import { PlayerState } from '../application/playback/player-state.ts';
import { PrivacyState } from '../application/analytics/privacy-state.ts';
import { SearchState } from '../application/catalogue/search-state.ts';
import { SessionEndState } from '../application/session/session-end-state.ts';
import { PlaybackSettingsState } from '../application/playback/playback-settings-state.ts';
import { LastJumpState } from '../application/playback/seek/last-jump-state.ts';
import { TimeState } from '../application/time-state.ts';
import { UserState } from '../application/session/user-state.ts';
import type { LateServices, Services } from '../ui/app/services.ts';
import type { LateRoom } from './late-room.ts';
import { mediaUrlFrom } from './media-url.ts';
import { TOKENS } from './tokens.ts';

/**
 * Resolves the one record that the screens and the router get; nobody else sees the container.
 *
 * @param late where the use cases are that come after the first content
 */
export function resolveServices(container: Container, late: LateRoom<LateServices>): Services {
  const { brand, links, apiUrl, hostedLogin, signUpConfirmation } = container.get(TOKENS.configuration);
  return {
    settings: { brand, links, offersHostedLogin: hostedLogin !== null, signUpConfirmation },
    user: container.get(UserState),
    player: container.get(PlayerState),
    favorites: container.get(FavoritesState),
    finished: container.get(FinishedState),
    search: container.get(SearchState),
    sessionEnd: container.get(SessionEndState),
    notices: container.get(NoticesState),
    privacy: container.get(PrivacyState),
    messages: container.get(MessagesState),
    onboarding: container.get(OnboardingState),
    lastJumpState: container.get(LastJumpState),
    playerSettings: container.get(PlaybackSettingsState),
    time: container.get(TimeState),
    appInvitation: container.get(AppInvitationState),
    ensureSession: container.get(EnsureSession),
    awaitSession: container.get(AwaitSession),
    hostedArrival: container.get(HostedArrival),
    refreshUser: container.get(RefreshUser),
    signOut: container.get(SignOut),
    loadHome: container.get(LoadHome),
    loadAudio: container.get(LoadAudio),
    searchCatalogue: container.get(SearchCatalogue),
    loadPages: container.get(LoadPages),
    openList: container.get(OpenList),
    lists: container.get(ListSources),
    moveToNewestBuild: container.get(MoveToNewestBuild),
    shareLink: container.get(ShareLink),
    choosePrivacy: container.get(ChoosePrivacy),
    recordPage: container.get(RecordPage),
    recordTap: container.get(RecordTap),
    recordDetailButton: container.get(RecordDetailButton),
    recordSearchResult: container.get(RecordSearchResult),
    inviteToApp: container.get(InviteToApp),
    answerMessage: late.verbs('answerMessage', 'shown', 'clicked', 'close'),
    askTheUniverse: late.verbs('askTheUniverse', 'run'),
    changeTrack: late.verbs('changeTrack', 'next', 'previous'),
    choosePosition: late.verbs('choosePlace', 'run'),
    closePlayer: late.verbs('closePlayer', 'close', 'resume'),
    createAccount: late.verbs(
      'createAccount',
      'run',
      'resume',
      'changeEmail',
      'confirm',
      'whenConfirmed',
      'resend',
    ),
    extendSleep: late.verbs('extendSleep', 'run'),
    followMembership: late.verbs('followMembership', 'linkUsed', 'returned'),
    hostedSignIn: late.verbs('hostedSignIn', 'run'),
    loadPdf: late.verbs('loadPdf', 'run'),
    markFinished: late.verbs('markFinished', 'run'),
    seek: late.verbs('moveInTrack', 'run', 'by'),
    offer: late.verbs('offer', 'show', 'launch', 'planTaken', 'close', 'left', 'endOnboarding'),
    playAudio: late.verbs('playAudio', 'run'),
    playItem: late.verbs('playItem', 'run'),
    playTrack: late.verbs('playTrack', 'run'),
    resetPassword: late.verbs('resetPassword', 'requestCode', 'resendCode', 'confirm'),
    setSleep: late.verbs('setSleep', 'run'),
    setSpeed: late.verbs('setSpeed', 'run'),
    setVolume: late.verbs('setVolume', 'run'),
    signIn: late.verbs(
      'signIn',
      'withPassword',
      'onceConfirmed',
      'withHostedLogin',
      'withNewPassword',
      'withCode',
      'withCustomAnswer',
      'withFactor',
      'startOver',
    ),
    toggleFavorite: late.verbs('toggleFavorite', 'run'),
    toggleFollow: late.verbs('toggleFollow', 'learn', 'run'),
    toggleMute: late.verbs('toggleMute', 'run'),
    togglePlayback: late.verbs('togglePlayback', 'run', 'resume'),
    undoJump: late.verbs('undoJump', 'run'),
    updatePlayerItem: late.verbs('updatePlayerItem', 'run'),
    preloadAudio: late.verbs('warmAudio', 'run'),
    openLate: async () => {
      await late.open();
    },
    openAccount: async () => {
      await late.open();
      return (await import('./account-modules.ts')).openAccount(container);
    },
    mediaUrl: mediaUrlFrom(apiUrl),
  };
}
