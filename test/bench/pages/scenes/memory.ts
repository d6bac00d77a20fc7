import type { Page } from '@playwright/test';
import type { Subject } from '../subject.ts';
import { inContext, newPage, openUsable, settle, type Setting, type Title } from './visit.ts';

/** The route changes after which code is compiled and caches are filled, and those that are measured. */
export const WARM_UP = 40;
export const MEASURED = 360;

export type Heap = {
  readonly afterLoad: number;
  /** What each route change leaves behind, from the 40th to the 400th. */
  readonly perRouteChange: number;
};

/** Bytes of the heap after collections: of the settled home, and of what route changes leave behind. */
export async function heap(setting: Setting, subject: Subject, title: Title): Promise<Heap> {
  return inContext(setting, async (context) => {
    const { page, mainThread } = await newPage(setting, context, subject.ready);
    await openUsable(page, subject.home);
    await settle(setting, mainThread);
    const afterLoad = await mainThread.heap();
    await changeRoutes(page, subject, title, WARM_UP);
    await settle(setting, mainThread);
    const before = await mainThread.heap();
    await changeRoutes(page, subject, title, MEASURED);
    await settle(setting, mainThread);
    return { afterLoad, perRouteChange: ((await mainThread.heap()) - before) / MEASURED };
  });
}

/** Opens the title and goes back to home, again and again. Each of both is a route change. */
export async function changeRoutes(page: Page, subject: Subject, title: Title, times: number): Promise<void> {
  const link = `main a[href$="/audios/${title.id}"]`;
  if (subject.hasRoutes) {
    await page.evaluate(changeRoutesInPage, { link, name: title.name, ready: subject.ready, times });
    return;
  }
  for (let time = 0; time < times; time += 2) {
    await page.locator(link).first().click();
    await page.getByRole('heading', { level: 1, name: title.name }).waitFor();
    await page.goBack();
    await page.locator(subject.ready).first().waitFor();
  }
}

type RouteChanges = {
  readonly link: string;
  readonly name: string;
  readonly ready: string;
  readonly times: number;
};

/** Runs in the page as one script. Separate commands of the test would leave a compiled script each on the measured heap. */
async function changeRoutesInPage({ link, name, ready, times }: RouteChanges): Promise<void> {
  const until = (isThere: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (isThere()) resolve();
        else requestAnimationFrame(look);
      };
      look();
    });
  const isOnTitle = (): boolean => document.querySelector('h1')?.textContent.trim() === name;
  for (let time = 0; time < times; time += 2) {
    await until(() => document.querySelector(link) !== null);
    document.querySelector<HTMLElement>(link)?.click();
    await until(isOnTitle);
    history.back();
    await until(() => !isOnTitle() && document.querySelector(ready) !== null);
  }
}
