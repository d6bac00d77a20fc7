import { chromium } from '@playwright/test';
import prepare from '../../e2e/support/prepared-provider.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { numberAbove0, readArguments } from '../../scripts/lib/arguments.mjs';
import { ensureTestDist } from '../../scripts/lib/build.mjs';
import { Deployments } from './deployments.ts';
import { drawStorm } from './plan.ts';
import { liveStorm } from './storm.ts';
import type { Books } from './books.ts';

const USAGE = `npm run storm -- [options]
Kills renderers, closes tabs, turns the network off, changes builds and fills the storage, while listeners play in a real
browser. Then it compares their books with the provider's. Fails on a breach of a rule.
  --seed N      repeats a storm
  --scale 0.1   makes the storm smaller
  --tell        prints what happens`;

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
  ['largest loss of position', 'largest loss of position', (value) => `${value.toFixed(3)} s`],
];

const inUnits = (name: string, value: number): readonly [string, string] =>
  name.startsWith('milliseconds ')
    ? [name.replace('milliseconds ', ''), seconds(value)]
    : [name, Number.isInteger(value) ? String(value) : value.toFixed(3)];

/** The figures of a storm as text, one line for each. */
function tableOf(books: Books): string {
  const first = ROWS.map(([name, figure, shown]) => [name, shown(books.figure(figure))] as const);
  const known = new Set(ROWS.map(([, figure]) => figure));
  const others = [...books.figures]
    .filter(([name]) => !known.has(name))
    .map(([name, value]) => inUnits(name, value));
  const rows = [...first, ...others];
  const longest = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(longest)}  ${value.padStart(10)}`).join('\n');
}

const { values } = readArguments(USAGE, {
  options: {
    seed: { type: 'string' },
    scale: { type: 'string', default: '1' },
    tell: { type: 'boolean', default: false },
  },
});

const seed = numberAbove0('--seed', values.seed ?? String(Date.now() % 1_000_000), USAGE);
const scale = numberAbove0('--scale', values.scale, USAGE);
const part = (whole: number): number => Math.max(1, Math.round(whole * scale));

const storm = drawStorm(seed, {
  worlds: Math.min(5, part(20)),
  kills: part(100),
  closes: part(100),
  offlineSeconds: part(3000),
  offlineSpell: [20, 90],
  deployments: part(20),
  fullStorages: part(10),
  changesOfListener: 2,
});
console.log(`The storm of seed ${String(seed)}, scale ${String(scale)}`);

const start = Date.now();
const build = await ensureTestDist();
const removePrepared = await prepare();
const deployments = await Deployments.of(build);
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  chromiumSandbox: false,
  args: ['--disable-background-networking', '--disable-component-update', '--no-first-run', '--mute-audio'],
});
try {
  const note = values.tell
    ? (words: string) => console.log(`${((Date.now() - start) / 1000).toFixed(1).padStart(7)} s  ${words}`)
    : () => undefined;
  const books = await liveStorm({ storm, browser, deployments, note });
  console.log(tableOf(books));
  console.log(
    `${String(Math.round((Date.now() - start) / 1000))} s, ${String(books.breaches.length)} breaches of a rule`,
  );
  for (const { rule, words } of books.breaches) console.log(`  ${rule}: ${words}`);
  process.exitCode = books.breaches.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await deployments.remove();
  await removePrepared();
}
