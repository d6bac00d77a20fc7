import { expect, test } from '@playwright/test';
import { Deployments } from './deployments.ts';
import { drawStorm } from './plan.ts';
import { liveStorm } from './storm.ts';

/** A seed whose kills come early, because the report of a killed page is made ten seconds later. */
const SEED = 45;

test('a small storm loses no position and counts no second twice', async ({ browser }) => {
  // Real seconds of listening, and the time until another page takes over a draft.
  test.slow();
  const deployments = await Deployments.of(process.env['TEST_DIST'] ?? 'dist');
  const storm = drawStorm(SEED, {
    worlds: 2,
    kills: 3,
    closes: 2,
    offlineSeconds: 5,
    offlineSpell: [5, 5],
    deployments: 1,
    fullStorages: 1,
    changesOfListener: 0,
  });
  try {
    const books = await liveStorm({ storm, browser, deployments, note: () => undefined });
    expect(books.breaches).toEqual([]);
    // A storm in which nothing happens would break no rule either.
    expect(books.figure('killed')).toBe(3);
    expect(books.figure('milliseconds heard')).toBeGreaterThan(5_000);
  } finally {
    await deployments.remove();
  }
});
