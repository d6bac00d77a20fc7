import { BOOK, losses, watchFirstSound } from '../support/endings.ts';
import { expect } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';
import { test as base } from '../support/sessions.ts';

const ENDS = 3;

/** At most one second may be lost. A busy machine may add this many seconds. */
const SLACK_S = 1;

const test = base.extend({
  storageState: async ({ sessions }, use) => use(await sessions.of('annual')),
});

test('three tabs that crash while they play lose at most one second each', async ({
  context,
  provider,
  allowConsole,
}) => {
  // Several pages with real seconds of listening.
  test.slow();
  allowConsole(/net::ERR_/);
  await watchFirstSound(context);
  const lost = await losses(context, ENDS);
  test.info().annotations.push({
    type: 'lost',
    description: lost.map((seconds) => `${seconds.toFixed(2)} s`).join(', '),
  });
  expect(lost).toHaveLength(ENDS);
  expect(Math.max(...lost)).toBeLessThanOrEqual(1 + SLACK_S);
  const reported = (await provider.calls()).filter(
    ({ path, method }) => method === 'POST' && path === '/api/v2/user/content',
  );
  for (const { body } of reported) {
    // The page ended before it had sent the whole body.
    if (body === null) continue;
    for (const report of body as readonly { readonly chapter_position: number }[]) {
      expect(report.chapter_position, 'no report below 1 s').toBeGreaterThanOrEqual(1_000);
    }
  }
});

/** How long after a pause the page reloads, in milliseconds: in the same task, or while the report is being sent. */
const RELOADS_AFTER = [0, 3, 20, 60] as const;

/** The allowed difference between a report and the time of the audio element, in milliseconds per play. */
const INACCURACY_MS = 250;

for (const [title, responseDelay] of [
  ['a pause and a reload in the same instant report all listening, each once', 0],
  ['a reload while a position report has no response yet loses no royalty', 600],
] as const) {
  test(title, async ({ page, context, provider, allowConsole }) => {
    // Real seconds of listening before each reload, and the time until another page takes over a draft.
    test.slow();
    await provider.faults({
      match: { path: '/api/v2/user/content', method: 'POST' },
      delay_ms: responseDelay,
    });
    allowConsole(/net::ERR_|was not delivered/);
    await watchFirstSound(context);
    const { player } = new Listener(page);
    await page.goto(`/audios/${BOOK.id}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: `Play ${BOOK.title}`, exact: true })
      .click();
    let heard = 0;
    for (const [round, after] of RELOADS_AFTER.entries()) {
      if (round > 0) await player.getByRole('button', { name: 'Play', exact: true }).click();
      await new Listener(page).hears(1);
      const loaded = page.waitForEvent('load');
      heard += await player.getByRole('button', { name: 'Pause', exact: true }).evaluate((pause, delay) => {
        if (!(pause instanceof HTMLElement)) throw new Error('there is nothing to press');
        pause.click();
        if (delay === 0) location.reload();
        else setTimeout(() => location.reload(), delay);
        const { currentTime } = document.querySelector('audio') ?? { currentTime: Number.NaN };
        return currentTime - Number(Reflect.get(globalThis, 'firstHeard'));
      }, after);
      await loaded;
    }
    const storedReports = async () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => /^journal\.(report|draft)/u.test(key)));
    await expect.poll(storedReports, { timeout: 45_000 }).toEqual([]);
    const royalties = (await provider.calls()).filter(({ path }) => path === '/api/v2/audio/reporting');
    const reported = royalties.flatMap(({ body }) =>
      (body as readonly { readonly duration: number }[]).map(({ duration }) => duration),
    );
    test
      .info()
      .annotations.push({ type: 'reported', description: `${reported.join(', ')} ms of ${heard} s` });
    const sum = reported.reduce((one, other) => one + other, 0);
    expect(Math.abs(sum - heard * 1_000)).toBeLessThan(RELOADS_AFTER.length * INACCURACY_MS);
    expect(reported.length, 'each play has its royalty').toBeGreaterThanOrEqual(RELOADS_AFTER.length);
  });
}
