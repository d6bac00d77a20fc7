import type { Container } from 'inversify';
import { LeavePage } from '../application/progress/leave-page.ts';
import { HostedSignIn } from '../application/session/hosted-sign-in.ts';
import { RegisterAccount } from '../application/session/register-account.ts';
import { comesFromHostedLogin } from './comes-from-hosted-login.ts';
import { playbackModule } from './playback-modules.ts';
import { resolve } from './register.ts';
import { sessionModule } from './session-modules.ts';
import { startPlayback } from './start-playback.ts';
import { TOKENS } from './tokens.ts';

/** Binds the adapters that load after the first content; a second call does nothing. */
export function loadLazyModules(container: Container): void {
  if (container.isBound(TOKENS.audioOutput)) return;
  container.load(playbackModule, sessionModule);
}

/** Starts the services that follow the sound, the page and the result of the hosted login. */
export function startLazyServices(container: Container): void {
  startPlayback(container);
  const leavePage = resolve(container, LeavePage);
  // Runs before the listeners that send what it reports.
  const first = { capture: true };
  window.addEventListener('pagehide', () => void leavePage.leave(), first);
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') leavePage.hide();
    },
    first,
  );
  resolve(container, RegisterAccount).purgeExpired();
  completeHostedLogin(resolve(container, HostedSignIn));
}

/** Completes a hosted login. First it removes the result from the address, before any other code reads it (SES-47). */
function completeHostedLogin(hostedSignIn: HostedSignIn): void {
  if (!comesFromHostedLogin(window.location)) return;
  const result = hostedSignIn.arrive(window.location.search);
  if (result === null) return;
  const from = result.onwards === null ? '' : `?${new URLSearchParams({ from: result.onwards }).toString()}`;
  window.history.replaceState(null, '', `/login${from}`);
}
