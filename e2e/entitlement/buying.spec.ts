import { expect } from '../support/language.ts';
import { test } from '../support/sessions.ts';

test('a reload keeps the offer open; another page and a later reload do not (APP-18)', async ({ openAs }) => {
  const page = await openAs('free');
  const offer = page.getByRole('dialog', { name: 'Unlock every audio now!' });
  await page.goto('/');
  await page.goto('/audios/what-the-ferns-knew');
  await page.getByRole('main').getByRole('button', { name: 'Play What the Ferns Knew', exact: true }).click();
  await expect(offer).toBeVisible();
  await page.reload();
  await expect(offer).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(page.getByRole('main').getByRole('region', { name: 'Quick Listens' })).toBeVisible();
  await expect(offer).toBeHidden();
});
