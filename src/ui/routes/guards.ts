import { redirect, type ParsedLocation } from '@tanstack/react-router';
import type { SessionCheck } from '../../application/session/session.ts';
import { downloadsInTime } from './downloads-in-time.ts';
import { isInStudio } from '../navigation/return-path.ts';
import type { Services } from '../services.ts';

/**
 * Lets only listeners with a session pass (SES-1). Without a session, or if the sign-in service cannot be reached
 * (SES-5), it redirects to the login screen with `from`. If the service cannot be reached, a listener with downloads
 * stays on the page, because a session may expire on a flight (DOWN-60).
 */
export async function requireSession(
  services: Services,
  location: Pick<ParsedLocation, 'href'>,
): Promise<void> {
  const session = await services.session.check();
  if (session === 'signed-in' || (session === 'unknown' && (await hasDownloads(services)))) return;
  redirect({ to: '/login', search: { from: location.href }, throw: true });
}

async function hasDownloads(services: Services): Promise<boolean> {
  const opened = await downloadsInTime(services);
  return opened !== null && !opened.downloads.isEmpty;
}

/**
 * Redirects listeners who have a session to `from`, else to the home page (SES-4).
 *
 * @returns why the listener may stay: there is no session, or the session could not be checked
 */
export async function requireNoSession(
  services: Services,
  onwards: string,
): Promise<Exclude<SessionCheck, 'signed-in'>> {
  const session = await services.session.check();
  if (session !== 'signed-in') return session;
  // The router requires that redirects are thrown; they are not errors.
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect({ href: onwards, reloadDocument: isInStudio(onwards) });
}
