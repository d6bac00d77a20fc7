import { describe, expect, test } from 'vitest';

import { DEFAULT_SPEED, faster } from '../../../src/domain/playback/player.ts';
import { seconds } from '../../../src/domain/time.ts';
import type {
  MediaCommand,
  MediaControls,
  MediaPosition,
  NowPlaying,
} from '../../../src/ports/media-controls.ts';

/** The media controls of a system, as a person sees them. */
export type MediaControlsFixture = {
  readonly controls: MediaControls;
  shown(): NowPlaying | null;
  isPlaying(): boolean;
  position(): MediaPosition | null;
  /** Presses a button. Without such a button, nothing happens. */
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

/** The tests that every adapter of the media controls must pass. */
export const describeMediaControls = (name: string, make: () => MediaControlsFixture): void => {
  describe(`${name} is a MediaControls`, () => {
    const commandsOf = ({ controls }: MediaControlsFixture): MediaCommand[] => {
      const commands: MediaCommand[] = [];
      controls.commands.subscribe((command) => commands.push(command));
      return commands;
    };

    test('shows the title, and whether it plays', () => {
      const fixture = make();
      expect(fixture.shown()).toBeNull();
      fixture.controls.show(SONG);
      fixture.controls.setPlaying(true);
      expect(fixture.shown()).toEqual(SONG);
      expect(fixture.isPlaying()).toBe(true);
      fixture.controls.setPlaying(false);
      expect(fixture.isPlaying()).toBe(false);
      fixture.controls.show({ ...SONG, title: 'High Water', artwork: null });
      expect(fixture.shown()).toEqual({ ...SONG, title: 'High Water', artwork: null });
    });

    test('ignores state and position while no title is shown', () => {
      const fixture = make();
      fixture.controls.setPlaying(true);
      fixture.controls.setPosition({ position: seconds(1), duration: seconds(2), speed: DEFAULT_SPEED });
      fixture.controls.show(SONG);
      expect(fixture.isPlaying()).toBe(false);
      expect(fixture.position()).toBeNull();
      fixture.controls.setPlaying(true);
      fixture.controls.show(null);
      fixture.controls.show(SONG);
      expect(fixture.isPlaying()).toBe(false);
    });

    test('sends the command of every button', () => {
      const fixture = make();
      const commands = commandsOf(fixture);
      fixture.controls.show(SONG);
      for (const command of COMMANDS) fixture.press(command);
      expect(commands).toEqual(COMMANDS);
    });

    test('has no buttons before a title is shown and after it was removed', () => {
      const fixture = make();
      const commands = commandsOf(fixture);
      for (const command of COMMANDS) fixture.press(command);
      fixture.controls.show(SONG);
      fixture.controls.show(null);
      for (const command of COMMANDS) fixture.press(command);
      expect(commands).toEqual([]);
      expect(fixture.shown()).toBeNull();
    });

    test('shows the position and the speed', () => {
      const fixture = make();
      fixture.controls.show(SONG);
      const shown = { position: seconds(12), duration: seconds(300), speed: faster(DEFAULT_SPEED) };
      fixture.controls.setPosition(shown);
      expect(fixture.position()).toEqual(shown);
      fixture.controls.setPosition(null);
      expect(fixture.position()).toBeNull();
    });

    test.each([
      [-3, 0],
      [301, 300],
      [Number.NaN, 0],
    ])('shows a position of %d s in a track of 300 s as %d s', (position, shown) => {
      const fixture = make();
      fixture.controls.show(SONG);
      fixture.controls.setPosition({
        position: seconds(position),
        duration: seconds(300),
        speed: DEFAULT_SPEED,
      });
      expect(fixture.position()?.position).toBe(shown);
    });

    test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
      'shows no position in a track of %d s',
      (duration) => {
        const fixture = make();
        fixture.controls.show(SONG);
        fixture.controls.setPosition({
          position: seconds(1),
          duration: seconds(duration),
          speed: DEFAULT_SPEED,
        });
        expect(fixture.position()).toBeNull();
      },
    );

    test('removes the position together with the title', () => {
      const fixture = make();
      fixture.controls.show(SONG);
      fixture.controls.setPosition({ position: seconds(1), duration: seconds(2), speed: DEFAULT_SPEED });
      fixture.controls.show(null);
      expect(fixture.position()).toBeNull();
    });
  });
};
