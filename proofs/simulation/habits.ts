import { TITLES } from './model/catalogue.ts';
import { FILE_EFFECTS } from './model/files.ts';
import { CALL_KINDS, EFFECTS, type Fault } from './model/network.ts';
import { Random } from './random.ts';
import type { Happening, Step } from './steps.ts';

/** A simulated world, and the steps that happen in it. */
export type Story = {
  readonly seed: number;
  readonly clockErrors: readonly number[];
  readonly listeners: number;
  readonly days: number;
  readonly steps: readonly Step[];
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Draw = (random: Random) => Happening;

/** The actions of a listener. The number is the weight of the action in the draw. */
const HABITS: readonly (readonly [number, Draw])[] = [
  [30, (random) => ({ kind: 'play', tab: tab(random), title: title(random), track: null })],
  [6, (random) => ({ kind: 'play', tab: tab(random), title: title(random), track: random.between(0, 3) })],
  [24, (random) => ({ kind: 'toggle', tab: tab(random) })],
  [10, (random) => ({ kind: 'seek', tab: tab(random), share: random.next() })],
  [6, (random) => ({ kind: 'speed', tab: tab(random), speed: random.pick([0.6, 1, 1, 1.5, 2, 2.5]) })],
  [6, (random) => ({ kind: 'next', tab: tab(random) })],
  [3, (random) => ({ kind: 'previous', tab: tab(random) })],
  [4, (random) => ({ kind: 'autoplay', tab: tab(random) })],
  [3, (random) => ({ kind: 'close player', tab: tab(random) })],
  [3, (random) => ({ kind: 'show player', tab: tab(random) })],
  [
    3,
    (random) => ({
      kind: 'sleep timer',
      tab: tab(random),
      minutes: random.pick([0, 5, 5, 'end-of-chapter']),
    }),
  ],
  [6, (random) => ({ kind: 'visit', tab: tab(random) })],
  [6, (random) => ({ kind: 'favorite', tab: tab(random), title: title(random) })],
  [5, () => ({ kind: 'open tab' })],
  [3, (random) => ({ kind: 'close tab', tab: tab(random) })],
  [4, (random) => ({ kind: 'reload tab', tab: tab(random) })],
  [7, (random) => ({ kind: 'show tab', tab: tab(random) })],
  [3, (random) => ({ kind: 'sign in', tab: tab(random), listener: random.between(1, 2) })],
  [1.5, (random) => ({ kind: 'sign out', tab: tab(random) })],
  [0.4, (random) => ({ kind: 'sign out everywhere', tab: tab(random) })],
  [1, (random) => ({ kind: 'subscribe', listener: random.between(1, 2) })],
  [0.3, (random) => ({ kind: 'unsubscribe', listener: random.between(1, 2) })],
  [1, (random) => ({ kind: 'buy', listener: random.between(1, 2), title: title(random) })],
];

/** The faults of network, browser and machine. The number is the weight of the fault in the draw. */
const MISHAPS: readonly (readonly [number, Draw])[] = [
  [60, (random) => ({ kind: 'fault', fault: fault(random) })],
  [10, () => ({ kind: 'go offline' })],
  [3, () => ({ kind: 'captive network' })],
  [16, () => ({ kind: 'go online' })],
  [4, () => ({ kind: 'media stalls' })],
  [6, () => ({ kind: 'media flows' })],
  [6, (random) => ({ kind: 'kill tab', tab: tab(random) })],
  [8, (random) => ({ kind: 'kill before act', tab: tab(random), acts: random.between(1, 60) })],
  [6, (random) => ({ kind: 'freeze tab', tab: tab(random) })],
  [4, () => ({ kind: 'close lid' })],
  [3, () => ({ kind: 'tokens expire' })],
  [0.7, (random) => ({ kind: 'tokens revoked', listener: random.between(1, 2) })],
  [2, () => ({ kind: 'deploy' })],
  [2, (random) => ({ kind: 'deny sound', tab: tab(random) })],
  [2, (random) => ({ kind: 'allow sound', tab: tab(random) })],
  [3, (random) => ({ kind: 'messages', weather: random.pick(['lost', 'doubled', 'disordered']) })],
  [3, () => ({ kind: 'messages', weather: 'arrive' })],
  [2, (random) => ({ kind: 'storage', state: random.pick(['full', 'blocked', 'cleared', 'older version']) })],
  [4, () => ({ kind: 'storage', state: 'works' })],
  [1, (random) => ({ kind: 'clock', error: clockError(random) })],
];

/** Draws steps that follow each other. `title` is one of the few titles that the listener downloads. */
type DrawDownload = (random: Random, title: string) => readonly Happening[];

const download = (random: Random, name: string): Happening => ({
  kind: 'download',
  tab: tab(random),
  title: name,
  tracks: random.pick([null, null, 0, 1, 2]),
});

/**
 * Steps with downloads and Up Next, and faults of files. They are drawn from separate random numbers, and put between
 * the other steps of a story. So the other steps of a seed stay the same.
 */
const DOWNLOADS: readonly (readonly [number, DrawDownload])[] = [
  [16, (random, name) => [download(random, name)]],
  [3, (random, name) => [download(random, name), download(random, name)]],
  [3, (random, name) => [download(random, name), { kind: 'files', state: 'full' }]],
  [2, (random, name) => [{ kind: 'deploy' }, download(random, name)]],
  [10, (random, name) => [{ kind: 'play download', tab: tab(random), title: name }]],
  [
    10,
    (random, name) => [
      { kind: 'go offline' },
      { kind: 'play download', tab: tab(random), title: name },
      { kind: 'toggle', tab: tab(random) },
      { kind: 'go online' },
    ],
  ],
  [6, (random, name) => [{ kind: 'remove download', tab: tab(random), title: name }]],
  [2, (random, name) => [download(random, name), { kind: 'stop download', tab: tab(random), title: name }]],
  [3, (random, name) => [{ kind: 'retry download', tab: tab(random), title: name }]],
  [8, (random, name) => [{ kind: 'play next', tab: tab(random), title: name }]],
  [8, (random) => [{ kind: 'add to the end', tab: tab(random), title: title(random) }]],
  [4, (random) => [{ kind: 'reorder', tab: tab(random), share: random.next() }]],
  [2, (random) => [{ kind: 'remove entry', tab: tab(random), share: random.next() }]],
  [
    2,
    (random, name) => [
      { kind: 'files', state: 'blocked' },
      { kind: 'play download', tab: tab(random), title: name },
    ],
  ],
  [5, () => [{ kind: 'files', state: 'work' }]],
  [3, (random) => [{ kind: 'evict file', share: random.next() }]],
  [3, (random) => [{ kind: 'cut file', share: random.next() }]],
  // A download follows, because few of these faults would meet a request otherwise.
  [6, (random, name) => [{ kind: 'file fault', effect: random.pick(FILE_EFFECTS) }, download(random, name)]],
];

/** The probability that something of `DOWNLOADS` comes before a step. */
const OFTEN = 0.12;

/** Puts habits and faults of downloads between the steps of a story. The steps keep their times. */
function withDownloads(steps: readonly Step[], random: Random): readonly Step[] {
  // One of them has a window that closes during the week.
  const titles = [title(random), title(random), random.pick(['comet', 'ember'])];
  return steps.flatMap((step): readonly Step[] => {
    if (step.wait < 2 * SECOND || step.kind === 'open lid' || !random.chance(OFTEN)) return [step];
    let left = step.wait;
    const added = drawn(random, DOWNLOADS)(random, random.pick(titles)).map((happening): Step => {
      const wait = random.between(0, Math.min(left, 20 * SECOND));
      left -= wait;
      return { wait, device: step.device, ...happening };
    });
    return [...added, { ...step, wait: left }];
  });
}

const tab = (random: Random): number => random.between(0, 3);

const title = (random: Random): string => random.pick(TITLES.filter(({ podcast }) => podcast === null)).id;

const clockError = (random: Random): number =>
  random.pick([0, 0, random.between(-4_000, 4_000), random.between(-10 * MINUTE, 10 * MINUTE)]);

const fault = (random: Random): Fault => ({
  call: random.pick(['any', ...CALL_KINDS, 'position', 'royalty', 'royalty', 'pool']),
  effect: random.pick(EFFECTS),
  delay: random.pick([1_000, 2_000, 15_000, random.between(1, 5 * MINUTE)]),
});

/** Picks an entry of a table by its weight. */
function drawn<Drawn>(random: Random, table: readonly (readonly [number, Drawn])[]): Drawn {
  let left = random.next() * table.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, entry] of table) {
    left -= weight;
    if (left <= 0) return entry;
  }
  throw new Error('The table of habits is empty');
}

/** The wait before the next action of a listener, in milliseconds. */
const pause = (random: Random): number => {
  const kind = random.next();
  if (kind < 0.25) return random.between(0, 900);
  if (kind < 0.6) return random.between(SECOND, 15 * SECOND);
  if (kind < 0.9) return random.between(15 * SECOND, 2 * MINUTE);
  return random.between(2 * MINUTE, 12 * MINUTE);
};

/** Draws the story of the given number of days, at most a week. */
export function drawStory(seed: number, days: number): Story {
  const random = new Random(seed);
  const devices = random.pick([1, 1, 1, 2, 2, 3]);
  const clockErrors = Array.from({ length: devices }, () => clockError(random));
  const listeners = 2;
  const mishaps = random.pick([0, 0.2, 0.4, 0.6]);
  const steps: Step[] = [{ wait: 0, device: 0, kind: 'subscribe', listener: 1 }];
  let time = 0;
  const add = (wait: number, device: number, happening: Happening): void => {
    steps.push({ wait, device, ...happening });
    time += wait;
  };
  for (let day = 0; day < days; day += 1) {
    const morning = day * DAY + random.between(6 * HOUR, 9 * HOUR);
    for (let device = 0; device < devices; device += 1) {
      add(device === 0 ? Math.max(morning - time, 0) : SECOND, device, { kind: 'open lid' });
      if (day === 0 || random.chance(0.3)) add(SECOND, device, { kind: 'open tab' });
      if (day === 0) {
        add(2 * SECOND, device, {
          kind: 'sign in',
          tab: 0,
          listener: device === 0 ? 1 : random.between(1, 2),
        });
        add(5 * SECOND, device, { kind: 'visit', tab: 0 });
      }
    }
    const sessions = random.between(1, 3);
    for (let session = 0; session < sessions; session += 1) {
      const length = random.between(4, 16);
      let device = random.between(0, devices - 1);
      for (let step = 0; step < length; step += 1) {
        if (random.chance(0.15)) device = random.between(0, devices - 1);
        if (random.chance(mishaps))
          add(random.between(0, 3 * SECOND), device, drawn(random, MISHAPS)(random));
        const habit = drawn(random, HABITS)(random);
        if (habit.kind === 'sign out' && random.chance(0.5)) {
          // The session ends while it is being renewed.
          add(pause(random), device, { kind: 'tokens expire' });
          add(0, device, { kind: 'visit', tab: tab(random) });
          add(random.between(0, 600), device, habit);
        } else add(pause(random), device, habit);
      }
      if (random.chance(0.7)) add(pause(random), device, { kind: 'close lid' });
      add(random.between(MINUTE, HOUR), device, { kind: 'open lid' });
    }
    if (random.chance(0.5) || day === days - 1) add(SECOND, 0, { kind: 'rest' });
    for (let device = 0; device < devices; device += 1) add(SECOND, device, { kind: 'close lid' });
  }
  const all = withDownloads(steps, Random.forked(seed, 'downloads'));
  return { seed, clockErrors, listeners, days, steps: all };
}

const span = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${String(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${String(Math.round(milliseconds / 1000))} s`;
  if (milliseconds < 7_200_000) return `${String(Math.round(milliseconds / 60_000))} min`;
  return `${String(Math.round(milliseconds / 3_600_000))} h`;
};

/** Describes a story: one line for each step. */
export function tell({ steps, clockErrors }: Story): string {
  const clocks = clockErrors.map((error) => span(Math.abs(error))).join(', ');
  const lines = steps.map(
    ({ wait, device, kind, ...more }, at) =>
      `${String(at + 1).padStart(3)}. after ${span(wait)}, device ${String(device % clockErrors.length)}: ${kind} ${JSON.stringify(more)}`,
  );
  return [`Clocks are wrong by ${clocks}.`, ...lines].join('\n');
}
