import { chromium } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { Provider } from '../../../e2e/support/provider.ts';
import { findBrowser } from '../../../scripts/browser.mjs';
import { ensureTestDist } from '../../../scripts/lib/build.mjs';
import { SLOW } from './link.ts';
import { prepareContent, signIn, tokenIn } from './preparation.ts';
import { inContext, newPage, openUsable, settle } from './scenes/visit.ts';
import { Stand } from './stand.ts';
import { HAND_WRITTEN, PRODUCT } from './subject.ts';
const dist = await ensureTestDist();
const provider = await Provider.start(dist, []);
const stand = await Stand.before(provider.origin);
const browser = await chromium.launch({ executablePath: await findBrowser(), chromiumSandbox: false, args: ['--disable-background-networking','--disable-component-update','--no-first-run','--mute-audio',`--ignore-certificate-errors-spki-list=${stand.keyHash}`] });
try {
  const session = await signIn(browser, stand.origin);
  await prepareContent(stand, provider.origin, tokenIn(session));
  stand.link.at(SLOW);
  for (const subject of [HAND_WRITTEN, PRODUCT]) {
    await inContext({ browser, stand, session, slowdown: 4 } as never, async (context) => {
      const { page, mainThread } = await newPage({ browser, stand, session, slowdown: 4 } as never, context, subject.ready);
      await openUsable(page, subject.home);
      await settle({ stand } as never, mainThread);
      const before = await mainThread.worked();
      const s = mainThread.session;
      await browser.startTracing(page, { categories: ['devtools.timeline','disabled-by-default-devtools.timeline','disabled-by-default-v8.cpu_profiler','v8','v8.execute','blink.user_timing','toplevel','disabled-by-default-v8.gc'] });
      await page.waitForTimeout(30000);
      const buf = await browser.stopTracing();
      writeFileSync(`/tmp/idle-${subject.name}.json`, buf);
      console.log(subject.name, (await mainThread.worked()) - before, 'ms in 30 s with tracing', s ? '' : '');
    });
  }
} finally { await browser.close(); stand.stop(); await provider.stop(); }
