import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** Serves the page with a changed configuration document, as a host may do. */
async function withConfiguration(page: Page, change: (document: string) => string): Promise<void> {
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const changed = html.replace(
      /(<script type="application\/json" id="configuration">)([^<]*)/,
      (_, tag: string, json: string) => tag + change(json),
    );
    await route.fulfill({ response, body: changed });
  });
}

test('a configuration that is not JSON, or lacks a field, shows an error', async ({ page }) => {
  await withConfiguration(page, () => '{ "brand": ');
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('configuration');
  await page.unrouteAll();
  await withConfiguration(page, (json) => {
    const document = JSON.parse(json) as { cognito: Record<string, unknown> };
    delete document.cognito['userPoolId'];
    return JSON.stringify(document);
  });
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('cognito.userPoolId');
  await expect(page.getByRole('banner')).toHaveCount(0);
});
