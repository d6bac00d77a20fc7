import { BOOK, closed, crashed, losses, watchFirstSound } from './support/endings.ts';
import { expect } from './fixtures.ts';
import { Listener } from './support/listener.ts';
import { test as base } from './support/sessions.ts';

const ENDS = 5;

/** What a busy machine may add to the second that is lost at most. */
const SLACK_S = 1;

const test = base.extend({
  storageState: async ({ sessions }, use) => use(await sessions.of('annual')),
});

for (const [what, end] of [
  ['closed', closed],
  ['crashed', crashed],
] as const) {
  test(`five tabs that are ${what} while they play lose a second each at most`, async ({
    context,
    provider,
    allowConsole,
  }) => {
    // Twelve pages with real seconds of listening.
    test.slow();
    allowConsole(/net::ERR_/);
    await watchFirstSound(context);
    const lost = await losses(context, end, ENDS);
    test.info().annotations.push({
      type: 'lost',
      description: lost.map((seconds) => `${seconds.toFixed(2)} s`).join(', '),
    });
    expect(lost).toHaveLength(ENDS);
    expect(Math.max(...lost)).toBeLessThanOrEqual(1 + SLACK_S);
    const told = (await provider.calls()).filter(
      ({ path, method }) => method === 'POST' && path === '/api/v2/user/content',
    );
    for (const { body } of told) {
      // Its page went before it had sent all of it.
      if (body === null) continue;
      for (const report of body as readonly { readonly chapter_position: number }[]) {
        expect(report.chapter_position, 'no report below 1 s').toBeGreaterThanOrEqual(1_000);
      }
    }
  });
}

test('what was heard offline is told when the network is back', async ({
  page,
  context,
  provider,
  allowConsole,
}) => {
  allowConsole(/net::ERR_INTERNET_DISCONNECTED|was not delivered|unreachable/);
  const listener = new Listener(page);
  await page.goto(`/audios/${BOOK.id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${BOOK.title}`, exact: true })
    .click();
  await listener.hears(2);
  await context.setOffline(true);
  await listener.player.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(listener.player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const waiting = async () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('journal.report.')).length);
  expect(await waiting()).toBe(1);
  const told = async () =>
    (await provider.calls()).filter(
      ({ method, path }) =>
        method === 'POST' && ['/api/v2/user/content', '/api/v2/audio/reporting'].includes(path),
    );
  expect(await told()).toEqual([]);
  await context.setOffline(false);
  await expect
    .poll(async () => (await told()).map(({ path, status }) => [path, status]))
    .toEqual([
      ['/api/v2/user/content', 200],
      ['/api/v2/audio/reporting', 200],
    ]);
  await expect.poll(waiting).toBe(0);
});
