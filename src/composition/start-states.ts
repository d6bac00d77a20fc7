import { ChoosePrivacy } from '../application/analytics/choose-privacy.ts';
import { FollowTime } from '../application/follow-time.ts';
import { Messages } from '../application/messaging/messages.ts';
import { InviteToApp } from '../application/messaging/invite-to-app.ts';
import { MESSAGES, NoticesState } from '../application/notices-state.ts';
import { DiscardOtherListener } from '../application/playback/discard-other-listener.ts';
import { PlaybackSettingsState } from '../application/playback/playback-settings-state.ts';
import { PlayerState } from '../application/player-state.ts';
import { SignOut } from '../application/session/sign-out.ts';
import { OnboardingState } from '../application/session/onboarding-state.ts';
import { UserState } from '../application/session/user-state.ts';
import type { Log, Subscription } from '../ports/platform.ts';
import type { Container } from './container.ts';
import { persistOnboarding } from './reactions/persist-onboarding.ts';
import { persistPlayer } from './reactions/persist-player.ts';
import { persistSettings } from './reactions/persist-settings.ts';
import { persistUser } from './reactions/persist-user.ts';
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
  const failed = saidOnce(resolve(container, NoticesState), log);
  persistUser(store, resolve(container, UserState), failed('store.user'));
  persistPlayer(
    store,
    resolve(container, PlayerState),
    container.get(TOKENS.journal),
    failed('store.player'),
  );
  persistSettings(store, resolve(container, PlaybackSettingsState), log);
  persistOnboarding(store, resolve(container, OnboardingState), log);
  // Runs before anything can be recorded.
  resolve(container, ChoosePrivacy).restore(isTrackingUnwanted);
  resolve(container, InviteToApp).restore();
  for (const type of FOLLOWERS) resolve(container, type).start();
}

/** A storage that is full or blocked affects nothing else. A notice says so once, because later writes fail too (APP-44). */
function saidOnce(notices: NoticesState, log: Log): (key: string) => (kind: string) => void {
  let isSaid = false;
  return (key) => (kind) => {
    if (isSaid) return;
    isSaid = true;
    log.warn('A state could not be saved', { key, kind });
    notices.post(MESSAGES.notKept);
  };
}
