import type { CookieBrowser } from '../../../src/adapters/browser/cookie-store.ts';

/** The attributes of a cookie when it was last set, in lower case, without its value. */
type StoredCookie = { readonly value: string; readonly attributes: readonly string[] };

/** `document.cookie` like in a browser: it drops cookies that are too large, and all cookies if it is blocked. */
class FakeJar {
  isBlocked = false;
  readonly cookies = new Map<string, StoredCookie>();

  constructor(private readonly capacity: number) {}

  get cookie(): string {
    if (this.isBlocked) return '';
    return [...this.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  set cookie(text: string) {
    if (this.isBlocked) return;
    const [pair = '', ...attributes] = text.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/su, 2);
    if (pair.length > this.capacity) return;
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, { value, attributes });
  }
}

/** A channel between tabs that delivers at once, and not to the sender. */
class FakeChannel extends EventTarget {
  constructor(private readonly tabs: FakeChannel[]) {
    super();
    tabs.push(this);
  }

  postMessage(data: string): void {
    for (const tab of this.tabs) {
      if (tab !== this) tab.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
}

/** Tabs that share one jar. */
export const fakeBrowser = ({ capacity = 4096, isSecure = true } = {}) => {
  const jar = new FakeJar(capacity);
  const channels: FakeChannel[] = [];
  const tab = (): CookieBrowser => ({
    jar,
    isEnabled: () => !jar.isBlocked,
    isSecure,
    channel: new FakeChannel(channels),
  });
  return { jar, tab };
};
