import { createContext, useContext } from 'react';
import type { AnswerMessage } from '../application/answer-message.ts';
import type { AskTheUniverse } from '../application/ask-the-universe.ts';
import type { AwaitSession } from '../application/await-session.ts';
import type { ChangeTrack } from '../application/change-track.ts';
import type { ChoosePlace } from '../application/choose-place.ts';
import type { ChoosePrivacy } from '../application/choose-privacy.ts';
import type { ClosePlayer } from '../application/close-player.ts';
import type { CreateAccount } from '../application/create-account.ts';
import type { EnsureSession } from '../application/ensure-session.ts';
import type { InviteToApp } from '../application/invite-to-app.ts';
import type { FollowMembership } from '../application/follow-membership.ts';
import type { HostedArrival } from '../application/hosted-arrival.ts';
import type { HostedSignIn } from '../application/hosted-sign-in.ts';
import type { ListSources } from '../application/list-sources.ts';
import type { LoadAudio } from '../application/load-audio.ts';
import type { LoadHome } from '../application/load-home.ts';
import type { LoadPages } from '../application/load-pages.ts';
import type { LoadPdf } from '../application/load-pdf.ts';
import type { MarkFinished } from '../application/mark-finished.ts';
import type { MoveToNewestBuild } from '../application/move-to-newest-build.ts';
import type { MoveInTrack } from '../application/move-in-track.ts';
import type { OfferSubscription } from '../application/offer-subscription.ts';
import type { OpenList } from '../application/open-list.ts';
import type { PlayAudio } from '../application/play-audio.ts';
import type { PlayItem } from '../application/play-item.ts';
import type { PlayTrack } from '../application/play-track.ts';
import type { RecordDetailButton } from '../application/record-detail-button.ts';
import type { RecordPage } from '../application/record-page.ts';
import type { RecordSearchResult } from '../application/record-search-result.ts';
import type { RecordTap } from '../application/record-tap.ts';
import type { RefreshUser } from '../application/refresh-user.ts';
import type { ResetPassword } from '../application/reset-password.ts';
import type { SearchCatalogue } from '../application/search-catalogue.ts';
import type { SetSleep } from '../application/set-sleep.ts';
import type { SetSpeed } from '../application/set-speed.ts';
import type { SetVolume } from '../application/set-volume.ts';
import type { ShareLink } from '../application/share-link.ts';
import type { SignIn } from '../application/sign-in.ts';
import type { SignOut } from '../application/sign-out.ts';
import type { AppInvitationState } from '../application/state/app-invitation-state.ts';
import type { FavoritesState } from '../application/state/favorites-state.ts';
import type { FinishedState } from '../application/state/finished-state.ts';
import type { MessagesState } from '../application/state/messages-state.ts';
import type { NoticesState } from '../application/state/notices-state.ts';
import type { OnboardingState } from '../application/state/onboarding-state.ts';
import type { PlayerState } from '../application/state/player-state.ts';
import type { PrivacyState } from '../application/state/privacy-state.ts';
import type { SearchState } from '../application/state/search-state.ts';
import type { SessionEndState } from '../application/state/session-end-state.ts';
import type { SettingsState } from '../application/state/settings-state.ts';
import type { LastJump } from '../application/state/last-jump.ts';
import type { TimeState } from '../application/state/time-state.ts';
import type { UserState } from '../application/state/user-state.ts';
import type { ToggleFavorite } from '../application/toggle-favorite.ts';
import type { ToggleFollow } from '../application/toggle-follow.ts';
import type { ExtendSleep } from '../application/extend-sleep.ts';
import type { WarmAudio } from '../application/warm-audio.ts';
import type { UndoJump } from '../application/undo-jump.ts';
import type { ToggleMute } from '../application/toggle-mute.ts';
import type { TogglePlayback } from '../application/toggle-playback.ts';
import type { UpdatePlayerItem } from '../application/update-player-item.ts';
import type { AccountServices } from './screens/account/account-services.ts';

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
  readonly choosePlace: Verbs<ChoosePlace>;
  readonly closePlayer: Verbs<ClosePlayer>;
  readonly createAccount: Verbs<CreateAccount>;
  readonly extendSleep: Verbs<ExtendSleep>;
  readonly followMembership: Verbs<Pick<FollowMembership, 'linkUsed' | 'returned'>>;
  readonly hostedSignIn: Verbs<Pick<HostedSignIn, 'run'>>;
  readonly loadPdf: Verbs<LoadPdf>;
  readonly markFinished: Verbs<MarkFinished>;
  readonly moveInTrack: Verbs<MoveInTrack>;
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
  readonly warmAudio: Verbs<WarmAudio>;
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
  readonly lastJump: LastJump;
  readonly playerSettings: SettingsState;
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
