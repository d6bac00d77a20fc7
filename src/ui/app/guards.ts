import { redirect, type ParsedLocation } from '@tanstack/react-router';
import type { SessionCheck } from '../../application/session/ensure-session.ts';
import type { Services } from './services.ts';

/**
 * Lets only listeners with a session in (section 2, route guard). Where there is none, or where the
 * sign-in service could not be asked, the way leads to the login screen, which knows the way back
 * (contract 3.16).
 */
export async function requireSession(services: Services, location: ParsedLocation): Promise<void> {
  if ((await services.ensureSession.check()) === 'signed-in') return;
  redirect({ to: '/login', search: { from: location.href }, throw: true });
}

/**
 * Sends listeners who have a session on: where `from` says, else home.
 *
 * @returns why they were let in: there is no session, or nobody knows
 */
export async function requireNoSession(
  services: Services,
  onwards: string,
): Promise<Exclude<SessionCheck, 'signed-in'>> {
  const session = await services.ensureSession.check();
  if (session !== 'signed-in') return session;
  // The router's redirects are thrown, and are no errors.
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect({ href: onwards });
}
