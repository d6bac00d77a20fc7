import { FollowTime } from './follow-time.ts';
import { TimeState } from './time-state.ts';
import { MoveToNewestBuild } from './move-to-newest-build.ts';
import { NoticesState } from './notices-state.ts';
import { lazy, type ServicesOf } from './service-table.ts';
import { ListPreferences } from './catalogue/list-preferences.ts';
import { Lists } from './catalogue/lists.ts';
import { SearchState } from './catalogue/search-state.ts';
import { LoadPages } from './catalogue/load-pages.ts';
import { PlayerState } from './player-state.ts';
import { AudioOutputState } from './playback/audio-output-state.ts';
import { LastJumpState } from './playback/last-jump-state.ts';
import { NextVolumeState } from './playback/next-volume-state.ts';
import { PlaybackSettingsState } from './playback/playback-settings-state.ts';
import { FinishedState } from './progress/finished-state.ts';
import { UserState } from './session/user-state.ts';
import { SessionEndState } from './session/session-end-state.ts';
import { SignOut } from './session/sign-out.ts';
import { OnboardingState } from './session/onboarding-state.ts';
import { Session } from './session/session.ts';
import { RefreshUser } from './session/refresh-user.ts';
import { FavoritesState } from './favorites/favorites-state.ts';
import { Messages } from './messaging/messages.ts';
import { MessagesState } from './messaging/messages-state.ts';
import { AppInvitationState } from './messaging/app-invitation-state.ts';
import { InviteToApp } from './messaging/invite-to-app.ts';
import { Usage } from './analytics/usage.ts';
import { PrivacyState } from './analytics/privacy-state.ts';
import { ChoosePrivacy } from './analytics/choose-privacy.ts';

/** Everything that the views may use, by feature. The account page and the downloads have tables of their own. */
export const services = {
  notices: NoticesState,
  time: TimeState,
  followTime: FollowTime,
  moveToNewestBuild: MoveToNewestBuild,
  manyTitles: lazy(
    async () => (await import('./many-titles.ts')).ManyTitles,
    ['markAs', 'save', 'addToUpNext', 'download'],
  ),

  // catalogue
  search: SearchState,
  lists: Lists,
  listPreferences: ListPreferences,
  loadPages: LoadPages,
  newEpisodes: lazy(async () => (await import('./catalogue/new-episodes.ts')).NewEpisodes, ['load']),

  // entitlement
  offer: lazy(
    async () => (await import('./entitlement/offer-subscription.ts')).OfferSubscription,
    [
      'show',
      'showFor',
      'showFromCampaign',
      'endOnboarding',
      'choosePlan',
      'close',
      'left',
      'openWelcome',
      'billingAddress',
    ],
  ),
  followMembership: lazy(
    async () => (await import('./entitlement/follow-membership.ts')).FollowMembership,
    ['start', 'linkUsed', 'returned'],
  ),

  // playback
  loadPdf: lazy(async () => (await import('./playback/load-pdf.ts')).LoadPdf, ['loadAddress']),
  player: PlayerState,
  audioOutput: AudioOutputState,
  nextVolume: NextVolumeState,
  lastJump: LastJumpState,
  playerSettings: PlaybackSettingsState,
  changeTrack: lazy(
    async () => (await import('./playback/change-track.ts')).ChangeTrack,
    ['next', 'previous'],
  ),
  playerControls: lazy(
    async () => (await import('./playback/player-controls.ts')).PlayerControls,
    ['playOrPause', 'playOrPauseTrack', 'playFrom', 'playRandom', 'choosePosition', 'close', 'resume'],
  ),
  sleepTimer: lazy(async () => (await import('./playback/sleep-timer.ts')).SleepTimer, ['extend', 'set']),
  seek: lazy(async () => (await import('./playback/seek.ts')).Seek, ['seekTo', 'skipBy', 'undo']),
  playAudio: lazy(async () => (await import('./playback/play-audio.ts')).PlayAudio, ['play']),
  preloadAudio: lazy(
    async () => (await import('./playback/preload-audio.ts')).PreloadAudio,
    ['preload', 'preloadAddresses'],
  ),
  playbackSettings: lazy(
    async () => (await import('./playback/playback-settings.ts')).PlaybackSettings,
    ['setSpeed', 'setSpeedOf', 'setPodcast', 'setVolume', 'toggleMute', 'chooseDevice'],
  ),
  upNextQueue: lazy(
    async () => (await import('./playback/up-next.ts')).UpNext,
    ['list', 'playNext', 'addToEnd', 'playEntry'],
  ),
  togglePlayback: lazy(
    async () => (await import('./playback/toggle-playback.ts')).TogglePlayback,
    ['toggle', 'resume'],
  ),
  newestTitle: lazy(async () => (await import('./playback/newest-title.ts')).NewestTitle, ['update']),

  // transcripts
  transcripts: lazy(
    async () => (await import('./transcripts/transcripts.ts')).Transcripts,
    ['open', 'chooseLanguage', 'mayRead', 'follow'],
  ),

  // bookmarks
  addBookmark: lazy(async () => (await import('./bookmarks/add-bookmark.ts')).AddBookmark, ['add']),
  bookmarkList: lazy(
    async () => (await import('./bookmarks/bookmark-list.ts')).BookmarkList,
    ['setNote', 'remove', 'takeBack', 'putBack', 'leave', 'open'],
  ),

  // history
  listeningHistory: lazy(
    async () => (await import('./history/listening-history.ts')).ListeningHistory,
    ['open', 'close', 'clear', 'putBack'],
  ),

  // feeds
  privateFeeds: lazy(
    async () => (await import('./feeds/private-feeds.ts')).PrivateFeeds,
    ['open', 'refresh', 'make', 'rename', 'renew', 'revoke'],
  ),

  // listening
  loadListening: lazy(async () => (await import('./listening/load-listening.ts')).LoadListening, ['load']),

  // progress
  finished: FinishedState,
  markFinished: lazy(
    async () => (await import('./progress/mark-finished.ts')).MarkFinished,
    ['setFinished', 'markHeard'],
  ),

  // session
  user: UserState,
  sessionEnd: SessionEndState,
  signOut: SignOut,
  onboarding: OnboardingState,
  session: Session,
  refreshUser: RefreshUser,
  signUp: lazy(
    async () => (await import('./session/sign-up.ts')).SignUp,
    [
      'create',
      'changeEmail',
      'resume',
      'confirm',
      'waitForConfirmation',
      'resendCode',
      'requestPasswordReset',
      'resendResetCode',
      'resetPassword',
    ],
  ),
  hostedSession: lazy(
    async () => (await import('./session/hosted-session.ts')).HostedSession,
    ['goToHostedLogin'],
  ),
  signIn: lazy(
    async () => (await import('./session/sign-in.ts')).SignIn,
    [
      'withPassword',
      'onceConfirmed',
      'withHostedLogin',
      'withNewPassword',
      'withCode',
      'withCustomResponse',
      'withFactor',
      'startOver',
    ],
  ),

  // favorites
  favorites: FavoritesState,
  favoriteToggle: lazy(
    async () => (await import('./favorites/favorite-toggle.ts')).FavoriteToggle,
    ['toggleTitle', 'loadFollowed', 'toggleAuthor'],
  ),

  // messaging
  messages: MessagesState,
  appInvitation: AppInvitationState,
  inviteToApp: InviteToApp,
  messaging: Messages,

  // analytics
  privacy: PrivacyState,
  choosePrivacy: ChoosePrivacy,
  usage: Usage,
};

export type ApplicationServices = ServicesOf<typeof services>;
