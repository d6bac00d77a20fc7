import { describe, expect, test } from 'vitest';

import { DEFAULT_SPEED, faster } from '../../../src/domain/playback/speed.ts';
import { seconds } from '../../../src/domain/time.ts';
import type {
  MediaCommand,
  MediaControls,
  MediaPosition,
  NowPlaying,
} from '../../../src/ports/media-controls.ts';

/** A system with media controls, and what a person finds there. */
export type MediaControlsWorld = {
  readonly controls: MediaControls;
  shown(): NowPlaying | null;
  isPlaying(): boolean;
  place(): MediaPosition | null;
  /** Presses the button; where there is none nothing happens. */
  press(command: MediaCommand): void;
};

const SONG: NowPlaying = {
  title: 'Low Water',
  artist: 'Ada, Grace',
  album: 'The Tide Library',
  artwork: 'https://media.example/cover.png',
};

const COMMANDS: readonly MediaCommand[] = [
  { kind: 'play' },
  { kind: 'pause' },
  { kind: 'stop' },
  { kind: 'previous' },
  { kind: 'next' },
  { kind: 'rewind', step: null },
  { kind: 'rewind', step: seconds(10) },
  { kind: 'skip', step: null },
  { kind: 'skip', step: seconds(30) },
  { kind: 'seek', to: seconds(12.5) },
];

/** What every system's controls have to be. */
export const describeMediaControls = (name: string, make: () => MediaControlsWorld): void => {
  describe(`${name} is a MediaControls`, () => {
    const pressed = ({ controls }: MediaControlsWorld): MediaCommand[] => {
      const heard: MediaCommand[] = [];
      controls.commands.subscribe((command) => heard.push(command));
      return heard;
    };

    test('shows what plays, and whether it does', () => {
      const world = make();
      expect(world.shown()).toBeNull();
      world.controls.show(SONG);
      world.controls.setPlaying(true);
      expect(world.shown()).toEqual(SONG);
      expect(world.isPlaying()).toBe(true);
      world.controls.setPlaying(false);
      expect(world.isPlaying()).toBe(false);
      world.controls.show({ ...SONG, title: 'High Water', artwork: null });
      expect(world.shown()).toEqual({ ...SONG, title: 'High Water', artwork: null });
    });

    test('forgets what it is told while nothing is shown', () => {
      const world = make();
      world.controls.setPlaying(true);
      world.controls.setPosition({ position: seconds(1), duration: seconds(2), speed: DEFAULT_SPEED });
      world.controls.show(SONG);
      expect(world.isPlaying()).toBe(false);
      expect(world.place()).toBeNull();
      world.controls.setPlaying(true);
      world.controls.show(null);
      world.controls.show(SONG);
      expect(world.isPlaying()).toBe(false);
    });

    test('tells every command that it has a button for, as it was given', () => {
      const world = make();
      const heard = pressed(world);
      world.controls.show(SONG);
      for (const command of COMMANDS) world.press(command);
      expect(heard).toEqual(COMMANDS);
    });

    test('has no button before anything is shown, nor after it was taken away', () => {
      const world = make();
      const heard = pressed(world);
      for (const command of COMMANDS) world.press(command);
      world.controls.show(SONG);
      world.controls.show(null);
      for (const command of COMMANDS) world.press(command);
      expect(heard).toEqual([]);
      expect(world.shown()).toBeNull();
    });

    test('shows the place, with its speed', () => {
      const world = make();
      world.controls.show(SONG);
      const place = { position: seconds(12), duration: seconds(300), speed: faster(DEFAULT_SPEED) };
      world.controls.setPosition(place);
      expect(world.place()).toEqual(place);
      world.controls.setPosition(null);
      expect(world.place()).toBeNull();
    });

    test.each([
      [-3, 0],
      [301, 300],
      [Number.NaN, 0],
    ])('brings a place of %d s back into a track of 300 s, to %d s', (position, shown) => {
      const world = make();
      world.controls.show(SONG);
      world.controls.setPosition({
        position: seconds(position),
        duration: seconds(300),
        speed: DEFAULT_SPEED,
      });
      expect(world.place()?.position).toBe(shown);
    });

    test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
      'shows no place in a track of %d s, without a fault',
      (duration) => {
        const world = make();
        world.controls.show(SONG);
        world.controls.setPosition({
          position: seconds(1),
          duration: seconds(duration),
          speed: DEFAULT_SPEED,
        });
        expect(world.place()).toBeNull();
      },
    );

    test('forgets the place with what was shown', () => {
      const world = make();
      world.controls.show(SONG);
      world.controls.setPosition({ position: seconds(1), duration: seconds(2), speed: DEFAULT_SPEED });
      world.controls.show(null);
      expect(world.place()).toBeNull();
    });
  });
};
