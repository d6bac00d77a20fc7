import { ContainerModule } from 'inversify';
import { AppInvitationState } from '../application/messaging/app-invitation-state.ts';
import { FavoritesState } from '../application/favorites/favorites-state.ts';
import { FinishedState } from '../application/progress/finished-state.ts';
import { LastJumpState } from '../application/playback/seek/last-jump-state.ts';
import { ListeningTally } from '../application/progress/listening-tally.ts';
import { MessagesState } from '../application/messaging/messages-state.ts';
import { NoticesState } from '../application/notices-state.ts';
import { OnboardingState } from '../application/session/onboarding-state.ts';
import { PagedList, type Identified } from '../application/catalogue/paged-list.ts';
import { PlayerState } from '../application/playback/player-state.ts';
import { PrivacyState } from '../application/analytics/privacy-state.ts';
import { SearchState } from '../application/catalogue/search-state.ts';
import { SessionEndState } from '../application/session/session-end-state.ts';
import { PlaybackSettingsState } from '../application/playback/playback-settings-state.ts';
import { TimeState } from '../application/time-state.ts';
import { UserState } from '../application/session/user-state.ts';
import { observed } from './observed.ts';
import { TOKENS } from './tokens.ts';

/** The states, one of each, observable. */
export const statesModule = new ContainerModule(({ bind }) => {
  for (const State of [
    AppInvitationState,
    FavoritesState,
    FinishedState,
    LastJumpState,
    ListeningTally,
    MessagesState,
    NoticesState,
    OnboardingState,
    PlayerState,
    PrivacyState,
    SearchState,
    SessionEndState,
    PlaybackSettingsState,
    TimeState,
    UserState,
  ]) {
    bind<object>(State)
      .toResolvedValue(() => observed(new State()))
      .inSingletonScope();
  }
  bind(TOKENS.createList).toConstantValue(<Item extends Identified>() => observed(new PagedList<Item>()));
});
