import type { Account, Excuse } from './books.ts';
import type { Life } from './live.ts';
import { FILE_EFFECTS } from './model/files.ts';
import { CALL_KINDS, EFFECTS, isPossible } from './model/network.ts';
import { STATES } from './rules.ts';

/**
 * Counts of many simulated lives, by name. Counts whose name begins with `most` keep the largest value. All others
 * are added up.
 */
export type Figures = Map<string, number>;

export function add(figures: Figures, name: string, value: number): void {
  const before = figures.get(name) ?? 0;
  figures.set(name, name.startsWith('most ') ? Math.max(before, value) : before + value);
}

/** Adds the counts of one life: calls, faults, kills, and the seconds that all listeners heard. */
export function addLife(figures: Figures, { world }: Life): void {
  for (const [name, value] of world.counts) add(figures, name, value);
  const waiting = world.devices.flatMap((device) => device.waiting());
  for (const account of world.books.accounts.values()) {
    const { user, content, heard } = account;
    const counted = world.provider.members.get(user)?.counted.get(content) ?? 0;
    const stored = waiting
      .filter((each) => each.user === user && each.content === content)
      .reduce((sum, { duration }) => sum + duration, 0);
    add(figures, 'milliseconds counted', counted);
    add(figures, 'milliseconds waiting at the end', stored);
    addGivenUp(figures, account, heard - counted - stored);
  }
}

/** The reasons in the order in which they are used: reasons with an exact amount first. */
const REASONS: readonly Excuse[] = [
  'call without a response',
  'refused for good',
  'listener refused',
  'storage cleared',
  'another listener signed in',
  'page killed',
  'storage full',
  'machine slept',
  'below a second',
];

/** Divides the listening that was not counted among its reasons. No reason explains more than its own amount. */
function addGivenUp(figures: Figures, { excused }: Account, missing: number): void {
  let left = missing;
  for (const reason of REASONS) {
    const most = excused.get(reason) ?? 0;
    const part = Math.min(Math.max(left, 0), most);
    left -= part;
    add(figures, `milliseconds given up: ${reason}`, part);
    add(figures, `milliseconds given up at most: ${reason}`, most);
  }
  add(figures, 'milliseconds given up: rounded', left);
}

const inUnits = (name: string, value: number): string =>
  name.startsWith('milliseconds ')
    ? `${name.replace('milliseconds ', '')}: ${Math.round(value / 1000).toLocaleString('en')} s`
    : `${name}: ${Math.round(value).toLocaleString('en')}`;

/** The figures as text, one line for each, sorted by name. */
export const table = (figures: Figures): string =>
  [...figures]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `  ${inUnits(name, value)}`)
    .join('\n');

const DOWNLOAD_HABITS = [
  'download',
  'play download',
  'remove download',
  'stop download',
  'retry download',
  'play next',
  'add to the end',
  'reorder',
  'remove entry',
];

/** The sum of all figures whose name begins with a text. */
export const total = (figures: Figures, beginning: string): number =>
  [...figures].reduce((sum, [name, value]) => (name.startsWith(beginning) ? sum + value : sum), 0);

/** The names of the faults that never happened and of the states that were never reached. */
export const neverSeen = (figures: Figures): readonly string[] =>
  [
    ...EFFECTS.flatMap((effect) =>
      CALL_KINDS.filter((kind) => isPossible(effect, kind)).map((kind) => `fault ${effect} on ${kind}`),
    ),
    ...STATES.map((state) => `state: ${state}`),
    ...FILE_EFFECTS.map((effect) => `fault ${effect} on file`),
    ...DOWNLOAD_HABITS.map((habit) => `listener: ${habit}`),
    'waits for a file',
    'downloads removed',
    ...['storage', 'message', 'lock', 'call', 'media', 'file'].map((act) => `kill before ${act}`),
    ...['lost', 'doubled', 'disordered'].map((weather) => `message ${weather}`),
  ].filter((name) => !figures.has(name));
