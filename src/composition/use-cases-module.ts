import { ContainerModule } from 'inversify';
import { AwaitSession } from '../application/session/await-session.ts';
import { ChoosePrivacy } from '../application/analytics/choose-privacy.ts';
import { EndSession } from '../application/session/end-session.ts';
import { EnsureSession } from '../application/session/ensure-session.ts';
import { FollowMessages } from '../application/messaging/follow-messages.ts';
import { InviteToApp } from '../application/messaging/invite-to-app.ts';
import { HostedArrival } from '../application/session/hosted-arrival.ts';
import { KeepSession } from '../application/session/keep-session.ts';
import { ListSources } from '../application/catalogue/list-sources.ts';
import { LoadAudio } from '../application/catalogue/load-audio.ts';
import { LoadHome } from '../application/catalogue/load-home.ts';
import { LoadPages } from '../application/catalogue/load-pages.ts';
import { LoadTracks } from '../application/playback/load-tracks.ts';
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
import { ListeningTally } from '../application/progress/listening-tally.ts';
import { MessagesState } from '../application/messaging/messages-state.ts';
import { NoticesState } from '../application/notices-state.ts';
import { OnboardingState } from '../application/session/onboarding-state.ts';
import { PlayerState } from '../application/playback/player-state.ts';
import { PrivacyState } from '../application/analytics/privacy-state.ts';
import { SearchState } from '../application/catalogue/search-state.ts';
import { SessionEndState } from '../application/session/session-end-state.ts';
import { PlaybackSettingsState } from '../application/playback/playback-settings-state.ts';
import { LastJumpState } from '../application/playback/seek/last-jump-state.ts';
import { UserState } from '../application/session/user-state.ts';
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
        LastJumpState,
        PlaybackSettingsState,
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
    PlaybackSettingsState,
    TOKENS.log,
  ]);
  construct(bind, ShareLink, [PlayerState]);
  construct(bind, SignOut, [TOKENS.auth, EndSession]);
});
