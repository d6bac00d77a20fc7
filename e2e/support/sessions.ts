import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { test as base } from '../fixtures.ts';
import { LOCALE } from './language.ts';
import { Listener, type DemoAccount } from './listener.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** The browser storage after a sign-in, by account, without cached responses. */
class Sessions {
  private readonly states = new Map<DemoAccount, Promise<StorageState>>();

  constructor(
    private readonly browser: Browser,
    private readonly origin: string,
  ) {}

  of(account: DemoAccount): Promise<StorageState> {
    const known = this.states.get(account) ?? this.signIn(account);
    this.states.set(account, known);
    return known;
  }

  private async signIn(account: DemoAccount): Promise<StorageState> {
    const context = await this.browser.newContext({ baseURL: this.origin, locale: LOCALE });
    await new Listener(await context.newPage()).signsIn(account);
    const { cookies, origins } = await context.storageState();
    await context.close();
    return {
      cookies,
      origins: origins.map(({ origin, localStorage }) => ({
        origin,
        localStorage: localStorage.filter(({ name }) => !name.startsWith('response:')),
      })),
    };
  }
}

/** Opens a page as a signed-in account, or as a visitor (`null`). Its problems fail the test as well. */
export type OpenAs = (account: DemoAccount | null, options?: BrowserContextOptions) => Promise<Page>;

/** The product's `test` for tests that need a signed-in listener but do not test the sign-in. */
export const test = base.extend<{ readonly openAs: OpenAs }, { readonly sessions: Sessions }>({
  sessions: [
    async ({ browser, provider }, use) => {
      await use(new Sessions(browser, provider.origin));
    },
    { scope: 'worker' },
  ],

  openAs: async ({ browser, contextOptions, baseURL, problems, sessions }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (account, options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL !== undefined && { baseURL }),
        locale: LOCALE,
        timezoneId: 'UTC',
        viewport: { width: 1440, height: 900 },
        ...(account !== null && { storageState: await sessions.of(account) }),
        ...options,
      });
      opened.push(context);
      await problems.watch(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});
