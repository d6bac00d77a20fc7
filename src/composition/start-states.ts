import type { Container } from 'inversify';
import { ChoosePrivacy } from '../application/analytics/choose-privacy.ts';
import { EndSession } from '../application/session/end-session.ts';
import { FollowMessages } from '../application/messaging/follow-messages.ts';
import { KeepSession } from '../application/session/keep-session.ts';
import { InviteToApp } from '../application/messaging/invite-to-app.ts';
import { OnboardingState } from '../application/session/onboarding-state.ts';
import { NoticesState } from '../application/notices-state.ts';
import { PlayerState } from '../application/playback/player-state.ts';
import { SessionEndState } from '../application/session/session-end-state.ts';
import { PlaybackSettingsState } from '../application/playback/playback-settings-state.ts';
import { TimeState } from '../application/time-state.ts';
import { UserState } from '../application/session/user-state.ts';
import { milliseconds } from '../domain/time.ts';
import { persistOnboarding } from './persistence/persist-onboarding.ts';
import { persistSettings } from './persistence/persist-settings.ts';
import { persist } from './persistence/persist.ts';
import { resolve } from './register.ts';
import { TOKENS } from './tokens.ts';

/** How often the screens look at the clock, because validity windows open and close (APP-57). */
const SCREEN_CLOCK = milliseconds(5000);

/**
 * Starts everything that needs no page: restores stored states and connects the use cases to events.
 *
 * @param isTrackingUnwanted whether the browser asks not to be tracked
 */
export function startStates(container: Container, isTrackingUnwanted: boolean): void {
  const clock = container.get(TOKENS.clock);
  const time = resolve(container, TimeState);

  persist(
    container.get(TOKENS.store),
    resolve(container, UserState),
    resolve(container, PlayerState),
    container.get(TOKENS.journal),
    resolve(container, NoticesState),
    container.get(TOKENS.log),
  );
  persistSettings(
    container.get(TOKENS.store),
    resolve(container, PlaybackSettingsState),
    container.get(TOKENS.log),
  );
  persistOnboarding(
    container.get(TOKENS.store),
    resolve(container, OnboardingState),
    container.get(TOKENS.log),
  );
  // Runs before anything can be recorded.
  resolve(container, ChoosePrivacy).restore(isTrackingUnwanted);
  resolve(container, FollowMessages).start();
  resolve(container, InviteToApp).restore();
  container.get(TOKENS.cache).purgeExpired();
  resolve(container, KeepSession).start();
  container.get(TOKENS.auth).ended.subscribe(({ message }) => {
    resolve(container, EndSession).end();
    resolve(container, SessionEndState).setReason(message);
  });
  time.setNow(clock.now());
  clock.every(SCREEN_CLOCK).subscribe((now) => time.setNow(now));
}
