import type { Subject } from '../subject.ts';
import { inContext, newPage, openUsable, settle, type Setting, type Title } from './visit.ts';

/** The route changes after which code is compiled and caches are filled, and those that are measured. */
const WARM_UP = 40;
const MEASURED = 360;

export type Heap = {
  readonly afterLoad: number;
  /** What each route change leaves behind, from the 40th to the 400th. */
  readonly perRouteChange: number;
};

/** Bytes of the heap after collections: of the settled home, and of what route changes leave behind. */
export async function heap(setting: Setting, subject: Subject, title: Title): Promise<Heap> {
  return inContext(setting, async (context) => {
    const { page, mainThread } = await newPage(setting, context, subject.ready);
    const link = `main a[href$="/audios/${title.id}"]`;
    const changeRoute = async (times: number): Promise<void> => {
      if (subject.hasRoutes) {
        await page.evaluate(changeRoutes, { link, name: title.name, ready: subject.ready, times });
      } else {
        for (let time = 0; time < times; time += 2) {
          await page.locator(link).first().click();
          await page.getByRole('heading', { level: 1, name: title.name }).waitFor();
          await page.goBack();
          await page.locator(subject.ready).first().waitFor();
        }
      }
      await settle(setting, mainThread);
    };
    await openUsable(page, subject.home);
    await settle(setting, mainThread);
    const afterLoad = await mainThread.heap();
    await changeRoute(WARM_UP);
    const before = await mainThread.heap();
    await changeRoute(MEASURED);
    return { afterLoad, perRouteChange: ((await mainThread.heap()) - before) / MEASURED };
  });
}

type RouteChanges = {
  readonly link: string;
  readonly name: string;
  readonly ready: string;
  readonly times: number;
};

/**
 * Opens the title and goes back, again and again. It runs in the page as one script. Separate commands of the test would
 * leave a compiled script each on the heap that is measured.
 */
async function changeRoutes({ link, name, ready, times }: RouteChanges): Promise<void> {
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
