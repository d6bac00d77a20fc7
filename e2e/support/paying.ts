import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect } from './language.ts';
import { Listener, PASSWORD } from './listener.ts';
import type { Provider } from './provider.ts';
import type { test as base } from './sessions.ts';

/** What a payer does at a payment service. */
export interface PaymentService {
  pay(tab: Page): Promise<void>;
  /** Cancels the plan on the page that the listener manages it with. */
  cancel(tab: Page): Promise<void>;
  /** Lets time pass at the service. The provider's clock moves by itself. */
  pass(milliseconds: number): Promise<void>;
}

/** A title that only members may play. */
const MEMBERS_ONLY = { path: '/audios/what-the-ferns-knew', title: 'What the Ferns Knew' };

/** Contract 3.21: the tab that was left shows what was paid for within this time. */
const WAY_BACK_MS = 2_000;
const DAY_MS = 86_400_000;

const returnToTab = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

const main = (page: Page): Locator => page.getByRole('main');

/** A new free listener in a browser. */
class Payer {
  private static count = 0;
  readonly email: string;

  constructor(private readonly provider: Provider) {
    Payer.count += 1;
    this.email = `payer-${process.pid}-${Payer.count}@listener.test`;
  }

  async joins(): Promise<void> {
    await this.provider.addListener({ email: this.email, name: 'Wren Ashby', password: PASSWORD });
  }

  async signsIn(page: Page): Promise<void> {
    await page.goto('/login');
    await this.fillsIn(page);
    await page.waitForURL((url) => url.pathname === '/');
  }

  /** Uses a link of the app. The page in the new tab knows who the listener is. */
  async follows(page: Page, link: Locator): Promise<Page> {
    const opening = page.context().waitForEvent('page');
    await link.click();
    const tab = await opening;
    await expect(tab.getByRole('heading', { name: /Checkout|membership|stand-in/ })).toBeVisible();
    return tab;
  }

  private async fillsIn(page: Page): Promise<void> {
    await page.getByLabel('Email', { exact: true }).fill(this.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await main(page).getByRole('button', { name: 'Sign In', exact: true }).click();
  }
}

/** The journeys of a listener who pays. They are the same with every payment service. */
export function describePaying(test: typeof base, serviceOf: () => PaymentService): void {
  const offerOf = (page: Page) => page.getByRole('dialog', { name: 'Unlock every audio now!' });

  /** A free listener becomes a member, and is back in the app. */
  const becomesMember = async (page: Page, payer: Payer, plan: RegExp): Promise<Locator> => {
    await page.goto(MEMBERS_ONLY.path);
    await main(page)
      .getByRole('button', { name: `Play ${MEMBERS_ONLY.title}`, exact: true })
      .click();
    await expect(offerOf(page)).toBeVisible();
    const tab = await payer.follows(page, offerOf(page).getByRole('link', { name: plan }));
    await serviceOf().pay(tab);
    await expect(tab.getByRole('heading', { name: 'You are a member now' })).toBeVisible();
    expect(await violations(tab)).toEqual([]);
    await tab.close();
    await returnToTab(page);
    const welcome = page.getByRole('dialog', { name: 'You are a member now' });
    await expect(welcome).toBeVisible({ timeout: WAY_BACK_MS });
    await expect(offerOf(page)).toBeHidden();
    return welcome;
  };

  test('a free listener meets the offer, chooses a plan, pays and comes back, and the title plays', async ({
    openAs,
    provider,
  }) => {
    const payer = new Payer(provider);
    await payer.joins();
    const page = await openAs(null);
    await payer.signsIn(page);
    const welcome = await becomesMember(page, payer, /^Annual/);
    await welcome.getByRole('button', { name: `Play ${MEMBERS_ONLY.title}`, exact: true }).click();
    await new Listener(page).hears(1);
    await expect(welcome).toBeHidden();
  });

  test('somebody buys one title, comes back, and it plays', async ({ openAs, provider }) => {
    const payer = new Payer(provider);
    await payer.joins();
    const page = await openAs(null);
    await payer.signsIn(page);
    await page.goto('/discounted');
    const offered = main(page)
      .getByRole('article')
      .filter({ hasText: / to own/ })
      .first();
    const title = await offered.getByRole('heading').innerText();
    const buy = offered.getByRole('link', { name: /^Buy / });
    const tab = await payer.follows(page, buy);
    await serviceOf().pay(tab);
    await expect(tab.getByRole('heading', { name: 'It is yours' })).toBeVisible();
    await tab.close();
    await returnToTab(page);
    const welcome = page.getByRole('dialog', { name: `${title} is yours` });
    await expect(welcome).toBeVisible({ timeout: WAY_BACK_MS });
    await welcome.getByRole('button', { name: `Play ${title}`, exact: true }).click();
    await new Listener(page).hears(1);
    await page.goto('/purchased');
    await expect(main(page).getByRole('article', { name: title, exact: true })).toBeVisible();
  });

  test('a plan is canceled, counts until its end, and runs out', async ({ openAs, provider }) => {
    const payer = new Payer(provider);
    await payer.joins();
    const page = await openAs(null);
    await payer.signsIn(page);
    const welcome = await becomesMember(page, payer, /^Monthly/);
    await welcome.getByRole('button', { name: 'Close', exact: true }).click();

    await page.goto('/account');
    await main(page).getByRole('button', { name: 'Manage subscription', exact: true }).click();
    const manage = page.getByRole('dialog', { name: 'Manage subscription' });
    const tab = await payer.follows(page, manage.getByRole('link', { name: /^Monthly/ }));
    await serviceOf().cancel(tab);
    await tab.close();
    await returnToTab(page);
    await expect(manage.getByText('Canceled', { exact: true })).toBeVisible({ timeout: WAY_BACK_MS });
    await expect(manage.getByText(/stays open to you/)).toBeVisible();

    // The session of this page ends within the month, too.
    await page.close();
    await provider.moveClock(32 * DAY_MS);
    await serviceOf().pass(32 * DAY_MS);
    const later = await openAs(null);
    await payer.signsIn(later);
    await later.goto(MEMBERS_ONLY.path);
    await main(later)
      .getByRole('button', { name: `Play ${MEMBERS_ONLY.title}`, exact: true })
      .click();
    await expect(offerOf(later)).toBeVisible();
  });
}
