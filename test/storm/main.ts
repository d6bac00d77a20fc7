/*
 * `npm run storm`: kills renderers, closes tabs, turns the network off, changes builds and fills the storage, while
 * listeners play in a real browser. Then it compares their books with the provider's. Fails on a breach of a rule.
 *
 *   tsx test/storm/main.ts [--seed N] [--scale 0.1] [--tell]
 *
 * `--scale` makes the storm smaller. `--tell` prints what happens.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import prepare from '../../e2e/support/prepared-provider.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { ensureTestDist } from '../../scripts/lib/build.mjs';
import { Deployments } from './deployments.ts';
import { drawStorm } from './plan.ts';
import { liveStorm } from './storm.ts';
import { tableOf } from './table.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    scale: { type: 'string', default: '1' },
    tell: { type: 'boolean', default: false },
  },
});

const seed = Number(values.seed ?? Date.now() % 1_000_000);
const scale = Number(values.scale);
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
