import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PlayerControls, TogglePlayback } from '../../src/application/playback/player-controls.ts';
import { UpNextState } from '../../src/application/playback/up-next-state.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../application/titles.ts';
import { Harness } from '../harness.ts';

const PAGE = readFileSync('docs/ways.md', 'utf8');

/** The files that the page lists, in order, below the paragraph that begins with `title`. */
const listed = (title: string): readonly string[] => {
  const [, after = ''] = PAGE.split(`\n**${title}`);
  const [list = ''] = after.split(/\n(?:\*\*|## )/);
  return [...list.matchAll(/^\d+\. \[[^\]]*\]\(([^)]*)\)/gm)].map(([, path]) =>
    posix.join('docs', path ?? ''),
  );
};

/** What the lists leave out, as the page says above them. */
const SIDE_STEPS: Readonly<Record<string, readonly string[]>> = {
  'states and settings that a step reads': [
    'session/user-state',
    'downloads/downloads-state',
    'favorites/favorites-state',
    'playback/playback-settings-state',
  ],
  'saved positions and reports': [
    'progress/save-position',
    'progress/report-playback',
    'progress/deliver-reports',
  ],
  'the time heard': ['progress/listening-tally', 'playback/playing-time'],
  'the history': ['history/listening-history'],
  'the look for a download': ['downloads/downloaded-audio'],
  'the playback lock': ['playback-lock'],
  'the list Up Next': ['playback/up-next-state'],
  'the wait for a provider that does not respond': ['wait-for-network'],
  'events of the sound that has started': ['playback/follow-audio'],
};

const sideSteps = Object.values(SIDE_STEPS)
  .flat()
  .map((name) => `src/application/${name}.ts`);

/** The files of the core in which a function or method ran during `action`. */
const filesRunBy = async (action: () => Promise<void>): Promise<readonly string[]> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await action();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result.flatMap(({ url, functions }) => {
    const path = /src\/(?:application|domain)\/.*/.exec(url)?.[0];
    const hasRun = functions.some(
      ({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0),
    );
    return path !== undefined && hasRun ? [path] : [];
  });
};

const isCore = (path: string): boolean => /^src\/(?:application|domain)\//.test(path);

const harness = (): Harness => {
  const made = new Harness({ items: [QUIET_MIND, LONG_BOOK], user: SUBSCRIBER });
  made.user.setUser(SUBSCRIBER);
  return made;
};

describe('the way of a click on Play in docs/ways.md', () => {
  const way = listed('Play on a tile');

  test('has at most eleven files', () => {
    expect(way.length).toBeGreaterThan(0);
    expect(way.length).toBeLessThanOrEqual(11);
  });

  test('names each use case and state that runs, and only what runs', async () => {
    const page = harness();
    const controls = page.get(PlayerControls);
    const run = await filesRunBy(async () => {
      await controls.playOrPause(QUIET_MIND);
      await page.passes(0.1);
    });
    expect(page.output.isPlaying).toBe(true);
    expect(way.filter((path) => isCore(path) && !run.includes(path))).toEqual([]);
    const steps = run.filter((path) => path.startsWith('src/application/') && !sideSteps.includes(path));
    expect(steps.toSorted()).toEqual(way.filter((path) => path.startsWith('src/application/')).toSorted());
  });
});

describe('each file of the core runs that the page lists', () => {
  test('for a track that ends', async () => {
    const page = harness();
    await page.get(PlayerControls).playOrPause(LONG_BOOK);
    page.player.setAutoplay(true);
    await page.passes(1);
    const first = page.player.track?.id;
    const run = await filesRunBy(async () => {
      await page.passes(page.player.duration ?? 0);
    });
    expect(page.player.track?.id).not.toBe(first);
    const way = listed('A track that ends').filter(isCore);
    expect(way.length).toBeGreaterThan(3);
    expect(way.filter((path) => !run.includes(path))).toEqual([]);
  });

  test('for the end of a title', async () => {
    const page = harness();
    page.get(UpNextState).addLast(LONG_BOOK, null);
    await page.get(PlayerControls).playOrPause(QUIET_MIND);
    page.player.setAutoplay(true);
    await page.passes(1);
    const run = await filesRunBy(async () => {
      await page.passes(page.player.duration ?? 0);
    });
    expect(page.player.audio?.id).toBe(LONG_BOOK.id);
    const way = listed('The end of a title').filter(isCore);
    expect(way.length).toBeGreaterThan(2);
    expect(way.filter((path) => !run.includes(path))).toEqual([]);
  });

  test('for a report after a pause', async () => {
    const page = harness();
    await page.get(PlayerControls).playOrPause(QUIET_MIND);
    await page.passes(10);
    const run = await filesRunBy(async () => page.get(TogglePlayback).toggle());
    expect(listed('A report to the provider').length).toBeLessThanOrEqual(6);
    const way = listed('A report to the provider').filter(isCore);
    expect(way.length).toBeGreaterThan(2);
    expect(way.filter((path) => !run.includes(path))).toEqual([]);
  });

  test('for a session that the service refuses', async () => {
    const page = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER, asPage: true });
    const run = await filesRunBy(async () => {
      await page.services.session.check();
      page.auth.ended.emit({ message: 'The session has ended' });
    });
    const way = listed('A stale session').filter(isCore);
    expect(way.length).toBeGreaterThan(1);
    expect(way.filter((path) => !run.includes(path))).toEqual([]);
  });
});
