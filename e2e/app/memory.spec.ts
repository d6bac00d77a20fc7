import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';

const WARM_UP_ROUNDS = 25;
const ROUNDS = 50;

/** What a page still has in memory after garbage collection. */
type Counts = {
  readonly nodes: number;
  readonly listeners: number;
  readonly documents: number;
  /** All reachable JavaScript objects. */
  readonly objects: number;
};

/**
 * The test counts objects instead of bytes, because the engine's compiled code adds bytes but no objects. The router keeps
 * one small object for each navigation until its next full render. Nothing else may stay.
 */
const MOST_OBJECTS_A_NAVIGATION = 2;

/**
 * React keeps its previous tree, and with it up to three earlier copies of the home page's responses. A leak of one page
 * for each navigation would add a hundred times as much.
 */
const EARLIER_PAGES = 6000;

test('a hundred navigations leave no nodes, no listeners and no objects in memory', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  await new Listener(page).signsIn('annual');
  const session = await context.newCDPSession(page);
  const tile = page.locator('section', { hasText: 'New Releases' }).locator('a[href*="/audios/"]').first();
  const path = (await tile.getAttribute('href')) ?? '';
  const goes = (rounds: number): Promise<void> => page.evaluate(goesAndReturns, { path, rounds });

  await opensWholeTitle(page, path);
  for (let time = 0; time < 2; time += 1) {
    await goes(WARM_UP_ROUNDS);
    await leaveHome(page);
    await settled(page, session);
    await page.goBack();
  }
  await leaveHome(page);
  const before = await settled(page, session);
  await page.goBack();
  await goes(ROUNDS);
  await leaveHome(page);
  const most = {
    ...before,
    objects: before.objects + EARLIER_PAGES + 2 * ROUNDS * MOST_OBJECTS_A_NAVIGATION,
  };
  const beyond = async (): Promise<Partial<Counts>> =>
    Object.fromEntries(
      Object.entries(await countObjects(session)).filter(
        ([name, count]) => count > Number(Reflect.get(most, name)),
      ),
    );
  await expect.poll(beyond).toEqual({});
});

/** A part of the title loads when the page has nothing to do. On a busy machine, no later visit is long enough for it. */
async function opensWholeTitle(page: Page, path: string): Promise<void> {
  await page.locator(`main article a[href="${path}"]`).first().click();
  await expect(page.getByRole('button', { name: 'Listen elsewhere' })).toBeVisible();
  await page.goBack();
}

/** Goes to the topics, to one of them, and back. Both counts are taken there, after the same steps. */
async function leaveHome(page: Page): Promise<void> {
  // A real click would also preload the page, by pointer and focus.
  await page.locator('main a[href="/topics"]').dispatchEvent('click');
  const topic = page.locator('main a[href^="/topics/"]').first();
  await expect(page).toHaveURL('/topics');
  await topic.dispatchEvent('click');
  await expect(page).toHaveURL(/\/topics\/./);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/topics');
  await expect(topic).toBeVisible();
}

/** Goes from the home page to a title and back, as fast as the pages appear. This function runs in the page. */
async function goesAndReturns({
  path,
  rounds,
}: {
  readonly path: string;
  readonly rounds: number;
}): Promise<void> {
  const appears = (selector: string): Promise<HTMLElement> =>
    new Promise((done) => {
      const look = (): void => {
        const found = document.querySelector<HTMLElement>(selector);
        if (found === null) requestAnimationFrame(look);
        else done(found);
      };
      look();
    });
  for (let round = 0; round < rounds; round += 1) {
    (await appears(`main article a[href="${path}"]`)).click();
    while (location.pathname !== path) await new Promise(requestAnimationFrame);
    await appears('main h1');
    history.back();
    while (location.pathname === path) await new Promise(requestAnimationFrame);
  }
  await appears(`main article a[href="${path}"]`);
}

/** The counts, once two in a row are equal, because the page renders in stages. */
async function settled(page: Page, session: CDPSession): Promise<Counts> {
  let last = await countObjects(session);
  await expect
    .poll(async () => {
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      const next = await countObjects(session);
      const isSame = next.nodes === last.nodes && next.objects === last.objects;
      last = next;
      return isSame;
    })
    .toBe(true);
  return last;
}

async function countObjects(session: CDPSession): Promise<Counts> {
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters');
  const { result } = await session.send('Runtime.evaluate', { expression: 'Object.prototype' });
  const found = await session.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    objectGroup: 'counted',
  });
  const { result: count } = await session.send('Runtime.callFunctionOn', {
    objectId: found.objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup: 'counted' });
  return { nodes, listeners: jsEventListeners, documents, objects: Number(count.value) };
}
