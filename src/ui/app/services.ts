import { createContext, useContext } from 'react';
import type { AnswerMessage } from '../../application/messaging/answer-message.ts';
import type { AskTheUniverse } from '../../application/catalogue/ask-the-universe.ts';
import type { AwaitSession } from '../../application/session/await-session.ts';
import type { ChangeTrack } from '../../application/playback/change-track.ts';
import type { ChoosePosition } from '../../application/progress/choose-position.ts';
import type { ChoosePrivacy } from '../../application/analytics/choose-privacy.ts';
import type { ClosePlayer } from '../../application/playback/close-player.ts';
import type { CreateAccount } from '../../application/session/create-account.ts';
import type { EnsureSession } from '../../application/session/ensure-session.ts';
import type { InviteToApp } from '../../application/messaging/invite-to-app.ts';
import type { FollowMembership } from '../../application/entitlement/follow-membership.ts';
import type { HostedArrival } from '../../application/session/hosted-arrival.ts';
import type { HostedSignIn } from '../../application/session/hosted-sign-in.ts';
import type { ListSources } from '../../application/catalogue/list-sources.ts';
import type { LoadAudio } from '../../application/catalogue/load-audio.ts';
import type { LoadHome } from '../../application/catalogue/load-home.ts';
import type { LoadPages } from '../../application/catalogue/load-pages.ts';
import type { LoadPdf } from '../../application/catalogue/load-pdf.ts';
import type { MarkFinished } from '../../application/progress/mark-finished.ts';
import type { MoveToNewestBuild } from '../../application/move-to-newest-build.ts';
import type { Seek } from '../../application/playback/seek/seek.ts';
import type { OfferSubscription } from '../../application/entitlement/offer-subscription.ts';
import type { OpenList } from '../../application/catalogue/open-list.ts';
import type { PlayAudio } from '../../application/playback/play-audio.ts';
import type { PlayItem } from '../../application/playback/play-item.ts';
import type { PlayTrack } from '../../application/playback/play-track.ts';
import type { RecordDetailButton } from '../../application/analytics/record-detail-button.ts';
import type { RecordPage } from '../../application/analytics/record-page.ts';
import type { RecordSearchResult } from '../../application/analytics/record-search-result.ts';
import type { RecordTap } from '../../application/analytics/record-tap.ts';
import type { RefreshUser } from '../../application/session/refresh-user.ts';
import type { ResetPassword } from '../../application/session/reset-password.ts';
import type { SearchCatalogue } from '../../application/catalogue/search-catalogue.ts';
import type { SetSleep } from '../../application/playback/sleep/set-sleep.ts';
import type { SetSpeed } from '../../application/playback/set-speed.ts';
import type { SetVolume } from '../../application/playback/set-volume.ts';
import type { ShareLink } from '../../application/playback/share-link.ts';
import type { SignIn } from '../../application/session/sign-in.ts';
import type { SignOut } from '../../application/session/sign-out.ts';
import type { AppInvitationState } from '../../application/messaging/app-invitation-state.ts';
import type { FavoritesState } from '../../application/favorites/favorites-state.ts';
import type { FinishedState } from '../../application/progress/finished-state.ts';
import type { MessagesState } from '../../application/messaging/messages-state.ts';
import type { NoticesState } from '../../application/notices-state.ts';
import type { OnboardingState } from '../../application/session/onboarding-state.ts';
import type { PlayerState } from '../../application/playback/player-state.ts';
import type { PrivacyState } from '../../application/analytics/privacy-state.ts';
import type { SearchState } from '../../application/catalogue/search-state.ts';
import type { SessionEndState } from '../../application/session/session-end-state.ts';
import type { PlaybackSettingsState } from '../../application/playback/playback-settings-state.ts';
import type { LastJumpState } from '../../application/playback/seek/last-jump-state.ts';
import type { TimeState } from '../../application/time-state.ts';
import type { UserState } from '../../application/session/user-state.ts';
import type { ToggleFavorite } from '../../application/favorites/toggle-favorite.ts';
import type { ToggleFollow } from '../../application/favorites/toggle-follow.ts';
import type { ExtendSleep } from '../../application/playback/sleep/extend-sleep.ts';
import type { PreloadAudio } from '../../application/playback/preload/preload-audio.ts';
import type { UndoJump } from '../../application/playback/seek/undo-jump.ts';
import type { ToggleMute } from '../../application/playback/toggle-mute.ts';
import type { TogglePlayback } from '../../application/playback/toggle-playback.ts';
import type { UpdatePlayerItem } from '../../application/playback/update-player-item.ts';
import type { AccountServices } from '../screens/account/account-services.ts';

/** What the host's configuration lets the screens show (contract 2). */
export type ScreenSettings = {
  readonly brand: string;
  /** Whether listeners may sign in on a page of the sign-in service's own. */
  readonly offersHostedLogin: boolean;
  /** How a new account is confirmed: by a code that is typed in, or by a link that is opened. */
  readonly signUpConfirmation: 'code' | 'link';
  /** Null: there is no such page. */
  readonly links: {
    readonly help: string | null;
    readonly privacy: string | null;
    readonly terms: string | null;
    readonly annual: string | null;
    readonly monthly: string | null;
    /** Where one title is bought, with a placeholder for its id. */
    readonly purchase: string | null;
    readonly mobileApp: string | null;
  };
};

/**
 * What a use case does for a view while its code may still be on its way: what it would answer at once, a view must
 * know otherwise.
 */
type Verbs<UseCase> = {
  readonly [Name in keyof UseCase]: UseCase[Name] extends (...given: infer Given) => infer Answer
    ? Answer extends Promise<unknown>
      ? UseCase[Name]
      : (...given: Given) => void
    : never;
};

/**
 * What nothing on a page needs before it is looked at and used: its code comes after the first content, or with the
 * first call.
 */
export type LateServices = {
  readonly answerMessage: Verbs<AnswerMessage>;
  readonly askTheUniverse: Verbs<AskTheUniverse>;
  readonly changeTrack: Verbs<ChangeTrack>;
  readonly choosePosition: Verbs<ChoosePosition>;
  readonly closePlayer: Verbs<ClosePlayer>;
  readonly createAccount: Verbs<CreateAccount>;
  readonly extendSleep: Verbs<ExtendSleep>;
  readonly followMembership: Verbs<Pick<FollowMembership, 'linkUsed' | 'returned'>>;
  readonly hostedSignIn: Verbs<Pick<HostedSignIn, 'run'>>;
  readonly loadPdf: Verbs<LoadPdf>;
  readonly markFinished: Verbs<MarkFinished>;
  readonly seek: Verbs<Seek>;
  readonly offer: Verbs<OfferSubscription>;
  readonly playAudio: Verbs<PlayAudio>;
  readonly playItem: Verbs<PlayItem>;
  readonly playTrack: Verbs<PlayTrack>;
  readonly resetPassword: Verbs<ResetPassword>;
  readonly setSleep: Verbs<SetSleep>;
  readonly setSpeed: Verbs<SetSpeed>;
  readonly setVolume: Verbs<SetVolume>;
  readonly signIn: Verbs<SignIn>;
  readonly toggleFavorite: Verbs<ToggleFavorite>;
  readonly toggleFollow: Verbs<ToggleFollow>;
  readonly toggleMute: Verbs<ToggleMute>;
  readonly togglePlayback: Verbs<TogglePlayback>;
  readonly undoJump: Verbs<UndoJump>;
  readonly updatePlayerItem: Verbs<UpdatePlayerItem>;
  readonly preloadAudio: Verbs<PreloadAudio>;
};

/**
 * Everything the screens may use, resolved once by the composition: states to observe and use cases to
 * call. No view sees a container, an adapter or a port.
 */
export type Services = LateServices & {
  readonly settings: ScreenSettings;
  readonly user: UserState;
  readonly player: PlayerState;
  readonly favorites: FavoritesState;
  readonly finished: FinishedState;
  readonly search: SearchState;
  readonly sessionEnd: SessionEndState;
  readonly notices: NoticesState;
  readonly privacy: PrivacyState;
  readonly messages: MessagesState;
  readonly onboarding: OnboardingState;
  readonly lastJumpState: LastJumpState;
  readonly playerSettings: PlaybackSettingsState;
  readonly time: TimeState;
  readonly appInvitation: AppInvitationState;

  readonly ensureSession: EnsureSession;
  readonly awaitSession: AwaitSession;
  readonly hostedArrival: HostedArrival;
  readonly refreshUser: RefreshUser;
  readonly signOut: SignOut;

  readonly loadHome: LoadHome;
  readonly loadAudio: LoadAudio;
  readonly searchCatalogue: SearchCatalogue;
  readonly loadPages: LoadPages;
  readonly openList: OpenList;
  readonly lists: ListSources;

  readonly shareLink: ShareLink;
  readonly choosePrivacy: ChoosePrivacy;
  readonly recordPage: RecordPage;
  readonly recordTap: RecordTap;
  readonly recordDetailButton: RecordDetailButton;
  readonly recordSearchResult: RecordSearchResult;
  readonly inviteToApp: InviteToApp;

  /** For parts of the app that could not be fetched. */
  readonly moveToNewestBuild: MoveToNewestBuild;

  /** Fetches what `LateServices` do, for as long as it takes. */
  readonly openLate: () => Promise<void>;

  /** What only the account page needs; rejects when it cannot be fetched. */
  readonly openAccount: () => Promise<AccountServices>;

  /** An image's or PDF's address made absolute; null unless it is http or https (contract 3.17). */
  readonly mediaUrl: (address: string | null) => string | null;
};

const ServicesContext = createContext<Services | null>(null);

export const ServicesProvider = ServicesContext.Provider;

/** The services of the running application; only to be called below `ServicesProvider`. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('No services: a view was rendered outside its provider');
  return services;
}
