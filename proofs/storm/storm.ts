import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { PASSWORD } from '../../e2e/support/listener.ts';
import { Provider } from '../../e2e/support/provider.ts';
import { Random } from '../simulation/random.ts';
import { Books, compareBooks } from './books.ts';
import { BrowserWorld } from './browser-world.ts';
import type { Deployments } from './deployments.ts';
import { changeListener, listen, pause, play, seek, signIn, waitingIn } from './listening.ts';
import type { Mishap, Storm } from './plan.ts';
import { type Tab, within } from './tab.ts';

export type StormOptions = {
  readonly storm: Storm;
  readonly browser: Browser;
  readonly deployments: Deployments;
  readonly note: (words: string) => void;
};

/** Milliseconds by which each report is delayed at the provider, so that a page can end during a report. */
const REPORT_DELAY_MS = 120;

/**
 * Longest wait until all reports are sent, in milliseconds. A draft is recovered after 10 s, and pages look for
 * reports every 15 s.
 */
const REST_MS = 90_000;

/** Longest duration of one mishap with its listening, in milliseconds. */
const MISHAP_MS = 300_000;

/** Runs a storm, and returns the books, compared with the reports of the provider. */
export async function liveStorm({ storm, browser, deployments, note }: StormOptions): Promise<Books> {
  const books = new Books();
  const provider = await Provider.start(deployments.served);
  try {
    await provider.faults(
      ...['/api/v2/user/content', '/api/v2/audio/reporting'].map((path) => ({
        match: { method: 'POST', path },
        delay_ms: REPORT_DELAY_MS,
      })),
    );
    await Promise.all(
      storm.worlds.map(async ({ mishaps, seed, hasServiceWorker, listeners }, at) => {
        const name = `browser ${String(at + 1)}`;
        const emails = Array.from(
          { length: listeners },
          (_, listener) => `storm-${String(at + 1)}-${String(listener + 1)}@listener.test`,
        );
        for (const email of emails) await provider.addListener({ email, name: 'Storm', password: PASSWORD });
        const world = await BrowserWorld.open(browser, {
          name,
          origin: provider.origin,
          listeners: emails,
          serviceWorkers: hasServiceWorker ? 'allow' : 'block',
          books,
          note,
        });
        await live(world, mishaps, new Random(seed), deployments);
        await world.context.close();
      }),
    );
    compareBooks(books, await provider.reports());
    return books;
  } finally {
    await provider.stop();
  }
}

async function live(
  world: BrowserWorld,
  mishaps: readonly Mishap[],
  random: Random,
  deployments: Deployments,
): Promise<void> {
  await signIn(world);
  for (const mishap of mishaps) {
    await within(`${world.name}: ${mishap.kind}`, suffer(world, mishap, random, deployments), MISHAP_MS);
    checkSignedIn(world);
  }
  await within(`${world.name}: the end`, rest(world), MISHAP_MS);
}

async function suffer(
  world: BrowserWorld,
  mishap: Mishap,
  random: Random,
  deployments: Deployments,
): Promise<void> {
  const tab = await playSomehow(world, random);
  if (tab === null) {
    world.books.count('times nothing could be played');
    world.note('nothing could be played');
  }
  const any = tab ?? world.tabs[0] ?? (await world.openTab());
  await listen(any, random, random.between(5, 35) / 10);
  switch (mishap.kind) {
    case 'kill':
    case 'close':
      await end(any, mishap, random);
      return;
    case 'offline':
      await closeLostTabs(world);
      await world.setOffline(true);
      await listen(any, random, mishap.seconds);
      if (mishap.end !== null && !any.isGone) {
        await end(any, mishap.end, random);
        const next = await world.openTab();
        if (world.hasServiceWorker) await next.open('/').catch(() => undefined);
        await sleep(2_000);
      }
      await world.setOffline(false);
      return;
    case 'deployment': {
      // The listener may have paused since the title started.
      const playing = any.isSounding ? any : ((await playSomehow(world, random)) ?? any);
      world.note('a deployment');
      if (playing.isSounding) world.books.count('deployments while playing');
      await deployments.deploy();
      await listen(playing, random, 1);
      await playing.page.getByRole('banner').getByRole('link', { name: 'Library' }).click();
      await listen(playing, random, 1.5);
      return;
    }
    case 'full storage':
      await fillStorage(world, any);
      await listen(any, random, mishap.seconds);
      if (mishap.end !== null && !any.isGone) await end(any, mishap.end, random);
      await makeRoom(world);
      return;
    case 'change of the listener':
      if (world.hasOtherListeners) await changeListener(world);
  }
}

/** Plays a title. Tries twice, because a page may need a moment after a fault. */
async function playSomehow(world: BrowserWorld, random: Random): Promise<Tab | null> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const tab = await play(world, random);
      if (tab !== null) return tab;
    } catch (error) {
      world.note(`could not play: ${String(error).split('\n', 1).join('')}`);
      await closeLostTabs(world);
    }
  }
  return null;
}

/** Closes tabs that do not respond. */
async function closeLostTabs(world: BrowserWorld): Promise<void> {
  for (const tab of world.tabs.slice()) {
    if (!(await tab.isResponding())) await tab.giveUp();
  }
}

/** Ends the tab while it plays, while it seeks, or while a report is being sent. */
async function end(
  tab: Tab,
  { kind, during }: Extract<Mishap, { kind: 'kill' | 'close' }>,
  random: Random,
): Promise<void> {
  await tab.hearOut();
  if (during === 'seek') await seek(tab, random);
  if (during === 'report') await pause(tab);
  if (during !== 'sound') await sleep(random.pick([0, 0, 10, 30, 80, 150, 250, 400]));
  tab.world.note(`${kind} during ${during}${tab.world.isOffline ? ', offline' : ''}`);
  await (kind === 'kill' ? tab.kill() : tab.close());
}

async function fillStorage(world: BrowserWorld, { page }: Tab): Promise<void> {
  const devtools = await world.context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  world.roomSince = null;
  await page.evaluate(() => {
    for (let size = 1 << 22, at = 0; size >= 1; at += 1) {
      try {
        localStorage.setItem(`other data ${String(at)}`, 'x'.repeat(size));
      } catch {
        size >>= 1;
      }
    }
  });
  world.books.count('times the storage was full');
  world.note('the storage is full');
}

async function makeRoom(world: BrowserWorld): Promise<void> {
  await closeLostTabs(world);
  const tab = world.tabs[0] ?? (await world.openTab());
  const { page } = tab;
  if (!page.url().startsWith('http')) await tab.open('/');
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('other data')) localStorage.removeItem(key);
  });
  const devtools = await world.context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin });
  world.roomSince = Date.now();
  world.note('the storage has room');
}

/** Checks that nobody is signed out without a refusal (SES-26). */
function checkSignedIn(world: BrowserWorld): void {
  for (const { page } of world.tabs)
    if (page.url().includes('/login'))
      world.books.breaks(
        'SES-26 nobody is signed out without a definite refusal',
        `${world.name} ${page.url()}`,
      );
}

/** Ends all faults, leaves one page open, and waits until it has sent all reports. */
async function rest(world: BrowserWorld): Promise<void> {
  await world.setOffline(false);
  for (const tab of world.tabs.slice()) {
    if (tab.isSounding) await pause(tab);
    await tab.close();
  }
  const tab = await world.openTab();
  await tab.open('/');
  const { page } = tab;
  const limit = Date.now() + REST_MS;
  while (Date.now() < limit) {
    await sleep(1_000);
    if ((await waitingIn(page)).length === 0) return;
  }
  world.books.breaks(
    'PROG-65 at rest nothing is left to send',
    `${world.name} keeps ${JSON.stringify(await waitingIn(page))}`,
  );
}
