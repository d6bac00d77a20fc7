import type { Container } from 'inversify';
import { HostedSignIn } from '../application/session/hosted-sign-in.ts';
import { LeavePage } from '../application/progress/leave-page.ts';
import { RegisterAccount } from '../application/session/register-account.ts';
import type { LateServices } from '../ui/app/services.ts';
import { beginListening } from './begin-listening.ts';
import { comesFromHostedLogin } from './comes-from-hosted-login.ts';
import { identityAdaptersModule, identityUseCasesModule } from './identity-modules.ts';
import { lateServices } from './late-services.ts';
import { listeningAdaptersModule, listeningUseCasesModule } from './listening-modules.ts';
import { TOKENS } from './tokens.ts';

/** Binds what comes late; a second time does nothing. */
export function furnish(container: Container): void {
  if (container.isBound(TOKENS.audioOutput)) return;
  container.load(
    listeningAdaptersModule,
    listeningUseCasesModule,
    identityAdaptersModule,
    identityUseCasesModule,
  );
}

/** Builds what comes late and brings it to life. */
export function openLateRooms(container: Container): LateServices {
  furnish(container);
  beginListening(container);
  const leavePage = container.get(LeavePage);
  // What is told on leaving is sent by those who listen after it.
  const first = { capture: true };
  window.addEventListener('pagehide', () => void leavePage.leave(), first);
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') leavePage.hide();
    },
    first,
  );
  container.get(RegisterAccount).purgeExpired();
  arriveFromHostedLogin(container.get(HostedSignIn));
  return lateServices(container);
}

/** A listener who comes back from the hosted login; what the address held is taken out of it before anything else. */
function arriveFromHostedLogin(hostedSignIn: HostedSignIn): void {
  if (!comesFromHostedLogin(window.location)) return;
  const arrival = hostedSignIn.arrive(window.location.search);
  if (arrival === null) return;
  const from =
    arrival.onwards === null ? '' : `?${new URLSearchParams({ from: arrival.onwards }).toString()}`;
  window.history.replaceState(null, '', `/login${from}`);
}
