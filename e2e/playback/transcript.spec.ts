import type { Locator, Page } from '@playwright/test';
import * as v from 'valibot';
import { expect } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { downloadWhole } from '../support/downloads.ts';
import { Listener } from '../support/listener.ts';
import { test as base } from '../support/configuration.ts';

/** Every test starts with a signed-in subscriber, unless it says otherwise. */
const test = base.extend({
  storageState: async ({ sessions }, use) => use(await sessions.of('annual')),
});

const BEE = { id: 'eleven-minutes-in-the-life-of-a-bee', title: 'Eleven Minutes in the Life of a Bee' };

const region = (page: Page): Locator =>
  page.getByRole('main').getByRole('region', { name: 'Transcript', exact: true });

const sentences = (page: Page): Locator => region(page).getByRole('list').getByRole('button');

async function opensText(page: Page): Promise<void> {
  await page.goto(`/audios/${BEE.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Transcript', exact: true }).click();
  await expect(sentences(page).first()).toBeVisible();
}

test('the text plays from a sentence, marks what sounds, and comes back with Follow (TEXT-6)', async ({
  page,
}) => {
  await opensText(page);
  await sentences(page).nth(2).press('Enter');
  const marked = region(page).locator('[aria-current="true"]');
  await expect(marked).toHaveCount(1);
  const first = await marked.textContent();
  // The mark goes with the sound, also after a jump.
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Skip 15 seconds' }).click();
  await expect(marked).not.toHaveText(first ?? '');
  expect(await violations(page)).toEqual([]);

  await region(page).getByRole('list').hover();
  await page.mouse.wheel(0, 3_000);
  await region(page).getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(marked).toBeInViewport();
  await expect(region(page).getByRole('button', { name: 'Follow', exact: true })).toBeHidden();
});

test('the player of a narrow window shows the sentence that sounds when it is opened again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await opensText(page);
  await sentences(page).nth(2).press('Enter');
  const player = page.getByRole('region', { name: 'Player' });
  const menu = player.getByRole('button', { name: 'Menu', exact: true });
  await menu.click();
  await player.getByRole('button', { name: 'Transcript', exact: true }).click();
  const text = player.getByRole('region', { name: 'Transcript', exact: true });
  const marked = text.locator('[aria-current="true"]');
  await expect(marked).toBeVisible();
  await menu.click();
  await expect(text).toBeHidden();
  await menu.click();
  await text.scrollIntoViewIfNeeded();
  await expect(marked).toBeInViewport();
});

/** The seconds at which the sentences of a WebVTT file start. */
const startsIn = (file: string): readonly number[] =>
  [...file.matchAll(/^(\d+):(\d+):([\d.]+) -->/gmu)].map(
    ([, hours, minutes, rest]) => Number(hours) * 3600 + Number(minutes) * 60 + Number(rest),
  );

test('the marked sentence is the right one within 0.15 s at 0.6×, 1× and 2.5× (TEXT-5)', async ({ page }) => {
  const file = page.waitForResponse((response) => response.url().includes('/media/transcript/'));
  await opensText(page);
  const starts = startsIn(await (await file).text());
  await sentences(page).nth(1).press('Enter');
  const player = page.getByRole('region', { name: 'Player' });
  await new Listener(page).hears(1);
  for (const speed of [0.6, 1, 2.5]) {
    await player.getByRole('button', { name: /^Speed/ }).click();
    await player.getByRole('menuitemradio', { name: `${speed.toFixed(1)}x` }).click();
    const next = starts[3] ?? Number.NaN;
    // What is marked in each frame while the next sentence starts, and where the sound is.
    const frames = await region(page).evaluate(async (text, from) => {
      const audio = [...document.querySelectorAll('audio')].find(({ paused }) => !paused);
      if (audio === undefined) throw new Error('Nothing sounds.');
      const seen: (readonly [second: number, position: number])[] = [];
      audio.currentTime = from;
      for (const end = performance.now() + 3000; performance.now() < end;) {
        await new Promise(requestAnimationFrame);
        const row = text.querySelector('[aria-current]')?.closest('li');
        seen.push([audio.currentTime, Number(row?.getAttribute('aria-posinset'))]);
      }
      return seen.slice(seen.findIndex(([second]) => second > from));
    }, next - speed);
    const near = 0.15 * speed;
    const at = (second: number): number => starts.filter((start) => start <= second).length;
    const wrong = frames.filter(
      ([second, position]) => position < at(second - near) || position > at(second + near),
    );
    test.info().annotations.push({
      type: 'marks',
      description: `${speed}: ${wrong.length} of ${frames.length} wrong`,
    });
    expect(new Set(frames.map(([, position]) => position)).size).toBeGreaterThan(1);
    // A busy machine may paint some frames late.
    expect(wrong.length).toBeLessThan(frames.length / 5);
  }
});

/** What is used of a trace of Chromium. */
const trace = v.object({
  traceEvents: v.array(
    v.object({
      name: v.string(),
      pid: v.number(),
      tid: v.number(),
      tdur: v.optional(v.number()),
      args: v.optional(v.object({ name: v.optional(v.unknown()) })),
    }),
  ),
});

/** 20,000 sentences of ten words in ten minutes: the first ones are as long as usual, those after them far too short. */
function longText(): string {
  const at = (index: number): string => {
    const second = index < 100 ? index * 1.5 : 150 + (index - 100) * 0.0226;
    return `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${(second % 60).toFixed(3).padStart(6, '0')}`;
  };
  const cues = Array.from({ length: 20_000 }, (_, index) =>
    [`${at(index)} --> ${at(index + 1)}`, `Sentence ${index + 1} has as many words as each one here`].join(
      '\n',
    ),
  );
  return ['WEBVTT', ...cues].join('\n\n');
}

test('a text of 200,000 words has few sentences in the document; its frames and its memory are printed (TEXT-62)', async ({
  page,
  browser,
}) => {
  test.slow();
  const profiler = await page.context().newCDPSession(page);
  const heap = async (): Promise<number> => {
    await profiler.send('HeapProfiler.collectGarbage');
    return (await profiler.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const body = longText();
  await page.route(/\/media\/transcript\//u, async (route) =>
    route.fulfill({ contentType: 'text/vtt', headers: { 'access-control-allow-origin': '*' }, body }),
  );
  await page.goto(`/audios/${BEE.id}`);
  const opener = page.getByRole('main').getByRole('button', { name: 'Transcript', exact: true });
  await expect(opener).toBeVisible();
  const before = await heap();
  const print = (line: string) => process.stdout.write(`  ${line}\n`);
  // Processor time of the main thread, which does not depend on what else the machine does.
  const watch = async (name: string, act: () => Promise<unknown>) => {
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    await act();
    const { traceEvents } = v.parse(trace, JSON.parse((await browser.stopTracing()).toString()));
    const main = traceEvents.find(({ args }) => args?.name === 'CrRendererMain');
    const tasks = traceEvents
      .filter(({ name: kind, tid, pid }) => kind.endsWith('RunTask') && tid === main?.tid && pid === main.pid)
      .map(({ tdur = 0 }) => tdur / 1000);
    const long = tasks.filter((task) => task > 50).length;
    print(
      `${name}: ${long} of ${tasks.length} tasks over 50 ms, the longest ${Math.max(0, ...tasks).toFixed(0)} ms`,
    );
    expect(await page.getByRole('main').locator('[aria-setsize="20000"]').count()).toBeLessThan(60);
  };
  await watch('open', async () => {
    await opener.click();
    await expect(sentences(page).first()).toBeVisible();
  });
  await watch('play', async () => {
    await sentences(page).first().press('Enter');
    await new Listener(page).hears(4);
  });
  await watch('scroll', async () => {
    await region(page).getByRole('list').hover();
    for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, 2_000);
  });
  await watch('search', async () => {
    await region(page).getByRole('searchbox', { name: 'Search transcript' }).fill('19999 has');
    await expect(region(page).getByText('1 of 1')).toBeVisible();
  });
  await watch('follow 44 sentences a second', async () => {
    await sentences(page).first().press('End');
    await sentences(page).last().press('PageUp');
    await page.keyboard.press('Enter');
    await new Listener(page).hears(1);
  });
  print(`memory: ${(await heap()).toFixed(0)} MB, ${before.toFixed(0)} MB before the text`);
});

test('a downloaded title shows its text without a network, in the language that was chosen (TEXT-11)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|could not be fetched|was not delivered|No playable/);
  await downloadWhole(page, BEE.id);
  const opener = page.getByRole('main').getByRole('button', { name: 'Transcript', exact: true });
  await opener.click();
  await region(page).getByLabel('Language of the text').selectOption('Deutsch');
  await expect(region(page).getByRole('list')).toHaveAttribute('lang', 'de');
  await page.context().setOffline(true);
  await page.goto(`/audios/${BEE.id}`);
  await opener.click();
  await expect(region(page).getByRole('list')).toHaveAttribute('lang', 'de');
  await sentences(page).nth(1).press('Enter');
  await new Listener(page).hears(1);
  await expect(region(page).locator('[aria-current="true"]')).toHaveCount(1);
});

test('a selection is copied with its source', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await opensText(page);
  const box = await sentences(page).first().boundingBox();
  if (box === null) throw new Error('The first sentence is not shown.');
  await page.mouse.move(box.x + 30, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 250, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await region(page).getByRole('button', { name: 'Copy quote' }).click();
  const quote = await page.evaluate(async () => navigator.clipboard.readText());
  expect(quote).toContain(BEE.title);
  expect(quote).toMatch(/http\S+\/audios\/eleven-minutes\S+/);

  // The same by keys.
  await sentences(page).first().focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Tab');
  await expect(region(page).getByRole('button', { name: 'Copy quote' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(region(page).getByRole('button', { name: 'Quote copied' })).toBeVisible();
  const keyed = await page.evaluate(async () => navigator.clipboard.readText());
  for (const at of [0, 1]) expect(keyed).toContain(await sentences(page).nth(at).textContent());
});

test('a search finds what is said, and opens the text of the title there, in view (TEXT-71)', async ({
  page,
}) => {
  await page.goto('/search-results?q=marmalade');
  const found = page.getByRole('region', { name: 'Found in the text' });
  await found.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/audios\/[^?]+\?.*\d/);
  const mark = region(page).locator('mark');
  await expect(mark).toBeInViewport();
  await expect(mark).toContainText(/marmalade/i);
});

test.describe('without a membership', () => {
  test.use({ storageState: async ({ sessions }, use) => use(await sessions.of('free')) });

  test('a text is refused as its sound is, and a search does not quote it', async ({ page }) => {
    await page.goto(`/audios/${BEE.id}`);
    await page.getByRole('main').getByRole('button', { name: 'Transcript', exact: true }).click();
    await expect(region(page)).toContainText('This text is for those who may play the title.');
    await expect(sentences(page)).toHaveCount(0);

    await page.goto('/search-results?q=marmalade');
    const links = page.getByRole('region', { name: 'Found in the text' }).getByRole('link');
    await expect(links.first()).toBeVisible();
    await expect(links.filter({ hasText: BEE.title })).toHaveCount(0);
  });
});
