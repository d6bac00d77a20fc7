import type { Life } from './live.ts';

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
  for (const { excused } of world.books.accounts.values())
    for (const [reason, amount] of excused) add(figures, `milliseconds at most given up: ${reason}`, amount);
  for (const { counted } of world.provider.members.values())
    for (const amount of counted.values()) add(figures, 'milliseconds counted', amount);
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
