import { ChoosePrivacy } from '../application/analytics/choose-privacy.ts';
import { FollowTime } from '../application/follow-time.ts';
import { Messages } from '../application/messaging/messages.ts';
import { InviteToApp } from '../application/messaging/invite-to-app.ts';
import { NoticesState } from '../application/notices-state.ts';
import { DiscardOtherListener } from '../application/playback/discard-other-listener.ts';
import { PlaybackSettingsState } from '../application/playback/playback-settings-state.ts';
import { PlayerState } from '../application/player-state.ts';
import { SignOut } from '../application/session/sign-out.ts';
import { OnboardingState } from '../application/session/onboarding-state.ts';
import { UserState } from '../application/session/user-state.ts';
import type { Subscription } from '../ports/platform.ts';
import type { Container } from './container.ts';
import { persistOnboarding, persistSettings, persistStores } from './reactions/persist-states.ts';
import { resolve, type Registrable } from './register.ts';
import { TOKENS } from './tokens.ts';

/** The use cases that follow events from the start. */
const FOLLOWERS: readonly Registrable<{ start(): Subscription }>[] = [
  Messages,
  SignOut,
  DiscardOtherListener,
  FollowTime,
];

/**
 * Starts everything that needs no page: restores stored states and connects the use cases to events.
 *
 * @param isTrackingUnwanted whether the browser asks not to be tracked
 */
export function startStates(container: Container, isTrackingUnwanted: boolean): void {
  const store = container.get(TOKENS.store);
  const log = container.get(TOKENS.log);
  persistStores(
    store,
    resolve(container, UserState),
    resolve(container, PlayerState),
    container.get(TOKENS.journal),
    resolve(container, NoticesState),
    log,
  );
  persistSettings(store, resolve(container, PlaybackSettingsState), log);
  persistOnboarding(store, resolve(container, OnboardingState), log);
  // Runs before anything can be recorded.
  resolve(container, ChoosePrivacy).restore(isTrackingUnwanted);
  resolve(container, InviteToApp).restore();
  for (const type of FOLLOWERS) resolve(container, type).start();
}
