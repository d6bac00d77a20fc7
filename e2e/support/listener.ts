import { expect, type Locator, type Page } from '@playwright/test';

/** The one password of the demo accounts. */
export const PASSWORD = 'Listen-2026!';

export type DemoAccount =
  'free' | 'monthly' | 'annual' | 'trial' | 'canceled' | 'buyer' | 'new-password' | 'totp';

/** What a person does with the product, by the names that the screen shows. */
export class Listener {
  readonly player: Locator;

  constructor(private readonly page: Page) {
    this.player = page.getByRole('region', { name: 'Player', exact: true });
  }

  /** Fills in the sign-in form and sends it; what comes of it is for the caller to look at. */
  async entersCredentials(account: DemoAccount, password = PASSWORD): Promise<void> {
    await this.page.getByLabel('Email', { exact: true }).fill(`${account}@listener.test`);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  }

  /** Signs in, and is led to `at`: home, unless the listener was on the way somewhere else. */
  async signsIn(account: DemoAccount, at = '/'): Promise<void> {
    // Who was on the way somewhere is being led to the form.
    if (at !== '/') await this.page.waitForURL((url) => url.pathname === '/login');
    else if (!this.page.url().includes('/login')) await this.page.goto('/login');
    await this.entersCredentials(account);
    await this.page.waitForURL((url) => url.pathname === at);
  }

  /** Where the seek slider stands, in seconds. */
  async position(): Promise<number> {
    return Number(await this.player.getByRole('slider', { name: 'Seek' }).inputValue());
  }

  /** Waits until the sound has come at least `seconds` further than it is now. */
  async hears(seconds: number): Promise<void> {
    await expect(this.player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    const before = await this.position();
    await expect.poll(() => this.position(), { timeout: 15_000 }).toBeGreaterThanOrEqual(before + seconds);
  }
}
