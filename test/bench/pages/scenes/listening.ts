import type { Page } from '@playwright/test';
import { check } from '../../check.ts';
import { stopwatch } from '../probe.ts';
import type { Subject } from '../subject.ts';
import {
  inContext,
  newPage,
  openTitle,
  openUsable,
  pressLink,
  pressPlay,
  settle,
  type MainThread,
  type Setting,
  type Title,
} from './visit.ts';

const MINUTE_MS = 60_000;
/** The part of a minute that is measured. */
const MEASURED_MS = 30_000;
/** Timers and sound may end a little early or late. */
const ALMOST_ALL = 0.9;

/** From the click on a tile, after the pointer has rested on it, to the heading of its page. */
export async function routeChange(setting: Setting, subject: Subject, title: Title): Promise<number> {
  return inContext(setting, async (context) => {
    await context.addInitScript(stopwatch, title.name);
    const { page, mainThread } = await newPage(setting, context, subject.ready);
    await openUsable(page, subject.home);
    await page.locator(`main a[href$="/audios/${title.id}"]`).first().scrollIntoViewIfNeeded();
    await settle(setting, mainThread);
    await pressLink(page, title);
    return elapsed(page, 'arrived');
  });
}

/** From the click on Play to the first sound. */
export async function sound(setting: Setting, subject: Subject, title: Title): Promise<number> {
  return inContext(setting, async (context) => {
    await context.addInitScript(stopwatch, title.name);
    const { page, mainThread } = await newPage(setting, context, subject.ready);
    await openTitle(page, subject, title);
    await settle(setting, mainThread);
    await pressPlay(page, subject);
    return elapsed(page, 'sounded');
  });
}

/** Milliseconds of the main thread in a minute of playing. */
export async function playing(setting: Setting, subject: Subject, title: Title): Promise<number> {
  return inContext(setting, async (context) => {
    const { page, mainThread } = await newPage(setting, context, subject.ready);
    await openTitle(page, subject, title);
    await settle(setting, mainThread);
    await pressPlay(page, subject);
    // What starts with the sound is not part of a minute of playing.
    await page.waitForTimeout(5_000);
    const positionBefore = await positionIn(page);
    const worked = await workedInMinute(page, mainThread);
    const played = ((await positionIn(page)) - positionBefore) * 1000;
    check(played > MEASURED_MS * ALMOST_ALL, `the title played for ${played} ms of ${MEASURED_MS}`);
    return worked;
  });
}

/** Milliseconds of the main thread in a minute in which nothing happens. */
export async function idle(setting: Setting, subject: Subject): Promise<number> {
  return inContext(setting, async (context) => {
    const { page, mainThread } = await newPage(setting, context, subject.ready);
    await openUsable(page, subject.home);
    await settle(setting, mainThread);
    return workedInMinute(page, mainThread);
  });
}

async function workedInMinute(page: Page, mainThread: MainThread): Promise<number> {
  const before = await mainThread.worked();
  await page.waitForTimeout(MEASURED_MS);
  return (((await mainThread.worked()) - before) * MINUTE_MS) / MEASURED_MS;
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
