/*
 * `npm run bench:journal`: how much listening is lost when pages end while they play, how much processor time a playing
 * page needs, and how much memory an hour of playing takes. No timing makes it fail.
 *
 *   tsx test/bench/journal.ts [--times 50] [--dist folder] [--seconds 20]
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { BOOK, closed, crashed, losses, watchFirstSound } from '../../e2e/support/endings.ts';
import { Listener } from '../../e2e/support/listener.ts';
import { Provider } from '../../e2e/support/provider.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { ensureTestDist } from '../../scripts/lib/build.mjs';
import { PlayAudio } from '../../src/application/playback/play-audio.ts';
import { seconds } from '../../src/domain/time.ts';
import { QUIET_MIND, SUBSCRIBER } from '../application/titles.ts';
import { Harness } from '../harness.ts';
import { check } from './check.ts';

const chapterReports = v.array(v.object({ chapter_position: v.number() }));

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '50' },
    dist: { type: 'string' },
    seconds: { type: 'string', default: '20' },
  },
});

const provider = await Provider.start(values.dist ?? (await ensureTestDist()));
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  chromiumSandbox: false,
  args: ['--disable-background-networking', '--disable-component-update', '--no-first-run', '--mute-audio'],
});
try {
  for (const [what, end] of [
    ['tab closes', closed],
    ['renderer crashes', crashed],
  ] as const) {
    const context = await signedIn(browser, provider.origin);
    await provider.forgetCalls();
    const lost = (await losses(context, end, Number(values.times))).toSorted((one, other) => one - other);
    check(
      lost.length === Number(values.times) && lost.every(Number.isFinite),
      `the loss is known for ${lost.filter(Number.isFinite).length} of ${values.times} pages`,
    );
    const at = (share: number): string =>
      (lost[Math.floor((lost.length - 1) * share)] ?? Number.NaN).toFixed(2);
    const over = lost.filter((loss) => loss > 1).length;
    console.log(
      `${lost.length} ${what}: lost ${at(0)} – ${at(1)} s, median ${at(0.5)} s; more than a second: ${over}; ` +
        `reports below a second: ${await reportsBelowASecond()}`,
    );
    await context.close();
  }
  await busyTime(await signedIn(browser, provider.origin), Number(values.seconds));
} finally {
  await browser.close();
  await provider.stop();
}
await anHour();

async function signedIn(opened: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await opened.newContext({ baseURL });
  await watchFirstSound(context);
  const page = await context.newPage();
  await new Listener(page).signsIn('annual');
  await page.close();
  return context;
}

async function reportsBelowASecond(): Promise<number> {
  const calls = (await provider.calls()).filter(
    ({ method, path }) => method === 'POST' && path === '/api/v2/user/content',
  );
  const refused = calls.filter(({ status }) => status >= 400);
  check(refused.length === 0, `${refused.length} of ${calls.length} reports were refused`);
  // A page that ended during a report left a call without a response, and maybe without a body.
  const accepted = calls.filter(({ status }) => status === 200);
  const reports = accepted.flatMap(({ body }) => v.parse(chapterReports, body));
  check(reports.length > 0, 'no report arrived');
  return reports.filter((report) => report.chapter_position < 1_000).length;
}

/** The share of a processor that the page's main thread uses while a chapter plays without user input. */
async function busyTime(context: BrowserContext, span: number): Promise<void> {
  const page = await context.newPage();
  await page.goto(`/audios/${BOOK.id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${BOOK.title}`, exact: true })
    .click();
  await new Listener(page).hears(5);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const measured = async (): Promise<ReadonlyMap<string, number>> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
  const readPosition = async (): Promise<number> =>
    page.evaluate(() => document.querySelector('audio')?.currentTime ?? Number.NaN);
  const positionBefore = await readPosition();
  const before = await measured();
  await page.waitForTimeout(span * 1_000);
  const after = await measured();
  const played = (await readPosition()) - positionBefore;
  check(played > span * 0.9, `the chapter played for ${played} s of ${span}`);
  check((after.get('TaskDuration') ?? 0) > (before.get('TaskDuration') ?? 0), 'the browser counted no task');
  const share = (name: string): string =>
    `${((((after.get(name) ?? 0) - (before.get(name) ?? 0)) / span) * 100).toFixed(2)} %`;
  console.log(
    `main thread while playing, ${span} s: tasks ${share('TaskDuration')} of a core, ` +
      `of it script ${share('ScriptDuration')}, layout ${share('LayoutDuration')}, styles ${share('RecalcStyleDuration')}`,
  );
}

/** Plays for an hour in the composed application on doubles, with a controlled clock. */
async function anHour(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  const heap = (): number => {
    if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
    return process.memoryUsage().heapUsed / 1e6;
  };
  const harness = new Harness({ items: [QUIET_MIND], durationOf: () => seconds(36_000), user: SUBSCRIBER });
  harness.user.setUser(SUBSCRIBER);
  await harness.get(PlayAudio).play(QUIET_MIND);
  await harness.passes(300);
  const sizes = [heap()];
  for (let part = 0; part < 6; part += 1) {
    await harness.passes(600);
    sizes.push(heap());
  }
  const played = harness.player.position;
  check(harness.output.isSounding && played >= 3_600, `${played} s were played of an hour`);
  console.log(
    `heap every ten minutes of an hour of playing: ${sizes.map((size) => size.toFixed(2)).join(', ')} MB`,
  );
}
