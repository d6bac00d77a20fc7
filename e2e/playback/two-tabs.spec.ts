import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';
import { test as base } from '../support/sessions.ts';

const test = base.extend({
  storageState: async ({ sessions }, use) => use(await sessions.of('annual')),
});

const sounds = async (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('audio')?.paused === false);

async function opens(
  context: BrowserContext,
  id: string,
  title: string,
): Promise<{ page: Page; play: () => Promise<void> }> {
  const page = await context.newPage();
  await page.goto(`/audios/${id}`);
  const button = page.getByRole('main').getByRole('button', { name: `Play ${title}`, exact: true });
  return { page, play: async () => button.click() };
}

for (const missing of ['', 'BroadcastChannel'] as const) {
  test(`starting in one tab pauses the other${missing === '' ? '' : `, without ${missing}`}`, async ({
    context,
  }) => {
    if (missing === 'BroadcastChannel') {
      await context.addInitScript(() => {
        Reflect.deleteProperty(globalThis, 'BroadcastChannel');
      });
    }
    const first = await opens(context, 'quiet-mind', 'Quiet Mind');
    const second = await opens(context, 'the-tide-library', 'The Tide Library');
    await first.play();
    await new Listener(first.page).hears(1);

    await second.play();
    await new Listener(second.page).hears(1);
    await expect.poll(async () => sounds(first.page)).toBe(false);
    await expect(
      new Listener(first.page).player.getByRole('button', { name: 'Play', exact: true }),
    ).toBeVisible();
    expect(await sounds(second.page)).toBe(true);
  });
}
