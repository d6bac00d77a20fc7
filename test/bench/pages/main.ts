/*
 * `npm run bench:pages`: how fast the product is in a browser, compared in the same run with a page written by hand with the
 * same content and no script ("floor"). Ratios can be compared between machines, times cannot. No timing makes it fail.
 *
 *   tsx test/bench/pages/main.ts [--runs 5] [--dist folder] [--only slow,fast] [--scenes opening,route,…]
 */
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { Listener } from '../../../e2e/support/listener.ts';
import { Provider } from '../../../e2e/support/provider.ts';
import { findBrowser } from '../../../scripts/browser.mjs';
import { ensureTestDist } from '../../../scripts/lib/build.mjs';
import { row, type Figure } from './figures.ts';
import { detailPage, homePage, listPage } from './floor.ts';
import { SLOW, type LinkSpeed } from './link.ts';
import {
  heapPerNavigation,
  opening,
  playing,
  routeChange,
  scrolling,
  sound,
  type Scrolling,
  type Setting,
  type Title,
} from './scenes.ts';
import { Stand } from './stand.ts';
import { COVERLESS_LIBRARY, FLOOR, MISSING_COVER, PRODUCT, type Subject } from './subject.ts';
import { homeContent, readItem, tokenised, wholeItem } from './wire.ts';

const LONG_LIST = 5_000;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    dist: { type: 'string' },
    only: { type: 'string', default: 'slow,fast' },
    scenes: { type: 'string', default: 'opening,route,sound,playing,heap,scrolling' },
  },
});
const runs = Number(values.runs);
const scenes = values.scenes.split(',');

const dist = values.dist ?? (await ensureTestDist());
const provider = await Provider.start(dist);
const stand = await Stand.before(provider.origin);
const launched = async (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: await findBrowser(),
    chromiumSandbox: false,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--mute-audio',
      ...more,
    ],
  });
const browser = await launched();
/** A browser without compiled code. Compiled code is on the heap too, and would hide what a page leaves behind. */
const interpretingBrowser = await launched('--js-flags=--no-opt --no-maglev --no-sparkplug');

try {
  const session = await signedIn(browser, stand.origin);
  const accessToken = tokenIn(session);
  const title = await prepareFloor(stand, provider.origin, accessToken);
  console.log(
    `${runs} runs each: median (least – most). Ratios are of medians, to the floor of the same run.`,
  );
  for (const [name, slowdown, speed, about] of [
    ['slow', 4, SLOW, 'processor 4 × slower, 1.6 Mbit/s, 150 ms'],
    ['fast', 1, null, 'as fast as this machine'],
  ] as const) {
    if (!values.only.split(',').includes(name)) continue;
    const setting: Setting = { browser, origin: stand.origin, session, slowdown };
    const figures = await measured(setting, speed, title);
    console.log(`\n${about}`);
    console.table(figures.map(row));
  }
} finally {
  await browser.close();
  await interpretingBrowser.close();
  stand.stop();
  await provider.stop();
}

type Session = Setting['session'];

/** The storage of a listener who has signed in before, without cached responses. */
async function signedIn(browser: Browser, origin: string): Promise<Session> {
  const context = await browser.newContext({ baseURL: origin });
  await new Listener(await context.newPage()).signsIn('monthly');
  const { cookies, origins } = await context.storageState();
  await context.close();
  return {
    cookies,
    origins: origins.map((each) => ({
      ...each,
      localStorage: each.localStorage.filter(({ name }) => !name.startsWith('response:')),
    })),
  };
}

function tokenIn(session: Session): string {
  const entries =
    typeof session === 'string' ? [] : session.origins.flatMap(({ localStorage }) => localStorage);
  const token = entries.find(({ name }) => name.endsWith('.accessToken'))?.value;
  if (token === undefined) throw new Error('The sign-in left no access token.');
  return token;
}

/** Writes the pages of the floor, and gives the product the same long list. */
async function prepareFloor(stand: Stand, provider: string, accessToken: string): Promise<Title> {
  const content = await homeContent(provider, accessToken);
  stand.serve('/floor/', 'text/html', homePage(content));
  const released = content.titles.find(({ heading }) => heading === 'New Releases')?.items ?? [];
  const played = released.find(
    (each) => each.url !== null && each.valid_from == null && each.valid_till == null,
  );
  if (played?.url == null) throw new Error('No new release has its own sound and is always valid.');
  // Fetched once before, so that the provider has already generated it.
  const address = new URL(await tokenised(provider, accessToken, played.url), provider);
  await (await fetch(address)).arrayBuffer();
  const serveDetailPage = async (): Promise<void> => {
    const signed = new URL(await tokenised(provider, accessToken, played.url ?? ''), provider);
    stand.serve(
      `/floor/audios/${played.id}`,
      'text/html',
      detailPage(played, signed.pathname + signed.search),
    );
  };
  await serveDetailPage();
  setInterval(() => void serveDetailPage(), 120_000).unref();

  const whole = await wholeItem(provider, accessToken, played.id);
  const long = Array.from({ length: LONG_LIST }, (_, at) => ({
    ...(whole as object),
    id: `title-${at}`,
    content_id: null,
    title: `Title ${at + 1} of many`,
    img_url: released[at % released.length]?.img_url ?? null,
  }));
  const list = { results: long, next_page_key: null };
  stand.serve('/api/v2/library', 'application/json', JSON.stringify(list));
  stand.serve('/floor/library', 'text/html', listPage('Library', long.map(readItem)));
  const coverless = long.map((each, at) => ({ ...each, img_url: `${MISSING_COVER}${at}x.svg` }));
  stand.serve(
    '/api/v2/user/purchased-content',
    'application/json',
    JSON.stringify({ ...list, results: coverless }),
  );
  return { id: played.id, name: played.title };
}

async function measured(setting: Setting, speed: LinkSpeed | null, title: Title): Promise<readonly Figure[]> {
  /** Measures product and floor alternately, so that other work of the machine affects both. */
  const both = async <Value>(
    scene: string,
    times: number,
    measure: (subject: Subject) => Promise<Value>,
  ): Promise<{ readonly product: readonly Value[]; readonly floor: readonly Value[] }> => {
    const product: Value[] = [];
    const floor: Value[] = [];
    if (!scenes.includes(scene)) return { product, floor };
    for (let run = 0; run < times; run += 1) {
      floor.push(await measure(FLOOR));
      product.push(await measure(PRODUCT));
    }
    return { product, floor };
  };
  const of = <Value>(
    pair: { readonly product: readonly Value[]; readonly floor: readonly Value[] },
    read: (value: Value) => number,
  ) => ({ product: pair.product.map(read), floor: pair.floor.map(read) });

  stand.link.at(speed);
  const opened = await both('opening', runs, (subject) => opening(setting, subject));
  const routed = await both('route', runs, (subject) => routeChange(setting, subject, title));
  const sounded = await both('sound', runs, (subject) => sound(setting, subject, title));
  const coverless: Scrolling[] = [];
  const scrolled = await both('scrolling', runs, async (subject) => {
    // Beside the list with covers, so that other work of the machine affects both.
    if (subject === PRODUCT) coverless.push(await scrolling(setting, PRODUCT, COVERLESS_LIBRARY));
    return scrolling(setting, subject, subject.library);
  });
  const played = await both('playing', Math.min(runs, 3), (subject) => playing(setting, subject, title));
  // Memory does not depend on the network, and two hundred pages would take long on a slow one.
  stand.link.at(null);
  const heap = await both('heap', 1, (subject) =>
    heapPerNavigation({ ...setting, slowdown: 1 }, subject, title),
  );
  const interpretedHeap = await both('heap', 1, (subject) =>
    heapPerNavigation({ ...setting, browser: interpretingBrowser, slowdown: 1 }, subject, title),
  );

  const figures: readonly Figure[] = [
    {
      name: 'home usable, cold',
      unit: 'ms',
      target: { kind: 'ratio', most: 2.5 },
      ...of(opened, ({ usable }) => usable),
    },
    {
      name: 'largest contentful paint',
      unit: 'ms',
      target: { kind: 'ratio', most: 3 },
      ...of(opened, ({ largestPaint }) => largestPaint),
    },
    {
      name: 'layout shift',
      unit: '',
      target: { kind: 'value', most: 0.01 },
      ...of(opened, ({ layoutShift }) => layoutShift),
    },
    {
      name: 'total blocking time',
      unit: 'ms',
      target: { kind: 'value', most: 200 },
      ...of(opened, ({ blocking }) => blocking),
    },
    {
      name: 'script and style before usable (as sent)',
      unit: 'kB',
      target: null,
      ...of(opened, ({ codeBytes }) => codeBytes / 1000),
    },
    {
      name: 'requests before usable',
      unit: '',
      target: { kind: 'value', most: 25 },
      ...of(opened, ({ requests }) => requests),
    },
    {
      name: 'warm visit, usable',
      unit: 'ms',
      target: { kind: 'ratio', most: 2 },
      ...of(opened, ({ warmUsable }) => warmUsable),
    },
    {
      name: 'Play to playing',
      unit: 'ms',
      target: { kind: 'ratio', most: 1.3 },
      ...of(sounded, (value) => value),
    },
    {
      name: 'preloaded route change to its heading',
      unit: 'ms',
      target: { kind: 'ratio', most: 0.7 },
      ...of(routed, (value) => value),
    },
    {
      name: 'heap per route change, over 200',
      unit: 'B',
      target: { kind: 'value', most: 2_000 },
      ...of(heap, ({ first }) => first),
    },
    {
      name: 'the same, over the next 200',
      unit: 'B',
      target: { kind: 'value', most: 2_000 },
      ...of(heap, ({ second }) => second),
    },
    {
      name: 'the same over the first 200, without compiled code',
      unit: 'B',
      target: { kind: 'value', most: 2_000 },
      ...of(interpretedHeap, ({ first }) => first),
    },
    {
      name: `frames a second, scrolling ${LONG_LIST} titles`,
      unit: 'fps',
      target: { kind: 'ratio', least: 0.9 },
      ...of(scrolled, ({ framesPerSecond }) => framesPerSecond),
    },
    {
      name: 'the same without covers, compared with covers',
      unit: 'fps',
      target: { kind: 'ratio', least: 0.9 },
      product: coverless.map(({ framesPerSecond }) => framesPerSecond),
      floor: scrolled.product.map(({ framesPerSecond }) => framesPerSecond),
    },
    {
      name: 'elements of that page',
      unit: '',
      target: { kind: 'value', most: 1_500 },
      ...of(scrolled, ({ nodes }) => nodes),
    },
    {
      name: 'longest task while scrolling',
      unit: 'ms',
      target: { kind: 'value', most: 100 },
      ...of(scrolled, ({ longestTask }) => longestTask),
    },
    {
      name: 'frames with a row missing',
      unit: '',
      target: { kind: 'value', most: 0 },
      ...of(scrolled, ({ framesWithGaps }) => framesWithGaps),
    },
    {
      name: 'main thread per minute of playing',
      unit: 'ms',
      target: { kind: 'ratio', most: 1.5 },
      ...of(played, (value) => value),
    },
  ];
  return figures.filter(({ product }) => product.length > 0);
}
