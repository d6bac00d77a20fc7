import type { Books } from './books.ts';

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** The main figures, in this order. All others follow in the order of their first occurrence. */
const ROWS: readonly (readonly [name: string, figure: string, inUnits: (value: number) => string])[] = [
  ['renderers killed', 'killed', String],
  ['tabs closed', 'closed', String],
  ['offline minutes', 'offline milliseconds', (value) => (value / 60_000).toFixed(1)],
  ['deployments while playing', 'deployments while playing', String],
  ['times the storage was full', 'times the storage was full', String],
  ['heard', 'milliseconds heard', seconds],
  ['played by the clock', 'milliseconds played', seconds],
  ['counted', 'milliseconds counted', seconds],
  ['counted twice', 'milliseconds counted twice', seconds],
  ['largest loss of place', 'largest loss of place', (value) => `${value.toFixed(3)} s`],
];

const inUnits = (name: string, value: number): readonly [string, string] =>
  name.startsWith('milliseconds ')
    ? [name.replace('milliseconds ', ''), seconds(value)]
    : [name, Number.isInteger(value) ? String(value) : value.toFixed(3)];

/** The figures of a storm as text, one line for each. */
export function tableOf(books: Books): string {
  const first = ROWS.map(([name, figure, shown]) => [name, shown(books.figure(figure))] as const);
  const known = new Set(ROWS.map(([, figure]) => figure));
  const others = [...books.figures]
    .filter(([name]) => !known.has(name))
    .map(([name, value]) => inUnits(name, value));
  const rows = [...first, ...others];
  const longest = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(longest)}  ${value.padStart(10)}`).join('\n');
}
