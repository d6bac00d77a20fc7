import type { RegisteredRouter } from '@tanstack/react-router';
import type { MessageAction } from '../../../../domain/messaging.ts';

/** Opens the link of a message. A link inside the app does not reload the page, so that the sound goes on (MSG-19). */
export function followLink(router: RegisteredRouter, { url, opensNewTab }: MessageAction): void {
  if (url === null) return;
  const { origin, pathname, search, hash } = new URL(url);
  if (opensNewTab || origin !== window.location.origin) {
    window.open(url, '_blank', 'noopener,noreferrer');
    return;
  }
  router.history.push(pathname + search + hash);
}
