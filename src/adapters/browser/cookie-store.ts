import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { KeyValueStore, StoreFailure } from '../../ports/key-value-store.ts';
import type { Signal } from '../../ports/signal.ts';
import { eventsOf } from '../shared/events-of.ts';

/** What the store needs of a browser. */
export type CookieBrowser = {
  /** The page's document. */
  readonly jar: { cookie: string };
  readonly isEnabled: () => boolean;
  /** Whether the page came by https, which is the only way that its cookies then go. */
  readonly isSecure: boolean;
  /** Carries the keys that change from tab to tab: cookies have no event of their own everywhere. */
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
    // An empty value needs a sign of its own: some browsers drop a cookie that has none.
    this.write(key, `=${encodeURIComponent(value)}`, LIFE_SECONDS);
    if (this.get(key) === value) {
      this.announce(key);
      return ok(undefined);
    }
    // A cookie that is too large is dropped without a word, and the one before it stays.
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
    // A channel has no target: the rule means windows.
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
      // Where site data is blocked, even looking at it may throw.
      return '';
    }
  }

  private write(key: string, value: string, life: number): void {
    const secure = this.browser.isSecure ? '; Secure' : '';
    try {
      this.browser.jar.cookie = `${encodeURIComponent(key)}=${value}; Max-Age=${life}; ${SCOPE}${secure}`;
    } catch {
      // Reading it back tells.
    }
  }
}

/** Null when it is absent, or not one of ours. */
const decoded = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};
