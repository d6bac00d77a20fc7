import { autorun, getDependencyTree } from 'mobx';
import { expect, test, vi } from 'vitest';
import { PlayAudio } from '../../src/application/playback/play-audio.ts';
import { Seek } from '../../src/application/playback/seek.ts';
import { TogglePlayback } from '../../src/application/playback/player-controls.ts';
import { seconds } from '../../src/domain/time.ts';
import { Harness } from '../harness.ts';
import { LONG_BOOK, SUBSCRIBER } from '../application/titles.ts';

const playing = async (): Promise<Harness> => {
  const harness = new Harness({
    items: [LONG_BOOK],
    user: SUBSCRIBER,
    durationOf: () => seconds(3_600),
    asPage: true,
  });
  harness.user.setUser(SUBSCRIBER);
  await harness.get(PlayAudio).play(LONG_BOOK);
  await harness.passes(2);
  return harness;
};

test('the stored player is written at a start and a pause, not while the position moves', async () => {
  const harness = await playing();
  const set = vi.spyOn(harness.store, 'set');
  const writes = () => set.mock.calls.filter(([key]) => key === 'store.player').length;
  await harness.passes(60);
  harness.get(Seek).seekTo(seconds(600));
  await harness.passes(60);
  expect(writes()).toBe(0);
  await harness.get(TogglePlayback).toggle();
  await harness.passes(1);
  expect(writes()).toBe(1);
});

test.each(['track', 'tracks', 'isPlaying', 'speed', 'autoplay', 'isPresent', 'store'])(
  'the player’s %s does not depend on the position, which moves all the time',
  async (property) => {
    const { player } = await playing();
    const stop = autorun(() => void Reflect.get(player, property));
    expect(JSON.stringify(getDependencyTree(player, property))).not.toContain('.position');
    stop();
  },
);
