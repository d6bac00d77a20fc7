import { expect, test } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';

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
