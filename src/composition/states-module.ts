import { ContainerModule } from 'inversify';
import { AppInvitationState } from '../application/state/app-invitation-state.ts';
import { FavoritesState } from '../application/state/favorites-state.ts';
import { FinishedState } from '../application/state/finished-state.ts';
import { LastJump } from '../application/state/last-jump.ts';
import { ListeningTally } from '../application/state/listening-tally.ts';
import { MessagesState } from '../application/state/messages-state.ts';
import { NoticesState } from '../application/state/notices-state.ts';
import { OnboardingState } from '../application/state/onboarding-state.ts';
import { PagedList, type Identified } from '../application/state/paged-list.ts';
import { PlayerState } from '../application/state/player-state.ts';
import { PrivacyState } from '../application/state/privacy-state.ts';
import { SearchState } from '../application/state/search-state.ts';
import { SessionEndState } from '../application/state/session-end-state.ts';
import { SettingsState } from '../application/state/settings-state.ts';
import { TimeState } from '../application/state/time-state.ts';
import { UserState } from '../application/state/user-state.ts';
import { observed } from './observed.ts';
import { TOKENS } from './tokens.ts';

/** The states, one of each, observable. */
export const statesModule = new ContainerModule(({ bind }) => {
  for (const State of [
    AppInvitationState,
    FavoritesState,
    FinishedState,
    LastJump,
    ListeningTally,
    MessagesState,
    NoticesState,
    OnboardingState,
    PlayerState,
    PrivacyState,
    SearchState,
    SessionEndState,
    SettingsState,
    TimeState,
    UserState,
  ]) {
    bind<object>(State)
      .toResolvedValue(() => observed(new State()))
      .inSingletonScope();
  }
  bind(TOKENS.createList).toConstantValue(<Item extends Identified>() => observed(new PagedList<Item>()));
});
