import { keepForOffline, switchLanguage } from 'audio-streaming-translations/switch-language';
import { reaction } from 'mobx';
import { ErrorReports } from '../adapters/browser/error-reports.ts';
import { mediaUrlFrom } from '../adapters/http/api-path.ts';
import { DownloadsState } from '../application/downloads/downloads-state.ts';
import { FollowDownloads } from '../application/downloads/follow-downloads.ts';
import { TransferDownloads } from '../application/downloads/transfer-downloads.ts';
import { FollowMembership } from '../application/entitlement/follow-membership.ts';
import { ListeningHistory } from '../application/history/listening-history.ts';
import { FollowAudio } from '../application/playback/follow-audio.ts';
import { FollowMediaControls } from '../application/playback/follow-media-controls.ts';
import { PlaybackSettings } from '../application/playback/playback-settings.ts';
import { PlaybackLock } from '../application/playback-lock.ts';
import { TogglePlayback } from '../application/playback/toggle-playback.ts';
import { PlayerState } from '../application/player-state.ts';
import { UpNextState } from '../application/playback/up-next-state.ts';
import { NoticesState } from '../application/notices-state.ts';
import { WaitingReports } from '../application/progress/waiting-reports.ts';
import { ReportPlayback } from '../application/progress/report-playback.ts';
import { SignOut } from '../application/session/sign-out.ts';
import { comesFromHostedLogin, Session } from '../application/session/session.ts';
import { HostedSession } from '../application/session/hosted-session.ts';
import { RegisterAccount } from '../application/session/register-account.ts';
import { ListenerLanguage } from '../application/session/listener-language.ts';
import { UserState } from '../application/session/user-state.ts';
import type { Subscription } from '../ports/platform.ts';
import type { Container } from './container.ts';
export { lazyAdapters } from './lazy-adapters.ts';
import { followLanguage } from './reactions/follow-language.ts';
import { followOpenings } from './reactions/follow-openings.ts';
import { mirrorMediaControls } from './reactions/mirror-media-controls.ts';
import { persistUpNext } from './reactions/persist-up-next.ts';
import { resolve, type Registrable } from './register.ts';
import { TOKENS } from './tokens.ts';

/** The lazy use cases that follow the sound, the other tabs and the membership. */
const FOLLOWERS: readonly Registrable<{ start(): Subscription }>[] = [
  FollowAudio,
  PlaybackSettings,
  FollowMediaControls,
  WaitingReports,
  FollowMembership,
];

/** Starts the services that follow the sound, the page and the result of the hosted login. */
export function startLazyServices(container: Container): void {
  startPlayback(container);
  const reportPlayback = resolve(container, ReportPlayback);
  // Runs before the listeners that send what it reports.
  const first = { capture: true };
  window.addEventListener('pagehide', () => void reportPlayback.leave(), first);
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') reportPlayback.hide();
    },
    first,
  );
  reportErrors(container);
  keepForOffline();
  followLanguage(
    resolve(container, UserState),
    resolve(container, ListenerLanguage),
    (language) => void switchLanguage(language, 'account'),
  );
  resolve(container, RegisterAccount).purgeExpired();
  container.get(TOKENS.cache).purgeExpired();
  completeHostedLogin(resolve(container, HostedSession));
}

declare global {
  interface ImportMetaEnv {
    /** The version of the build, from `package.json`. Vite fills it in. */
    readonly BUILD_VERSION: string;
  }
}

/** Reports errors of the app to the operator, if the configuration names an address for it (APP-83). */
function reportErrors(container: Container): void {
  const { errorReports } = container.get(TOKENS.configuration);
  if (errorReports === null) return;
  new ErrorReports(errorReports, container.get(TOKENS.clock), import.meta.env.BUILD_VERSION).start();
}

/** Connects the use cases of playback to the sound and the browser. */
export function startPlayback(container: Container): readonly Subscription[] {
  endWithSession(container);
  const isMobileAppThere = container.get(TOKENS.configuration).links.mobileApp !== null;
  const { events } = container.get(TOKENS.audioOutput);
  const following = [
    ...(isMobileAppThere ? [] : [resolve(container, ListeningHistory).start(events)]),
    ...FOLLOWERS.map((type) => resolve(container, type).start()),
    events.subscribe(({ kind }) => {
      if (kind === 'moved') resolve(container, Session).keep();
    }),
    resolve(container, PlaybackLock).start(() => resolve(container, TogglePlayback).pause()),
  ];
  mirrorMediaControls(
    resolve(container, PlayerState),
    container.get(TOKENS.mediaControls),
    container.get(TOKENS.clock),
    mediaUrlFrom(container.get(TOKENS.configuration).apiUrl),
  );
  const user = resolve(container, UserState);
  followOpenings(resolve(container, PlayerState), resolve(container, UpNextState));
  if (!isMobileAppThere) {
    persistUpNext(
      container.get(TOKENS.store),
      resolve(container, UpNextState),
      user,
      resolve(container, NoticesState),
      container.get(TOKENS.log),
    );
  }
  reaction(
    () => user.listener,
    () => resolve(container, FollowMembership).listenerChanged(),
  );
  const downloading = followDownloads(container);
  // The session is back: reports that waited for it are sent (PROG-35).
  reaction(
    () => user.user.id,
    () => resolve(container, WaitingReports).check(),
  );
  return [...following, ...downloading];
}

/** With a mobile app, downloads are left to it (DOWN-12). */
function followDownloads(container: Container): readonly Subscription[] {
  if (container.get(TOKENS.configuration).links.mobileApp !== null) return [];
  const follow = resolve(container, FollowDownloads);
  const user = resolve(container, UserState);
  const player = resolve(container, PlayerState);
  const downloads = resolve(container, DownloadsState);
  const stops = [
    reaction(
      () => downloads.isEmpty,
      () => follow.watch(),
    ),
    reaction(
      () => user.user.id,
      () => follow.listenerChanged(),
    ),
    // The provider's response about the listener.
    reaction(
      () => user.listener,
      () => follow.providerResponded(),
    ),
    reaction(
      () => player.track?.id,
      () => follow.trackChanged(),
    ),
  ];
  resolve(container, TransferDownloads).showApp();
  return [follow.start(), ...stops.map((stop) => ({ unsubscribe: stop }))];
}

/** Stops the sound when the session ends, after what was heard is stored for the listener (SES-41, PLAY-59). */
export function endWithSession(container: Container): void {
  const output = container.get(TOKENS.audioOutput);
  const reportPlayback = resolve(container, ReportPlayback);
  const listeningHistory = resolve(container, ListeningHistory);
  resolve(container, SignOut).setLazyParts({
    reportLast: async () => reportPlayback.reportLast(),
    leaveHostedLogin: async () => resolve(container, HostedSession).signOut(),
  });
  resolve(container, SignOut).runBefore(() => {
    reportPlayback.store();
    listeningHistory.stop('paused');
    output.unload();
  });
}

/** Completes a hosted login. First it removes the result from the address, before any other code reads it (SES-47). */
function completeHostedLogin(hostedSignIn: HostedSession): void {
  if (!comesFromHostedLogin(window.location)) return;
  const result = hostedSignIn.arrive(window.location.search);
  if (result === null) return;
  const from = result.onwards === null ? '' : `?${new URLSearchParams({ from: result.onwards }).toString()}`;
  window.history.replaceState(null, '', `/login${from}`);
}
