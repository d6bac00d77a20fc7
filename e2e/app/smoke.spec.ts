import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';

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

test('an error of the app is reported with the version of the build (APP-83)', async ({ page }) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/app-errors')) bodies.push(request.postDataJSON());
  });
  await page.goto('/');
  // The reports start with the lazy code, so the error is repeated until one is sent.
  await expect
    .poll(async () => {
      await page.evaluate(() => {
        const error = new RangeError('not sent');
        error.stack = `RangeError\n    at play (${window.location.origin}/assets/home-A1.js:1:1)`;
        window.dispatchEvent(new CustomEvent('screen-error', { detail: error }));
        window.dispatchEvent(new Event('pagehide'));
      });
      return bodies;
    })
    .toContainEqual({
      version,
      browser: 'chrome',
      errors: [{ kind: 'RangeError', file: 'home-A1.js', line: 1, count: 1 }],
    });
});

test('a page that is unloaded while it plays reports the position', async ({ page, provider }) => {
  // Real seconds of listening, on both sides of a reload.
  test.slow();
  const listener = new Listener(page);
  await listener.signsIn('annual');
  await page.goto('/audios/quiet-mind');
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await listener.hears(2);
  const heard = await listener.position();

  await page.reload();
  const reports = async (path: string) =>
    (await provider.calls()).filter((call) => call.method === 'POST' && call.path === path);
  await expect.poll(async () => (await reports('/api/v2/user/content')).length).toBe(1);
  await expect.poll(async () => (await reports('/api/v2/audio/reporting')).length).toBe(1);

  await listener.player.getByRole('button', { name: 'Play', exact: true }).click();
  await listener.hears(1);
  expect(await listener.position(), 'playing continues from there').toBeGreaterThan(heard);
});
