import { autorun } from 'mobx';
import { expect, test, vi } from 'vitest';

import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryMediaControls } from '../../src/adapters/memory/memory-platform.ts';
import { PlayerState } from '../../src/application/player-state.ts';
import { mirrorMediaControls } from '../../src/composition/reactions/mirror-media-controls.ts';
import { observed } from '../../src/composition/observed.ts';
import { DEFAULT_SPEED } from '../../src/domain/playback/player.ts';
import { instant, milliseconds, seconds } from '../../src/domain/time.ts';
import { formatTracks } from '../../src/domain/playback/track.ts';
import { LONG_BOOK, SUBSCRIBER } from '../application/titles.ts';

/** Screens that observe the player before the mirror does get each change first. */
const LOOKS: readonly (readonly [string, (player: PlayerState) => unknown])[] = [
  ['nobody', () => null],
  ['whether there is something', (player) => player.isPresent],
  ['whether it plays', (player) => player.isPlaying],
  ['its place', (player) => player.position],
  ['its track', (player) => player.track],
  ['whether it is hidden', (player) => player.isHidden],
];

/** Opens a book at second 20. */
const openBook = (player: PlayerState): void =>
  player.openAudio({
    audio: LONG_BOOK,
    tracks: formatTracks(LONG_BOOK, []),
    index: 0,
    isOnlyTrack: false,
    position: seconds(20),
    isResumed: false,
    speed: DEFAULT_SPEED,
    userId: SUBSCRIBER.id,
    opening: { at: instant(0), trackId: null, recorded: null },
  });

test.each(LOOKS)('sends every change to the system while a screen observes: %s', (_, look) => {
  const player = observed(new PlayerState());
  const controls = new MemoryMediaControls();
  autorun(() => look(player));
  mirrorMediaControls(player, controls, new MemoryClock(), (address) => address);

  openBook(player);
  expect(controls.shown?.title).toBe('Chapter 1');
  expect(controls.isPlaying).toBe(true);
  expect(controls.position?.position).toBe(20);

  player.close();
  expect(controls.shown).toBeNull();
  player.show();
  expect(controls.isPlaying).toBe(true);
  expect(controls.position?.position).toBe(20);
});

test('shows the title again when its sound starts, because Safari forgets it then', () => {
  const player = observed(new PlayerState());
  const controls = new MemoryMediaControls();
  mirrorMediaControls(player, controls, new MemoryClock(), (address) => address);
  openBook(player);
  controls.show(null);
  player.soundStarted(new MemoryClock().now());
  expect(controls.shown?.title).toBe('Chapter 1');
  expect(controls.isPlaying).toBe(true);
  expect(controls.position?.position).toBe(20);
});

test('sends a position only if the system does not show it by itself', () => {
  const player = observed(new PlayerState());
  const controls = new MemoryMediaControls();
  let elapsed = milliseconds(0);
  mirrorMediaControls(player, controls, { elapsed: () => elapsed }, (address) => address);
  openBook(player);
  const sent = vi.spyOn(controls, 'setPosition');
  const plays = (passed: number, position: number): void => {
    elapsed = milliseconds(elapsed + passed);
    player.positionChanged(seconds(position));
  };

  for (let second = 1; second <= 60; second += 1) plays(1000, 20 + second);
  expect(sent).not.toHaveBeenCalled();
  // The sound waited for data.
  plays(3000, 81.5);
  expect(sent).toHaveBeenCalledOnce();
  expect(controls.position?.position).toBe(81.5);
  plays(250, 120);
  expect(controls.position?.position).toBe(120);
});
