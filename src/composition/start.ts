import { reaction } from 'mobx';
import { ChoosePrivacy } from '../application/choose-privacy.ts';
import { EndSession } from '../application/end-session.ts';
import { FollowMediaControls } from '../application/follow-media-controls.ts';
import { FollowMessages } from '../application/follow-messages.ts';
import { FollowAudio } from '../application/follow-audio.ts';
import { FollowReports } from '../application/follow-reports.ts';
import { FollowTabs } from '../application/follow-tabs.ts';
import { HostedSignIn } from '../application/hosted-sign-in.ts';
import { KeepSession } from '../application/keep-session.ts';
import { InviteToApp } from '../application/invite-to-app.ts';
import { LeavePage } from '../application/leave-page.ts';
import { RecoverReports } from '../application/recover-reports.ts';
import { PlayerState } from '../application/state/player-state.ts';
import { SettingsState } from '../application/state/settings-state.ts';
import { TimeState } from '../application/state/time-state.ts';
import { UserState } from '../application/state/user-state.ts';
import { asksNotToBeTracked } from '../adapters/system/do-not-track.ts';
import { milliseconds } from '../domain/time.ts';
import { mountApp } from '../ui/app.tsx';
import { mountConfigurationError } from '../ui/configuration-error.tsx';
import { chooseAdapters } from './chosen-adapters.ts';
import { decodeConfiguration } from './configuration.ts';
import { createContainer } from './container.ts';
import { mediaUrlFrom } from './media-url.ts';
import { mirrorMediaControls } from './mirror-media-controls.ts';
import { persistSettings } from './persistence/persist-settings.ts';
import { persist } from './persistence/persist.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { resolveServices } from './services.ts';
import { TOKENS } from './tokens.ts';

/** How often the screens look at the clock: windows open and close by it. */
const SCREEN_CLOCK = milliseconds(5000);

/** Reads the page's configuration document and brings the application up on `root`. */
export async function startApplication(root: HTMLElement): Promise<void> {
  const text = document.getElementById('configuration')?.textContent ?? '';
  const configuration = decodeConfiguration(text, window.location.origin);
  if (!configuration.ok) {
    mountConfigurationError(root, configuration.error);
    return;
  }
  const container = createContainer(configuration.value);
  await chooseAdapters(container);
  const clock = container.get(TOKENS.clock);
  const time = container.get(TimeState);

  persist(
    container.get(TOKENS.store),
    container.get(UserState),
    container.get(PlayerState),
    container.get(TOKENS.journal),
    container.get(TOKENS.log),
  );
  persistSettings(container.get(TOKENS.store), container.get(SettingsState), container.get(TOKENS.log));
  // Before anything could be recorded.
  container.get(ChoosePrivacy).restore(asksNotToBeTracked(navigator));
  container.get(FollowMessages).run();
  container.get(InviteToApp).restore();
  container.get(TOKENS.cache).purgeExpired();
  container.get(FollowAudio).run();
  container.get(KeepSession).run();
  container.get(FollowMediaControls).run();
  mirrorMediaControls(
    container.get(PlayerState),
    container.get(TOKENS.mediaControls),
    mediaUrlFrom(configuration.value.apiUrl),
  );
  container.get(FollowTabs).run();
  container.get(FollowReports).run();
  const leavePage = container.get(LeavePage);
  const analytics = container.get(TOKENS.analytics);
  window.addEventListener('pagehide', () => {
    void leavePage.run();
    analytics.flush();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    leavePage.hidden();
    analytics.flush();
  });
  // Reports that waited for a session have it back.
  reaction(
    () => container.get(UserState).user.id,
    () => void container.get(RecoverReports).run(),
  );
  time.passed(clock.now());
  clock.every(SCREEN_CLOCK).subscribe((now) => time.passed(now));

  arriveFromHostedLogin(container.get(HostedSignIn));
  const app = mountApp(root, resolveServices(container));
  container.get(TOKENS.auth).ended.subscribe(() => {
    container.get(EndSession).run();
    // The guard of the route that is shown leads to the sign-in screen, and knows the way back.
    app.recheckRoute();
  });
  registerServiceWorker(container.get(TOKENS.log));
}

/** A listener who comes back from the hosted login; what the address held is taken out of it before anything else. */
function arriveFromHostedLogin(hostedSignIn: HostedSignIn): void {
  const { pathname, search } = window.location;
  if (pathname !== '/login') return;
  const arrival = hostedSignIn.arrive(search);
  if (arrival === null) return;
  const from =
    arrival.onwards === null ? '' : `?${new URLSearchParams({ from: arrival.onwards }).toString()}`;
  window.history.replaceState(null, '', `/login${from}`);
}
