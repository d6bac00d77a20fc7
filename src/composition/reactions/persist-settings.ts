import * as v from 'valibot';
import {
  HEADSET_BUTTONS,
  type PlaybackSettingsState,
  type SettingsStore,
} from '../../application/playback/playback-settings-state.ts';
import { contentId } from '../../domain/catalogue/content.ts';
import { SPEEDS } from '../../domain/playback/player.ts';
import { instant, seconds } from '../../domain/time.ts';
import type { Log, KeyValueStore } from '../../ports/platform.ts';
import { persistValue } from './persist-value.ts';

const id = v.pipe(v.string(), v.nonEmpty(), v.transform(contentId));
const skip = v.pipe(v.number(), v.minValue(0), v.maxValue(3600), v.transform(seconds));

const schema: v.GenericSchema<unknown, SettingsStore> = v.object({
  keysOn: v.boolean(),
  rewindsOnResume: v.boolean(),
  // An earlier version did not have this setting.
  headsetButtons: v.optional(v.picklist(HEADSET_BUTTONS), 'skip'),
  // Neither did it have settings of podcasts.
  podcasts: v.optional(
    v.array(
      v.object({
        id,
        skips: v.object({ start: skip, end: skip }),
        isUnheardFirst: v.boolean(),
      }),
    ),
    () => [],
  ),
  speeds: v.array(
    v.object({
      id,
      speed: v.picklist(SPEEDS),
      // An earlier version did not store the time: any value with a time is newer.
      at: v.pipe(v.optional(v.pipe(v.number(), v.finite()), 0), v.transform(instant)),
    }),
  ),
});

/** Restores the player's settings from this browser and stores them from now on. */
export function persistSettings(store: KeyValueStore, settings: PlaybackSettingsState, log: Log): void {
  persistValue(store, {
    key: 'settings.player',
    schema,
    restore: (stored) => settings.restore(stored),
    current: () => settings.store,
    failed: (kind) => log.warn('The settings could not be saved', { kind }),
  });
}
