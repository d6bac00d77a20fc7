import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { Listener, PASSWORD } from '../support/listener.ts';

type Entry = { readonly kind: string; readonly of?: string; readonly port?: string };

test('a run with an error can be recorded and saved without secrets', async ({
  page,
  provider,
  allowConsole,
}, testInfo) => {
  allowConsole(/status of 500|No playable address/);
  const listener = new Listener(page);
  await page.goto('/login?from=%2Ftrending&record');
  const panel = page.getByRole('region', { name: 'Recording' });
  await expect(panel.getByText('Passwords, codes, names and addresses are left out.')).toBeVisible();
  await listener.entersCredentials('monthly');
  await page.waitForURL((url) => url.pathname === '/trending');
  const first = page.getByRole('article').first();
  await expect(first).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('recording.png') });

  // The error: no sound, because no address can be fetched.
  await provider.faults({ match: { path: '/api/v2/audio/tokenize' }, status: 500 });
  await first.getByRole('button', { name: /^Play / }).click();
  await expect(page.getByRole('alert').first()).toContainText('The audio could not be loaded');

  const downloading = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save recording' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^recording-[\dT-]+\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  const { entries } = JSON.parse(text) as { readonly entries: readonly Entry[] };
  expect(entries.filter(({ kind }) => kind === 'command').map(({ of }) => of)).toContain('playItem');
  expect(entries.filter(({ kind }) => kind === 'call').map(({ port }) => port)).toContain(
    'contentApi.playback',
  );
  for (const secret of [PASSWORD, 'monthly@listener.test', 'eyJ']) expect(text, secret).not.toContain(secret);
  await download.saveAs(testInfo.outputPath('recording.json'));

  await panel.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByRole('button', { name: 'Recording', exact: true })).toBeVisible();
});
