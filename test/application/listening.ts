import { PlayAudio } from '../../src/application/playback/play-audio.ts';
import { TogglePlayback } from '../../src/application/playback/toggle-playback.ts';
import type { ContentId, ContentItem } from '../../src/domain/catalogue/content.ts';
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

/** A page that has played for some seconds. */
export const openHeard = async (time: number, options: Partial<HarnessOptions> = {}): Promise<Harness> => {
  const harness = await openPlaying(options);
  await harness.passes(time);
  return harness;
};

export const toggles = async (harness: Harness): Promise<void> => {
  await harness.get(TogglePlayback).toggle();
  await harness.passes(0);
};

/** Continues, and pauses again after some seconds. */
export const hearsMore = async (harness: Harness, time: number): Promise<void> => {
  await toggles(harness);
  await harness.passes(time);
  await toggles(harness);
};

/** The position that the browser has stored. */
export const savedAt = (harness: Harness, content: ContentId = QUIET_MIND.id): number | undefined =>
  harness.journal.position(content)?.position;

/** The position that the provider has stored. */
export const recordedAt = (harness: Harness, content: ContentId = QUIET_MIND.id): number | undefined =>
  harness.api.content.records.get(content)?.position;

/** The listening that the provider has counted, in milliseconds. */
export const royaltiesOf = (harness: Harness): number =>
  harness.api.playback.royalties.reduce((sum, { duration }) => sum + duration, 0);
