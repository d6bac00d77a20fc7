import type { Locator, Page } from '@playwright/test';
import { expect } from './language.ts';

/** The password of all demo accounts. */
export const PASSWORD = 'Listen-2026!';

export type DemoAccount =
  'free' | 'monthly' | 'annual' | 'trial' | 'canceled' | 'buyer' | 'new-password' | 'totp';

/** Actions of a person in the product, by the names of the controls. */
export class Listener {
  readonly player: Locator;

  constructor(private readonly page: Page) {
    this.player = page.getByRole('region', { name: 'Player', exact: true });
  }

  /** Fills in the sign-in form and submits it. The caller checks the result. */
  async entersCredentials(account: DemoAccount, password = PASSWORD): Promise<void> {
    await this.page.getByLabel('Email', { exact: true }).fill(`${account}@listener.test`);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  }

  /** Signs in and waits for the path `at`: home, or the page that redirected to the sign-in. */
  async signsIn(account: DemoAccount, at = '/'): Promise<void> {
    // The page redirects to the form.
    if (at !== '/') await this.page.waitForURL((url) => url.pathname === '/login');
    else if (!this.page.url().includes('/login')) await this.page.goto('/login');
    await this.entersCredentials(account);
    await this.page.waitForURL((url) => url.pathname === at);
  }

  /** The position of the seek slider, in seconds. */
  async position(): Promise<number> {
    return Number(await this.player.getByRole('slider', { name: 'Seek' }).inputValue());
  }

  /** Waits until the sound has played at least `seconds` more. */
  async hears(seconds: number): Promise<void> {
    await expect(this.player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    const before = await this.position();
    await expect.poll(() => this.position(), { timeout: 15_000 }).toBeGreaterThanOrEqual(before + seconds);
  }
}
