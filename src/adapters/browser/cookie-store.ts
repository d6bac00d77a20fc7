import { failed, ok, type Result } from '../../domain/result.ts';
import type { Signal, KeyValueStore, StoreFailure } from '../../ports/platform.ts';
import { eventsOf } from '../shared/events-of.ts';

/** The parts of a browser that the store uses. */
export type CookieBrowser = {
  /** The page's document. */
  readonly jar: { cookie: string };
  readonly isEnabled: () => boolean;
  /** True if the page was loaded by https. Its cookies are then sent by https only. */
  readonly isSecure: boolean;
  /** Sends changed keys to the other tabs, because not all browsers have an event for cookies. */
  readonly channel: Pick<BroadcastChannel, 'addEventListener' | 'removeEventListener' | 'postMessage'>;
};

// Cookies are kept for 365 days, for all paths, by https only, and are not sent by requests from other sites.
const LIFE_SECONDS = 365 * 24 * 60 * 60;
const SCOPE = 'Path=/; SameSite=Lax';

/** A store in cookies, used when the configuration sets `sessionStore` to `cookie`. */
export class CookieStore implements KeyValueStore {
  readonly changedElsewhere: Signal<string | null>;

  constructor(private readonly browser: CookieBrowser) {
    this.changedElsewhere = eventsOf(browser.channel, 'message', ({ data: key }: MessageEvent<unknown>) =>
      typeof key === 'string' ? key : undefined,
    );
  }

  get(key: string): string | null {
    return this.held().get(key) ?? null;
  }

  set(key: string, value: string): Result<void, StoreFailure> {
    // The value starts with "=", because some browsers drop a cookie with an empty value.
    this.write(key, `=${encodeURIComponent(value)}`, LIFE_SECONDS);
    if (this.get(key) === value) {
      this.announce(key);
      return ok(undefined);
    }
    // The browser drops a cookie that is too large without an error, and keeps the earlier one.
    return failed({ kind: this.browser.isEnabled() ? 'full' : 'blocked' });
  }

  delete(key: string): void {
    this.write(key, '', 0);
    this.announce(key);
  }

  keys(): readonly string[] {
    return [...this.held().keys()];
  }

  private announce(key: string): void {
    // The rule is meant for windows. A channel has no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.browser.channel.postMessage(key);
  }

  private held(): ReadonlyMap<string, string> {
    const cookies = this.read().split(/;\s*/u);
    return new Map(
      cookies.flatMap((cookie) => {
        const [name, value] = cookie.split(/==(.*)/su, 2);
        const key = decoded(name);
        const text = decoded(value);
        return key === null || text === null ? [] : [[key, text] as const];
      }),
    );
  }

  private read(): string {
    try {
      return this.browser.jar.cookie;
    } catch {
      // If site data is blocked, even reading the cookies may throw.
      return '';
    }
  }

  private write(key: string, value: string, life: number): void {
    // not translated: a part of a cookie
    const secure = this.browser.isSecure ? '; Secure' : '';
    try {
      this.browser.jar.cookie = `${encodeURIComponent(key)}=${value}; Max-Age=${life}; ${SCOPE}${secure}`;
    } catch {
      // The caller reads the cookie again, and notices the failure.
    }
  }
}

/** Returns the decoded text; null if it is absent or was not encoded by this store. */
const decoded = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};
