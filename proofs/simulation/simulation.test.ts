import { expect, test } from 'vitest';
import { bundleClient } from './bundle.ts';
import { total } from './figures.ts';
import { EFFECTS } from './model/network.ts';
import { compileClient } from './model/page.ts';
import { liveRange } from './range.ts';

/** Milliseconds. A simulated day takes about 0.15 s of one core, and many times as long on a busy machine. */
const ENOUGH = 1_800_000;

test('three hundred days under faults break no rule', { timeout: ENOUGH }, async () => {
  const client = compileClient(await bundleClient());
  const { days, breaches, figures } = await liveRange(client, { seed: 1, days: 300 });
  expect(breaches.map(({ seed, rule, words }) => `seed ${seed}: ${rule}: ${words}`)).toEqual([]);
  expect(days).toBe(300);
  // A world in which nothing happens would break no rule either.
  expect(figures.get('milliseconds heard')).toBeGreaterThan(3_600_000);
  expect(EFFECTS.filter((effect) => total(figures, `fault ${effect} on `) === 0)).toEqual([]);
});
