import { setTimeout as wait } from 'node:timers/promises';
import { check } from '../../check.ts';
import { readObserved, type Observed } from '../probe.ts';
import type { Subject } from '../subject.ts';
import type { Page } from '@playwright/test';
import { inContext, newPage, openUsable, settle, type Setting } from './visit.ts';

export type Opening = Observed & {
  readonly usable: number;
  /** Scripts that were sent before the page was usable, compressed. */
  readonly scriptBytes: number;
  readonly requests: number;
  /** Milliseconds of the main thread until the page was settled. */
  readonly worked: number;
  readonly warmUsable: number;
};

/** How often and how long the vendors' first calls are looked for: half a minute. */
const LOOK_MS = 500;
const MOST_LOOKS = 60;

/** The first visit and the second one, in a fresh browser. */
export async function opening(setting: Setting, subject: Subject): Promise<Opening> {
  return inContext(setting, async (context) => {
    const exchanges = setting.stand.record();
    const { page: cold, mainThread } = await newPage(setting, context, subject.ready);
    await openUsable(cold, subject.home);
    await settle(setting, mainThread);
    // The vendors' libraries load when the page is quiet. Their work counts too.
    const hasCalled = (service: string): boolean =>
      exchanges.some(({ path }) => path.startsWith(`/collect/${service}/`));
    const haveVendorsWorked = (): boolean => hasCalled('analytics') && hasCalled('messaging');
    if (subject.name === 'product') {
      for (let looks = 0; looks < MOST_LOOKS && !haveVendorsWorked(); looks += 1) await wait(LOOK_MS);
      check(haveVendorsWorked(), 'analytics or messaging did not work');
      await settle(setting, mainThread);
    }
    const worked = await mainThread.worked();
    const observed = await observedIn(cold);
    const { usable, startedAt, firstPaint, largestPaint } = observed;
    check(firstPaint > 0 && largestPaint > 0, 'the home page was not painted');
    const before = exchanges.filter(({ receivedAt }) => receivedAt < startedAt + usable);
    const parts = before.flatMap(({ scriptParts }) => scriptParts);
    await cold.close();

    const { page: warm } = await newPage(setting, context, subject.ready);
    await openUsable(warm, subject.home);
    return {
      ...observed,
      scriptBytes: parts
        .filter(({ sentAt }) => sentAt < startedAt + usable)
        .reduce((sum, { bytes }) => sum + bytes, 0),
      requests: before.length,
      worked,
      warmUsable: (await observedIn(warm)).usable,
    };
  });
}

async function observedIn(page: Page): Promise<Observed & { readonly usable: number }> {
  const observed = readObserved(await page.evaluate((): unknown => Reflect.get(globalThis, 'observed')));
  const { usable } = observed;
  check(usable !== null, 'the home page was not usable');
  return { ...observed, usable };
}
