import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Container } from '../../src/composition/container.ts';
import type { ContentItem } from '../../src/domain/catalogue/content.ts';
import { seconds } from '../../src/domain/time.ts';
import type { AudioOutput } from '../../src/ports/audio-output.ts';
import { PORTS, type PortToken } from '../../src/ports/tokens.ts';
import { PlayerControls } from '../../src/application/playback/player-controls.ts';
import { TogglePlayback } from '../../src/application/playback/toggle-playback.ts';
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

/** They make values, such as `seconds(3)`, `ok(x)` and the name of a chapter, and do no step. */
const VALUES = ['catalogue/chapter-name', 'message', 'result', 'time'].map((name) => `src/domain/${name}.ts`);

/** The adapters of the ports that do a step on the way of Play. */
const ADAPTERS: Readonly<Record<string, string>> = {
  audioOutput: 'src/adapters/html-audio/html-audio-output.ts',
  playbackApi: 'src/adapters/http/http-playback.ts',
};

/** They give a value at once, or are told something. The page names them below the list. */
const ASKED: Readonly<Record<string, string>> = {
  clock: 'src/adapters/browser/browser-platform.ts',
  journal: 'src/adapters/browser/stored-playback-journal.ts',
  tabs: 'src/adapters/browser/browser-tabs.ts',
};

/** All ports but three: a group of ports, an address check, and the controls of the system, which show the state like a view. */
const { contentApi: _group, mediaPolicy: _check, mediaControls: _view, ...RECORDED } = PORTS;

const nameOf = (port: PortToken<unknown>): string =>
  Object.entries(PORTS).find(([, other]) => other === port)?.[0] ?? '';

/** Adds the name of a port to `called` with each call of one of its methods. */
const recordCalls = (container: Container, port: PortToken<unknown>, called: Set<string>): void => {
  const adapter = container.get(port);
  if (typeof adapter !== 'object' || adapter === null) throw new Error(`${nameOf(port)} is no object`);
  const recorder = new Proxy(adapter, {
    get: (target, key) => {
      const part: unknown = Reflect.get(target, key);
      if (typeof part !== 'function') return part;
      return (...given: unknown[]): unknown => {
        called.add(nameOf(port));
        return Reflect.apply(part, target, given);
      };
    },
  });
  container.replace(port, recorder);
};

/** The files of the core in which a function or method ran during `action`, or until the sound is asked for. */
const filesRunBy = async (
  action: () => Promise<void>,
  until: AudioOutput | null = null,
): Promise<readonly string[]> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const take = async () => session.post('Profiler.takePreciseCoverage');
  let taken: ReturnType<typeof take> | null = null;
  const play = until?.play.bind(until);
  if (until !== null && play !== undefined)
    until.play = async () => {
      taken ??= take();
      return play();
    };
  await action();
  const { result } = await (taken ?? take());
  session.disconnect();
  return result.flatMap(({ url, functions }) => {
    const path = /src\/(?:application|domain)\/.*/.exec(url)?.[0];
    const hasRun = functions.some(
      ({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0),
    );
    return path !== undefined && hasRun ? [path] : [];
  });
};

/** The files that a point below the list names, in the order of their paths. */
const added = (words: string): readonly string[] => {
  const point = PAGE.split('\n- ').find((text) => text.startsWith(words)) ?? '';
  return [...point.matchAll(/\]\(\.\.\/(src[^)]*)\)/g)].map(([, path]) => path ?? '').toSorted();
};

const isCore = (path: string): boolean => /^src\/(?:application|domain)\//.test(path);

const harness = (): Harness => {
  const made = new Harness({ items: [QUIET_MIND, LONG_BOOK], user: SUBSCRIBER });
  made.user.setUser(SUBSCRIBER);
  return made;
};

/** What runs from a click on Play until the sound is asked for. */
const filesOfPlay = async (page: Harness, item: ContentItem): Promise<readonly string[]> => {
  const controls = page.get(PlayerControls);
  const run = await filesRunBy(async () => controls.playOrPause(item), page.output);
  expect(page.output.isPlaying).toBe(true);
  return run.filter((path) => !VALUES.includes(path)).toSorted();
};

describe('the way of a click on Play in docs/ways.md', () => {
  const way = listed('Play on a tile');
  const core = way.filter(isCore).toSorted();

  test('has at most fourteen files', () => {
    expect(way.length).toBeGreaterThan(0);
    expect(way.length).toBeLessThanOrEqual(14);
  });

  test('names each file of the application and the domain that runs, and only what runs', async () => {
    expect(await filesOfPlay(harness(), QUIET_MIND)).toEqual(core);
    expect(await filesOfPlay(harness(), LONG_BOOK)).toEqual(core);
  });

  test('names the adapter of each port that is called', async () => {
    const called = new Set<string>();
    const page = new Harness({
      items: [QUIET_MIND],
      user: SUBSCRIBER,
      watch: (container) => {
        for (const port of Object.values(RECORDED)) recordCalls(container, port, called);
      },
    });
    page.user.setUser(SUBSCRIBER);
    const controls = page.get(PlayerControls);
    called.clear();
    const play = page.output.play.bind(page.output);
    let before: readonly string[] = [];
    page.output.play = async () => {
      before = [...called];
      return play();
    };
    await controls.playOrPause(QUIET_MIND);
    expect(before.toSorted()).toEqual(Object.keys({ ...ADAPTERS, ...ASKED }).toSorted());
    expect(way.filter((path) => path.startsWith('src/adapters/')).toSorted()).toEqual(
      Object.values(ADAPTERS).toSorted(),
    );
    const [, below = ''] = PAGE.split('What this way only asks');
    for (const path of Object.values(ASKED)) expect(below.split('\n\n')[0]).toContain(`(../${path})`);
  });

  test('names below the list what a title adds that was heard before', async () => {
    const page = harness();
    page.api.content.records.set(QUIET_MIND.id, {
      isActive: true,
      type: QUIET_MIND.type,
      chapterIndex: null,
      position: seconds(20),
      speed: 1,
      updatedAt: null,
    });
    const run = await filesOfPlay(page, QUIET_MIND);
    expect(run.filter((path) => !core.includes(path))).toEqual(added('A title that was heard before:'));
  });

  test('names below the list what another title in the player adds', async () => {
    const page = harness();
    await page.get(PlayerControls).playOrPause(LONG_BOOK);
    await page.passes(10);
    const run = await filesOfPlay(page, QUIET_MIND);
    const others = run.filter((path) => !core.includes(path));
    for (const path of added('A title that is left for it:')) expect(others).toContain(path);
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
