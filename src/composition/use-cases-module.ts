import { ContainerModule } from 'inversify';
import { AwaitSession } from '../application/await-session.ts';
import { ChoosePrivacy } from '../application/choose-privacy.ts';
import { EndSession } from '../application/end-session.ts';
import { EnsureSession } from '../application/ensure-session.ts';
import { FollowMessages } from '../application/follow-messages.ts';
import { InviteToApp } from '../application/invite-to-app.ts';
import { HostedArrival } from '../application/hosted-arrival.ts';
import { KeepSession } from '../application/keep-session.ts';
import { ListSources } from '../application/list-sources.ts';
import { LoadAudio } from '../application/load-audio.ts';
import { LoadHome } from '../application/load-home.ts';
import { LoadPages } from '../application/load-pages.ts';
import { LoadTracks } from '../application/load-tracks.ts';
import { MoveToNewestBuild } from '../application/move-to-newest-build.ts';
import { OpenList } from '../application/open-list.ts';
import { RecordDetailButton } from '../application/record-detail-button.ts';
import { RecordPage } from '../application/record-page.ts';
import { RecordSearchResult } from '../application/record-search-result.ts';
import { RecordTap } from '../application/record-tap.ts';
import { RefreshUser } from '../application/refresh-user.ts';
import { SearchCatalogue } from '../application/search-catalogue.ts';
import { ShareLink } from '../application/share-link.ts';
import { SignOut } from '../application/sign-out.ts';
import { AppInvitationState } from '../application/state/app-invitation-state.ts';
import { FavoritesState } from '../application/state/favorites-state.ts';
import { FinishedState } from '../application/state/finished-state.ts';
import { ListeningTally } from '../application/state/listening-tally.ts';
import { MessagesState } from '../application/state/messages-state.ts';
import { NoticesState } from '../application/state/notices-state.ts';
import { OnboardingState } from '../application/state/onboarding-state.ts';
import { PlayerState } from '../application/state/player-state.ts';
import { PrivacyState } from '../application/state/privacy-state.ts';
import { SearchState } from '../application/state/search-state.ts';
import { SessionEndState } from '../application/state/session-end-state.ts';
import { SettingsState } from '../application/state/settings-state.ts';
import { LastJump } from '../application/state/last-jump.ts';
import { UserState } from '../application/state/user-state.ts';
import { construct } from './construct.ts';
import { TOKENS } from './tokens.ts';

/** The use cases that a page needs to be shown, built from the ports and states that their constructors ask for. */
export const useCasesModule = new ContainerModule(({ bind }) => {
  construct(bind, AwaitSession, [EnsureSession, TOKENS.clock]);
  bind(EndSession)
    .toResolvedValue(
      (cache, analytics, messaging, ...states) => new EndSession(cache, analytics, messaging, states),
      [
        TOKENS.cache,
        TOKENS.analytics,
        TOKENS.messaging,
        MessagesState,
        OnboardingState,
        UserState,
        PlayerState,
        ListeningTally,
        FavoritesState,
        FinishedState,
        SearchState,
        SessionEndState,
        LastJump,
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
  construct(bind, EnsureSession, [TOKENS.auth, HostedArrival]);
  construct(bind, HostedArrival, []);
  construct(bind, InviteToApp, [TOKENS.store, AppInvitationState, TOKENS.log]);
  construct(bind, KeepSession, [TOKENS.auth, PlayerState, TOKENS.clock]);
  construct(bind, FollowMessages, [TOKENS.messaging, MessagesState, UserState]);
  construct(bind, RecordDetailButton, [TOKENS.analytics]);
  construct(bind, RecordPage, [OnboardingState, TOKENS.analytics]);
  construct(bind, RecordSearchResult, [TOKENS.analytics]);
  construct(bind, RecordTap, [OnboardingState, TOKENS.analytics]);
  construct(bind, ListSources, [TOKENS.contentApi]);
  construct(bind, SearchCatalogue, [ListSources, OpenList, SearchState]);
  construct(bind, LoadAudio, [TOKENS.catalogue, LoadTracks, OpenList]);
  construct(bind, LoadHome, [TOKENS.catalogue, TOKENS.playbackApi, TOKENS.clock]);
  construct(bind, LoadPages, [TOKENS.catalogue]);
  construct(bind, LoadTracks, [TOKENS.catalogue]);
  construct(bind, MoveToNewestBuild, [TOKENS.deployment]);
  construct(bind, OpenList, [TOKENS.createList]);
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
  construct(bind, ShareLink, [PlayerState]);
  construct(bind, SignOut, [TOKENS.auth, EndSession]);
});
