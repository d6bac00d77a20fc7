import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type LaunchOptions } from '@playwright/test';
import * as v from 'valibot';
import type { Subject } from '../subject.ts';
import type { Setting } from './visit.ts';

/** It is downloaded when it is first asked for: as a dependency it would double an installation. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const MOST_BYTES = 64 * 1024 * 1024;

const report = v.object({
  categories: v.object({ performance: v.object({ score: v.number() }) }),
  runWarnings: v.array(v.string()),
});

/** Lighthouse's figure for the performance of the signed-in home, from 0 to 1, with its own throttling. */
export async function lighthouse(
  { stand, session }: Setting,
  launch: LaunchOptions,
  subject: Subject,
): Promise<number> {
  const profile = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    args: [...(launch.args ?? []), '--remote-debugging-port=0'],
  });
  try {
    // Lighthouse opens a page of its own. The session is put there by a page that loads nothing of the product.
    const page = await context.newPage();
    await page.goto(`${stand.origin}/icon.svg`);
    await page.evaluate(
      (entries) => entries.forEach(({ name, value }) => localStorage.setItem(name, value)),
      session.origins.flatMap(({ localStorage }) => localStorage),
    );
    await page.close();
    const [port = ''] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    const { stdout } = await promisify(execFile)(
      'npx',
      [
        '--yes',
        LIGHTHOUSE,
        stand.origin + subject.home,
        `--port=${port}`,
        '--disable-storage-reset',
        '--only-categories=performance',
        '--output=json',
        '--quiet',
      ],
      { maxBuffer: MOST_BYTES, shell: process.platform === 'win32' },
    );
    return v.parse(report, JSON.parse(stdout)).categories.performance.score;
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}
