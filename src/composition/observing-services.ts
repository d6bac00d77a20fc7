import { AmplitudeAnalytics } from '../adapters/amplitude/amplitude-analytics.ts';
import { BrazeMessaging } from '../adapters/braze/braze-messaging.ts';
import { SilentAnalytics } from '../adapters/silent/silent-analytics.ts';
import { SilentMessaging } from '../adapters/silent/silent-messaging.ts';
import { afterFirstPaint } from '../adapters/browser/after-first-paint.ts';
import type { Analytics } from '../ports/analytics.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Log } from '../ports/log.ts';
import type { Messaging } from '../ports/messaging.ts';
import type { Configuration } from './configuration.ts';

/** Analytics and messaging. Each is off unless the configuration names all that it needs (APP-29). */

export function analyticsFrom({ amplitude }: Configuration, store: KeyValueStore, log: Log): Analytics {
  if (amplitude === null) return new SilentAnalytics();
  return new AmplitudeAnalytics(amplitude, {
    store,
    log,
    post: async (url, request) => fetch(url, request),
    isSecure: window.location.protocol === 'https:',
    whenIdle: afterFirstPaint,
    deleteCookie: (name) => {
      document.cookie = `${name}=; path=/; max-age=0`;
    },
  });
}

export function messagingFrom({ braze, mediaOrigins }: Configuration, log: Log): Messaging {
  if (braze === null) return new SilentMessaging();
  const { origin } = window.location;
  return new BrazeMessaging(braze, {
    log,
    rules: { origin, imageOrigins: [origin, ...mediaOrigins], htmlScripts: braze.htmlScripts },
    whenIdle: afterFirstPaint,
  });
}
