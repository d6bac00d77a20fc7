import { PlayAudio } from '../../src/application/playback/play-audio.ts';
import { TogglePlayback } from '../../src/application/playback/player-controls.ts';
import type { ContentItem } from '../../src/domain/catalogue/content.ts';
import { seconds } from '../../src/domain/time.ts';
import { Harness, type HarnessOptions } from '../harness.ts';
import { episodes, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER } from './titles.ts';

/** A page of a subscriber, with long sounds. */
export const page = (options: Partial<HarnessOptions> = {}): Harness => {
  const user = options.user ?? SUBSCRIBER;
  const harness = new Harness({
    items: [QUIET_MIND, LONG_BOOK, PODCAST],
    episodes: new Map([[PODCAST.id, episodes(3)]]),
    durationOf: () => seconds(36_000),
    ...options,
    user,
  });
  harness.user.setUser(user);
  return harness;
};

export const plays = async (harness: Harness, item: ContentItem = QUIET_MIND): Promise<void> => {
  await harness.get(PlayAudio).play(item);
  await harness.passes(0);
};

/** A page that plays. */
export const openPlaying = async (options: Partial<HarnessOptions> = {}): Promise<Harness> => {
  const harness = page(options);
  await plays(harness);
  return harness;
};

export const toggles = async (harness: Harness): Promise<void> => {
  await harness.get(TogglePlayback).toggle();
  await harness.passes(0);
};
