import type { Analytics } from '../../ports/analytics.ts';
import type { ContentCache } from '../../ports/content-cache.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { PORTS, type Inject } from '../../ports/tokens.ts';
import { SearchState } from '../catalogue/search-state.ts';
import { FavoritesState } from '../favorites/favorites-state.ts';
import { MessagesState } from '../messaging/messages-state.ts';
import { NoticesState } from '../notices-state.ts';
import { PlaybackSettingsState } from '../playback/playback-settings-state.ts';
import { PlayerState } from '../playback/player-state.ts';
import { LastJumpState } from '../playback/seek/last-jump-state.ts';
import { FinishedState } from '../progress/finished-state.ts';
import { ListeningTally } from '../progress/listening-tally.ts';
import { OnboardingState } from './onboarding-state.ts';
import { RefreshUser } from './refresh-user.ts';
import { SessionEndState } from './session-end-state.ts';
import { UserState } from './user-state.ts';

/** A state that can return to its value before any sign-in. */
type Resettable = { reset(): void };

/** Removes everything of the listener from this browser: audio, states, cached responses. */
export class EndSession {
  static readonly inject: Inject<typeof EndSession> = [
    PORTS.cache,
    PORTS.analytics,
    PORTS.messaging,
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
  ];

  private states: readonly Resettable[];

  constructor(
    private readonly cache: ContentCache,
    private readonly analytics: Analytics,
    private readonly messaging: Messaging,
    ...states: readonly Resettable[]
  ) {
    this.states = states;
  }

  /** Adds a state that was created later. It is reset before the others. */
  resetWithSession(state: Resettable): void {
    this.states = [state, ...this.states];
  }

  end(): void {
    for (const state of this.states) state.reset();
    this.cache.clear();
    this.analytics.reset();
    this.messaging.reset();
  }
}
