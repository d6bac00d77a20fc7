import * as v from 'valibot';
import {
  HEADSET_BUTTONS,
  type PlaybackSettingsState,
  type SettingsStore,
} from '../../application/playback/playback-settings-state.ts';
import { contentId } from '../../domain/catalogue/content.ts';
import { PLAY_ORDERS } from '../../domain/playback/episodes.ts';
import { SPEEDS } from '../../domain/playback/player.ts';
import { SLEEP_OPTIONS } from '../../domain/playback/sleep.ts';
import { instant, seconds } from '../../domain/time.ts';
import type { KeyValueStore, Log } from '../../ports/platform.ts';
import { persistValue } from './persist-value.ts';

const titleId = v.pipe(v.string(), v.nonEmpty(), v.transform(contentId));
const skip = v.pipe(v.number(), v.minValue(0), v.maxValue(3600), v.transform(seconds));

const settingsSchema: v.GenericSchema<unknown, SettingsStore> = v.object({
  keysOn: v.boolean(),
  rewindsOnResume: v.boolean(),
  headsetButtons: v.picklist(HEADSET_BUTTONS),
  keepsSleep: v.boolean(),
  sleepChoice: v.picklist([...SLEEP_OPTIONS, 'end-of-chapter']),
  podcasts: v.array(
    v.object({
      id: titleId,
      skips: v.object({ start: skip, end: skip }),
      isUnheardFirst: v.boolean(),
      playOrder: v.picklist(PLAY_ORDERS),
    }),
  ),
  speeds: v.array(
    v.object({
      id: titleId,
      speed: v.picklist(SPEEDS),
      at: v.pipe(v.number(), v.finite(), v.transform(instant)),
    }),
  ),
});

/** Restores the player's settings from this browser and stores them from now on. */
export function persistSettings(store: KeyValueStore, settings: PlaybackSettingsState, log: Log): void {
  persistValue(store, {
    key: 'settings.player',
    schema: settingsSchema,
    restore: (stored) => settings.restore(stored),
    current: () => settings.store,
    failed: (kind) => log.warn('The settings could not be saved', { kind }),
  });
}
