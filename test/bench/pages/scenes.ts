import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { check } from '../check.ts';
import { probe, readObserved, stopwatch } from './probe.ts';
import { COVERLESS_LIBRARY, MISSING_COVER, type Subject } from './subject.ts';

/** The session, the address, and the slowdown of the processor (1 for none). */
export type Setting = {
  readonly browser: Browser;
  readonly origin: string;
  readonly session: NonNullable<BrowserContextOptions['storageState']>;
  readonly slowdown: number;
};

/** The title that is opened and played. */
export type Title = { readonly id: string; readonly name: string };

export type Opening = {
  readonly usable: number;
  readonly largestPaint: number;
  readonly layoutShift: number;
  readonly blocking: number;
  readonly requests: number;
  readonly codeBytes: number;
  readonly warmUsable: number;
};

const SETTLE_MS = 2_500;
const HOVER_MS = 700;
const PLAYING_MS = 20_000;
const NAVIGATIONS = 200;
const WARM_UP_NAVIGATIONS = 20;
const FLING_PIXELS = 40_000;
const FLING_SPEED = 4_000;
/** Timers and gestures may end a little early or late. */
const ALMOST_ALL = 0.9;

/** The first visit and the second one, in a fresh browser. */
export async function opening(setting: Setting, subject: Subject): Promise<Opening> {
  return inContext(setting, async (context) => {
    const cold = await newPage(setting, context, subject);
    const requests: { readonly started: number; readonly isCode: boolean; readonly size: Promise<number> }[] =
      [];
    const start = Date.now();
    cold.on('requestfinished', (request) => {
      const isCode = ['script', 'stylesheet'].includes(request.resourceType());
      const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
      requests.push({ started: request.timing().startTime - start, isCode, size: size.catch(() => 0) });
    });
    await opensUsable(cold, setting.origin + subject.home);
    await cold.waitForTimeout(SETTLE_MS);
    const observed = readObserved(await cold.evaluate((): unknown => Reflect.get(globalThis, 'observed')));
    const { usable } = observed;
    check(usable !== null && observed.largestPaint > 0, 'the home page was not painted or not usable');
    const before = requests.filter(({ started }) => started < usable);
    const sizes = await Promise.all(before.filter(({ isCode }) => isCode).map(({ size }) => size));
    await cold.close();

    const warm = await newPage(setting, context, subject);
    await opensUsable(warm, setting.origin + subject.home);
    const { usable: warmUsable } = readObserved(
      await warm.evaluate((): unknown => Reflect.get(globalThis, 'observed')),
    );
    check(warmUsable !== null, 'the home page was not usable the second time');
    return {
      usable,
      largestPaint: observed.largestPaint,
      layoutShift: observed.layoutShift,
      blocking: observed.blocking,
      requests: before.length,
      codeBytes: sizes.reduce((sum, size) => sum + size, 0),
      warmUsable,
    };
  });
}

/** From the click on a preloaded tile to the heading of its page. */
export async function routeChange(setting: Setting, subject: Subject, title: Title): Promise<number> {
  return inContext(setting, async (context) => {
    await context.addInitScript(stopwatch);
    const page = await newPage(setting, context, subject);
    await page.goto(setting.origin + subject.home);
    const link = page.locator(`main a[href$="/audios/${title.id}"]`).first();
    await link.scrollIntoViewIfNeeded();
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate((heading) => sessionStorage.setItem('heading', heading), title.name);
    await link.hover();
    await page.waitForTimeout(HOVER_MS);
    await link.click();
    return elapsed(page, 'arrived');
  });
}

/** From the click on Play to the first sound. */
export async function sound(setting: Setting, subject: Subject, title: Title): Promise<number> {
  return inContext(setting, async (context) => {
    await context.addInitScript(stopwatch);
    const page = await newPage(setting, context, subject);
    await openTitle(page, setting, subject, title);
    await page.waitForTimeout(SETTLE_MS);
    await pressPlay(page, subject);
    return elapsed(page, 'sounded');
  });
}

/** Milliseconds of the main thread in a minute of playing. */
export async function playing(setting: Setting, subject: Subject, title: Title): Promise<number> {
  return inContext(setting, async (context) => {
    const page = await newPage(setting, context, subject);
    await openTitle(page, setting, subject, title);
    await pressPlay(page, subject);
    await page.waitForTimeout(SETTLE_MS);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const positionBefore = await positionIn(page);
    const before = await metric(session, 'TaskDuration');
    await page.waitForTimeout(PLAYING_MS);
    const spent = (await metric(session, 'TaskDuration')) - before;
    const played = (await positionIn(page)) - positionBefore;
    check(
      played * 1000 > PLAYING_MS * ALMOST_ALL,
      `the title played for ${played} s of ${PLAYING_MS / 1000}`,
    );
    return (spent * 1000 * 60_000) / PLAYING_MS;
  });
}

/**
 * Bytes of heap that each route change leaves behind: in the first two hundred, while the engine still compiles code, and
 * in the next two hundred.
 */
export async function heapPerNavigation(
  setting: Setting,
  subject: Subject,
  title: Title,
): Promise<{ readonly first: number; readonly second: number }> {
  return inContext(setting, async (context) => {
    const page = await newPage(setting, context, subject);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('HeapProfiler.enable');
    const used = async (): Promise<number> => {
      for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
      return metric(session, 'JSHeapUsedSize');
    };
    const goes = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time += 2) {
        await page.locator(`main a[href$="/audios/${title.id}"]`).first().click();
        await page.getByRole('heading', { level: 1, name: title.name }).waitFor();
        await page.goBack();
        await page.locator(subject.ready).first().waitFor();
      }
    };
    await page.goto(setting.origin + subject.home);
    await page.locator(subject.ready).first().waitFor();
    await goes(WARM_UP_NAVIGATIONS);
    await page.waitForTimeout(SETTLE_MS);
    const before = await used();
    await goes(NAVIGATIONS);
    await page.waitForTimeout(SETTLE_MS);
    const between = await used();
    await goes(NAVIGATIONS);
    await page.waitForTimeout(SETTLE_MS);
    return { first: (between - before) / NAVIGATIONS, second: ((await used()) - between) / NAVIGATIONS };
  });
}

export type Scrolling = {
  readonly framesPerSecond: number;
  readonly nodes: number;
  readonly longestTask: number;
  /** Frames in which a part of the view had no row. */
  readonly framesWithGaps: number;
};

/** A fast scroll through the long list at a path. */
export async function scrolling(setting: Setting, subject: Subject, path: string): Promise<Scrolling> {
  return inContext(setting, async (context) => {
    const page = await newPage(setting, context, { ...subject, ready: 'main article' });
    let missing = 0;
    page.on('response', (response) => {
      if (response.url().includes(MISSING_COVER) && response.status() === 404) missing += 1;
    });
    await page.goto(setting.origin + path);
    await page.locator('main article').first().waitFor();
    await page.waitForTimeout(SETTLE_MS);
    const session = await context.newCDPSession(page);
    const fling = (): Promise<unknown> =>
      session.send('Input.synthesizeScrollGesture', {
        x: 700,
        y: 500,
        yDistance: -FLING_PIXELS,
        speed: FLING_SPEED,
        gestureSourceType: 'mouse',
      });

    await page.evaluate(() => {
      const seen = { frames: 0, longestTask: 0, from: performance.now() };
      Reflect.set(globalThis, 'fling', seen);
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) {
          seen.longestTask = Math.max(seen.longestTask, duration);
        }
      }).observe({ type: 'longtask' });
      const count = (): void => {
        seen.frames += 1;
        requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
    });
    await fling();
    const counted = await page.evaluate(() => {
      const seen: unknown = Reflect.get(globalThis, 'fling');
      const read = (name: string): number => Number(Reflect.get(Object(seen), name));
      const seconds = (performance.now() - read('from')) / 1000;
      return {
        framesPerSecond: read('frames') / seconds,
        longestTask: read('longestTask'),
        scrolled: scrollY,
        nodes: document.querySelectorAll('*').length,
      };
    });

    check(missing > 0 === (path === COVERLESS_LIBRARY), `${missing} covers were missing`);
    check(
      counted.scrolled > FLING_PIXELS * ALMOST_ALL,
      `the list was scrolled by ${counted.scrolled} pixels of ${FLING_PIXELS}`,
    );

    // A second scroll, because reading positions would slow down the measured one.
    await page.evaluate(() => {
      Reflect.set(globalThis, 'gaps', 0);
      const look = (): void => {
        const rows = [...document.querySelectorAll('main article')].map((each) =>
          each.getBoundingClientRect(),
        );
        const quarter = innerHeight / 4;
        const isFull = [1, 2].every((at) =>
          rows.some(({ top, bottom }) => top < (at + 1) * quarter && bottom > at * quarter),
        );
        if (!isFull) Reflect.set(globalThis, 'gaps', Number(Reflect.get(globalThis, 'gaps')) + 1);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await fling();
    const framesWithGaps = Number(await page.evaluate((): unknown => Reflect.get(globalThis, 'gaps')));
    return { ...counted, framesWithGaps };
  });
}

/** Measures in a separate browser context, in which every call has to succeed. */
async function inContext<Value>(
  { browser, session }: Setting,
  measure: (context: BrowserContext) => Promise<Value>,
): Promise<Value> {
  const context = await browser.newContext({ storageState: session, viewport: { width: 1440, height: 900 } });
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

async function newPage(setting: Setting, context: BrowserContext, subject: Subject): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(probe, subject.ready);
  if (setting.slowdown > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: setting.slowdown });
  }
  return page;
}

/** Waits for a message of the page. Asking the page would run code there during the measurement. */
async function opensUsable(page: Page, address: string): Promise<void> {
  const isUsable = page.waitForEvent('console', { predicate: (message) => message.text() === 'usable' });
  await page.goto(address);
  await isUsable;
}

async function openTitle(page: Page, setting: Setting, subject: Subject, title: Title): Promise<void> {
  await page.goto(`${setting.origin}${subject.home}audios/${title.id}`);
  await page.locator(subject.play).first().waitFor();
}

async function pressPlay(page: Page, subject: Subject): Promise<void> {
  const button = page.locator(subject.play).first();
  const position = subject.playAt === null ? {} : { position: subject.playAt };
  await button.hover(position);
  await page.waitForTimeout(HOVER_MS);
  await button.click(position);
}

/** Milliseconds from the last press to a time of the stopwatch, by the clock that all pages share. */
async function elapsed(page: Page, what: 'arrived' | 'sounded'): Promise<number> {
  await page.waitForFunction((name) => sessionStorage.getItem(name) !== null, what, { timeout: 60_000 });
  const [pressed, reached] = await page.evaluate(
    (name) => [Number(sessionStorage.getItem('pressed')), Number(sessionStorage.getItem(name))] as const,
    what,
  );
  check(pressed > 0 && reached >= pressed, `it ${what} at ${reached}, and was pressed at ${pressed}`);
  return reached - pressed;
}

/** The position of a page's sound, in seconds. */
const positionIn = async (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('audio')?.currentTime ?? Number.NaN);

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find((each) => each.name === name);
  check(found !== undefined, `the browser has no figure ${name}`);
  return found.value;
}
