import { expect } from '../fixtures.ts';
import { downloadWhole } from '../support/downloads.ts';
import { Listener } from '../support/listener.ts';
import { test } from '../support/without-mobile-app.ts';

const TITLE = 'Quiet Mind';

test('without room estimates and promises, as in Safari 16, a title is downloaded, and the page says what it can', async ({
  openAs,
}) => {
  const page = await openAs('annual');
  await page.context().addInitScript(() => {
    for (const name of ['estimate', 'persist', 'persisted'])
      Reflect.deleteProperty(StorageManager.prototype, name);
  });
  await downloadWhole(page, 'quiet-mind');
  await page.goto('/downloads');
  const main = page.getByRole('main');
  await expect(main.getByRole('article', { name: TITLE, exact: true })).toBeVisible();
  await expect(main.getByText(/^\d+(?:\.\d)? [kMG]B used$/u)).toBeVisible();
  await main.getByRole('button', { name: 'Keep my downloads' }).click();
  await expect(main.getByText('This browser did not promise it.', { exact: false })).toBeVisible();
});

test('without files that a worker can write, a download says so, and the title plays', async ({
  openAs,
  allowConsole,
}) => {
  allowConsole(/A transfer ended early/u);
  const page = await openAs('annual');
  await page.context().route(/\/transfer-worker[^/]*\.js$/u, async (route) => {
    const response = await route.fetch();
    const removal = `Reflect.deleteProperty(FileSystemFileHandle.prototype, 'createSyncAccessHandle');\n`;
    await route.fulfill({ response, body: removal + (await response.text()) });
  });
  await page.goto('/audios/quiet-mind');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'keeps no downloads' })).toBeVisible();
  await main.getByRole('button', { name: `Play ${TITLE}`, exact: true }).click();
  await new Listener(page).hears(1);
});
