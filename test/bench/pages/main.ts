/*
 * `npm run bench:pages`: how fast the product is in a browser, compared in the same run with two floors of the same content:
 * pages written by hand without script, and bare React. Ratios can be compared between machines, times cannot. No timing
 * makes it fail.
 *
 *   tsx test/bench/pages/main.ts [--runs 5] [--dist folder] [--only slow,fast] [--scenes opening,click,…]
 *                                [--subjects product,hand-written,bare-react]
 *
 * The scene `lighthouse` runs only when it is named, because it downloads Lighthouse. The scene `profile` prints where the
 * time and the memory of each page go. It too runs only when it is named.
 */
import { parseArgs } from 'node:util';
import { chromium, type LaunchOptions } from '@playwright/test';
import { Provider } from '../../../e2e/support/provider.ts';
import { findBrowser } from '../../../scripts/browser.mjs';
import { ensureTestDist } from '../../../scripts/lib/build.mjs';
import { row } from './figures.ts';
import { SLOW, type LinkSpeed } from './link.ts';
import { type LongLists, prepareContent, signIn, tokenIn } from './preparation.ts';
import { lighthouse } from './scenes/lighthouse.ts';
import { heap } from './scenes/memory.ts';
import { profile } from './scenes/profile.ts';
import { idle, playing, routeChange, sound } from './scenes/listening.ts';
import { opening } from './scenes/opening.ts';
import { scrolling } from './scenes/scrolling.ts';
import type { Setting, Title } from './scenes/visit.ts';
import { Stand } from './stand.ts';
import { BARE_REACT, HAND_WRITTEN, PRODUCT, type Subject } from './subject.ts';
import { figuresOf, type Measured, type Runs } from './table.ts';

/** Discards the figures of a failed scene, so that all medians have the same number of runs. */
const NOTHING: Runs<never> = { product: [], 'hand-written': [], 'bare-react': [] };

/** Scenes that take long and vary little. */
const FEW_RUNS = 3;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    dist: { type: 'string' },
    only: { type: 'string', default: 'slow,fast' },
    scenes: { type: 'string', default: 'opening,route,sound,playing,idle,heap,scrolling,coverless' },
    subjects: { type: 'string', default: 'hand-written,bare-react,product' },
  },
});
const runs = Number(values.runs);
const scenes = values.scenes.split(',');
const subjects = [HAND_WRITTEN, BARE_REACT, PRODUCT].filter(({ name }) =>
  values.subjects.split(',').includes(name),
);

const dist = values.dist ?? (await ensureTestDist());
// With analytics and messaging, because every listener has them.
const provider = await Provider.start(dist, []);
const stand = await Stand.before(provider.origin);
const launch: LaunchOptions = {
  executablePath: await findBrowser(),
  chromiumSandbox: false,
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    '--mute-audio',
    // Unlike Playwright's `ignoreHTTPSErrors`, this leaves the cache and the service worker on.
    `--ignore-certificate-errors-spki-list=${stand.keyHash}`,
  ],
};
const browser = await chromium.launch(launch);

try {
  const session = await signIn(browser, stand.origin);
  const { title, longLists } = await prepareContent(stand, provider.origin, tokenIn(session));
  console.log(
    `${runs} runs each: median (least – most). A ratio is of medians, to the floor of its goal, else to bare React.`,
  );
  for (const [name, slowdown, speed, about] of [
    ['slow', 4, SLOW, 'processor 4 × slower, 1.6 Mbit/s, 150 ms'],
    ['fast', 1, null, 'as fast as this machine'],
  ] as const) {
    if (!values.only.split(',').includes(name)) continue;
    const measured = await measure({ browser, stand, session, slowdown }, speed, title, longLists);
    console.log(`\n${about}`);
    if (scenes.some((scene) => scene !== 'profile')) console.table(figuresOf(measured, slowdown).map(row));
    if (scenes.includes('profile')) await printProfiles({ browser, stand, session, slowdown }, speed, title);
  }
} finally {
  await browser.close();
  stand.stop();
  await provider.stop();
}

async function printProfiles(setting: Setting, speed: LinkSpeed | null, title: Title): Promise<void> {
  for (const subject of subjects) {
    stand.link.at(speed);
    const {
      opening: opened,
      idle: halves,
      heap: onHeap,
      perRouteChange,
    } = await profile(setting, subject, title);
    const rounded = (amounts: ReadonlyMap<string, number>, unit: number): Record<string, number> =>
      Object.fromEntries([...amounts].map(([kind, amount]) => [kind, Math.round(amount / unit)]));
    console.log(`\n${subject.name}: milliseconds of the main thread by kind of work`);
    console.table({
      'until settled': rounded(opened.byKind, 1),
      ...Object.fromEntries(
        halves.map(({ byKind }, at) => [`idle half minute ${String(at + 1)}`, rounded(byKind, 1)]),
      ),
    });
    console.log('tasks of more than 50 ms until settled');
    console.table(
      opened.longTasks.map((task) => ({
        ...task,
        at: Math.round(task.at),
        duration: Math.round(task.duration),
      })),
    );
    console.log('kilobytes of the heap by kind');
    console.table([rounded(onHeap, 1000)]);
    console.log('bytes that a route change leaves on the heap, by kind');
    console.table([rounded(perRouteChange, 1)]);
  }
}

async function measure(
  setting: Setting,
  speed: LinkSpeed | null,
  title: Title,
  longLists: LongLists,
): Promise<Measured> {
  /**
   * Measures the subjects alternately, so that other work of the machine affects all of them. A scene that fails is left out
   * of the table.
   */
  const each = async <Value>(
    scene: string,
    times: number,
    measureOne: (subject: Subject) => Promise<Value>,
  ): Promise<Runs<Value>> => {
    const measured: Record<Subject['name'], Value[]> = { product: [], 'hand-written': [], 'bare-react': [] };
    if (!scenes.includes(scene)) return measured;
    try {
      for (let run = 0; run < times; run += 1) {
        for (const subject of subjects) measured[subject.name].push(await measureOne(subject));
      }
    } catch (error) {
      console.error(`\n${scene} was not measured: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
      return NOTHING;
    }
    return measured;
  };
  const few = Math.min(runs, FEW_RUNS);

  stand.link.at(speed);
  const opened = {
    opening: await each('opening', runs, (subject) => opening(setting, subject)),
    route: await each('route', runs, (subject) => routeChange(setting, subject, title)),
    sound: await each('sound', runs, (subject) => sound(setting, subject, title)),
    playing: await each('playing', few, (subject) => playing(setting, subject, title)),
    idle: await each('idle', few, (subject) => idle(setting, subject)),
  };
  longLists.serve();
  const scrolled = {
    scrolling: await each('scrolling', runs, (subject) => scrolling(setting, subject, 'library')),
    coverless: await each('coverless', runs, (subject) => scrolling(setting, subject, 'coverless')),
  };
  longLists.withdraw();
  // Memory does not depend on the network, and four hundred pages would take long on a slow one.
  stand.link.at(null);
  return {
    ...opened,
    ...scrolled,
    // Lighthouse has its own network and its own processor.
    lighthouse: await each('lighthouse', runs, (subject) => lighthouse(setting, launch, subject)),
    heap: await each('heap', 1, (subject) => heap({ ...setting, slowdown: 1 }, subject, title)),
  };
}
