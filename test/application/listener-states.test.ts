import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Resettable } from '../../src/application/session/listener-data.ts';

/** The fields that are not data of the listener, by class. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  // The page or the browser has them.
  AppInvitationState: ['isOpen'],
  AudioOutputState: ['volume', 'canSetVolume', 'device'],
  DownloadsState: ['isSupported', 'app', 'space', 'isPersistent'],
  PlaybackSettingsState: ['keysOn', 'rewindsOnResume', 'headsetButtons', 'keepsSleep', 'sleepChoice'],
  PrivacyState: ['isOptedOut', 'browserObjects'],
  TimeState: ['now'],
  // Who is told about a saved favorite.
  FavoritesState: ['listeners'],
  // Numbers that are never used twice.
  NoticesState: ['lastId'],
  PlayerState: ['attempt'],
};

type StateClass = new () => object;

const isClass = (value: unknown): value is StateClass =>
  typeof value === 'function' && value.name.endsWith('State');

const isResettable = (state: object): state is Resettable => 'reset' in state;

const exportsOf = async (path: string): Promise<readonly unknown[]> => {
  const module: unknown = await import(pathToFileURL(path).href);
  return typeof module === 'object' ? Object.values<unknown>({ ...module }) : [];
};

const paths = globSync('src/application/**/*-state.ts').toSorted();
const classes = (await Promise.all(paths.map(exportsOf))).flat().filter(isClass);

describe('the states after a reset', () => {
  test.each(classes.map((State) => [State.name, State] as const))(
    '%s keeps no value of the listener',
    (name, State) => {
      const stay = Object.keys(new State()).filter((field) => {
        const state = new State();
        const fresh: unknown = Reflect.get(state, field);
        Reflect.set(state, field, 'left over');
        if (isResettable(state)) state.reset();
        const after: unknown = Reflect.get(state, field);
        return JSON.stringify(after) !== JSON.stringify(fresh);
      });
      expect(stay).toEqual(KEPT[name] ?? []);
    },
  );

  test('are all there, also those that are named above', () => {
    expect(classes.length).toBeGreaterThan(20);
    expect(Object.keys(KEPT).filter((name) => !classes.some((State) => State.name === name))).toEqual([]);
  });
});
