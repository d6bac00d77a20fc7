import { violations } from '../support/axe.ts';
import { expect } from '../support/language.ts';
import { describePaying } from '../support/paying.ts';
import { test } from '../support/sessions.ts';

describePaying(test, () => ({
  async pay(tab) {
    await expect(tab.getByRole('heading', { name: 'Checkout', exact: true })).toBeVisible();
    await expect(tab.getByText('No money moves')).toBeVisible();
    expect(await violations(tab)).toEqual([]);
    await tab.getByRole('button', { name: /^Pay / }).click();
  },
  async cancel(tab) {
    await expect(tab.getByText('No money moves')).toBeVisible();
    await tab.getByRole('button', { name: 'Cancel my membership', exact: true }).click();
    await expect(tab.getByText(/^It is canceled/)).toBeVisible();
  },
  pass: async () => undefined,
}));
