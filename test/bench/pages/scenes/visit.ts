import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { check } from '../../check.ts';
import { probe } from '../probe.ts';
import type { Stand } from '../stand.ts';
import { MISSING_COVER, type Subject } from '../subject.ts';

/** The browser, the front door, the session, and the slowdown of the processor (1 for none). */
export type Setting = {
  readonly browser: Browser;
  readonly stand: Stand;
  readonly session: Exclude<BrowserContextOptions['storageState'], string | undefined>;
  readonly slowdown: number;
};

/** The title that is opened and played. */
export type Title = { readonly id: string; readonly name: string };

/** How long the pointer rests on a control before the click. */
const HOVER_MS = 700;
const QUIET_MS = 2_000;
const LOOK_MS = 250;
/** The most that the main thread of a quiet page works between two looks. */
const QUIET_WORK_MS = 50;
const SETTLE_LIMIT_MS = 60_000;

/** Measures in a separate browser context, in which every call has to succeed. */
export async function inContext<Value>(
  { browser, session, stand }: Setting,
  measure: (context: BrowserContext) => Promise<Value>,
): Promise<Value> {
  const context = await browser.newContext({
    baseURL: stand.origin,
    storageState: session,
    viewport: { width: 1440, height: 900 },
  });
  const refused: string[] = [];
  context.on('response', (response) => {
    const url = response.url();
    if (response.status() >= 400 && !url.includes(MISSING_COVER)) refused.push(`${response.status()} ${url}`);
  });
  try {
    // The compiler of this file names functions with a helper, which does not exist in pages.
    await context.addInitScript('globalThis.__name = (named) => named;');
    const value = await measure(context);
    check(refused.length === 0, `calls were refused: ${refused.slice(0, 3).join(', ')}`);
    return value;
  } finally {
    await context.close();
  }
}

/** A page of the browser, and its main thread. */
export async function newPage(
  { slowdown }: Setting,
  context: BrowserContext,
  ready: string,
): Promise<{ readonly page: Page; readonly mainThread: MainThread }> {
  const page = await context.newPage();
  await page.addInitScript(probe, ready);
  const session = await context.newCDPSession(page);
  if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await session.send('Performance.enable');
  return { page, mainThread: new MainThread(session) };
}

/** The main thread of a page, as the browser itself measures it. */
export class MainThread {
  constructor(readonly session: CDPSession) {}

  /** Milliseconds in tasks, since the page was made. */
  async worked(): Promise<number> {
    return (await this.metric('TaskDuration')) * 1000;
  }

  /** Bytes on the heap after a collection. */
  async heap(): Promise<number> {
    for (let time = 0; time < 3; time += 1) await this.session.send('HeapProfiler.collectGarbage');
    return this.metric('JSHeapUsedSize');
  }

  private async metric(name: string): Promise<number> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    const found = metrics.find((each) => each.name === name);
    check(found !== undefined, `the browser has no figure ${name}`);
    return found.value;
  }
}

/**
 * Waits until a page is settled: for two seconds nothing was requested or sent, also by its service worker, and in no quarter
 * of a second the main thread worked more than 50 ms. So no task was longer than that either.
 */
export async function settle({ stand }: Setting, mainThread: MainThread): Promise<void> {
  const limit = performance.now() + SETTLE_LIMIT_MS;
  let quietSince = performance.now();
  let workedBefore = await mainThread.worked();
  while (performance.now() < quietSince + QUIET_MS) {
    await wait(LOOK_MS);
    const worked = await mainThread.worked();
    const isQuiet = stand.wasQuietSince(quietSince) && worked - workedBefore <= QUIET_WORK_MS;
    workedBefore = worked;
    if (!isQuiet) quietSince = performance.now();
    check(performance.now() < limit, 'the page was not quiet in time');
  }
}

/** Waits for a message of the page. Asking the page would run code there during the measurement. */
export async function openUsable(page: Page, path: string): Promise<void> {
  const isUsable = page.waitForEvent('console', { predicate: (message) => message.text() === 'usable' });
  await page.goto(path);
  await isUsable;
}

export async function openTitle(page: Page, subject: Subject, title: Title): Promise<void> {
  await page.goto(`${subject.home}audios/${title.id}`);
  await page.locator(subject.play).first().waitFor();
}

export async function pressPlay(page: Page, subject: Subject): Promise<void> {
  const button = page.locator(subject.play).first();
  const position = subject.playAt === null ? {} : { position: subject.playAt };
  await button.hover(position);
  await page.waitForTimeout(HOVER_MS);
  await button.click(position);
}

export async function pressLink(page: Page, title: Title): Promise<void> {
  const link = page.locator(`main a[href$="/audios/${title.id}"]`).first();
  await link.hover();
  await page.waitForTimeout(HOVER_MS);
  await link.click();
}
