import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nameOf, syntaxOf } from './syntax.ts';

const FOLDER = 'src/application';
const HARNESS = 'test/harness.ts';

/**
 * Use cases that tests reach only as parts of another: by which use case, or by the harness, and which tests
 * would miss them. One that can be asked for by itself has no place here.
 */
const PARTS: Readonly<Record<string, readonly [through: string, tests: string]>> = {
  FallAsleep: ['FollowAudio', 'test/application/playback/sleeping.test.ts'],
  FindPlace: ['PlayAudio', 'test/application/progress/resuming-elsewhere.test.ts'],
  FollowAudio: [HARNESS, 'test/application/playback/playing.test.ts'],
  FollowMediaControls: [HARNESS, 'test/application/playback/media-controls.test.ts'],
  FollowReports: [HARNESS, 'test/application/progress/journal.test.ts'],
  FollowTabs: [HARNESS, 'test/application/playback/two-tabs.test.ts'],
  HostedSignOut: ['SignOutEverywhere', 'test/application/account/account.test.ts'],
  KeepPlace: ['MoveInTrack', 'test/application/progress/journal.test.ts'],
  ListeningReport: ['ReportPlayback', 'test/application/playback/playing.test.ts'],
  PlayableAddresses: ['WarmAudio', 'test/application/playback/preloading.test.ts'],
  PrepareNext: ['FollowAudio', 'test/application/playback/preloading.test.ts'],
  RecoverReports: ['FollowReports', 'test/application/progress/journal.test.ts'],
  RecoverSound: ['FollowAudio', 'test/application/playback/recovering-sound.test.ts'],
  ReportPlayback: ['LeavePage', 'test/application/progress/journal.test.ts'],
  RewindAfterPause: ['TogglePlayback', 'test/application/playback/rewinding.test.ts'],
  StartTrack: ['PlayAudio', 'test/application/playback/playing.test.ts'],
  TakeTurn: ['TogglePlayback', 'test/application/playback/two-tabs.test.ts'],
};

const read = (path: string): string => readFileSync(path, 'utf8');

/** Names that a file's code uses; what a comment says about somebody is no use of them. */
const namesIn = (path: string): ReadonlySet<string> =>
  new Set(syntaxOf(path, read(path)).flatMap(({ fields }) => nameOf(fields) ?? []));

/** Every class of the folder itself, with its file: the states have one of their own. */
const useCases = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => posix.join(FOLDER, name))
    .flatMap((path) =>
      syntaxOf(path, read(path))
        .filter(({ type }) => type === 'ClassDeclaration')
        .map(({ fields }) => [nameOf(fields['id']) ?? path, path] as const),
    ),
);

const testFiles = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => posix.join('test', name.replaceAll('\\', '/')))
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('test/architecture/'));

const namedByTests = new Set(testFiles.flatMap((path) => [...namesIn(path)]));

describe('the use cases', () => {
  // A check that reads nothing passes: it has to say what it has read.
  test('are really read, and so are the tests', () => {
    expect(useCases.size).toBeGreaterThanOrEqual(70);
    expect(testFiles.length).toBeGreaterThanOrEqual(100);
  });

  test('are each named by a test, or part of one that is', () => {
    const untested = [...useCases.keys()].filter((name) => !namedByTests.has(name) && !(name in PARTS));
    expect(untested).toEqual([]);
  });
});

describe('a part of another use case', () => {
  test('is there, and named by no test itself', () => {
    const needless = Object.keys(PARTS).filter((name) => !useCases.has(name) || namedByTests.has(name));
    expect(needless).toEqual([]);
  });

  test.each(Object.entries(PARTS))('really is one: %s', (name, [through, tests]) => {
    const file = through === HARNESS ? HARNESS : useCases.get(through);
    expect(file === undefined ? [] : [...namesIn(file)]).toContain(name);
    expect(through === HARNESS || namedByTests.has(through) || through in PARTS).toBe(true);
    expect(existsSync(tests)).toBe(true);
  });
});
