import { reaction } from 'mobx';
import * as v from 'valibot';
import type {
  PlaybackSettingsState,
  SettingsStore,
} from '../../application/playback/playback-settings-state.ts';
import { contentId } from '../../domain/catalogue/content.ts';
import { SPEEDS } from '../../domain/playback/speed.ts';
import { instant } from '../../domain/time.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Log } from '../../ports/log.ts';

const KEY = 'settings.player';

const storedSettings: v.GenericSchema<unknown, SettingsStore> = v.object({
  keysOn: v.boolean(),
  rewindsOnResume: v.boolean(),
  speeds: v.array(
    v.object({
      id: v.pipe(v.string(), v.nonEmpty(), v.transform(contentId)),
      speed: v.picklist(SPEEDS),
      // An earlier version did not store the time: any value with a time is newer.
      at: v.pipe(v.optional(v.pipe(v.number(), v.finite()), 0), v.transform(instant)),
    }),
  ),
});

/** The stored settings; what cannot be read counts as absent (APP-43). */
function readSettings(store: KeyValueStore): SettingsStore | null {
  try {
    const decoded = v.safeParse(storedSettings, JSON.parse(store.get(KEY) ?? 'null'));
    return decoded.success ? decoded.output : null;
  } catch {
    return null;
  }
}

/** Restores the player's settings from this browser and stores them from now on. */
export function persistSettings(store: KeyValueStore, settings: PlaybackSettingsState, log: Log): void {
  const before = readSettings(store);
  if (before !== null) settings.restore(before);
  reaction(
    () => settings.store,
    (value) => {
      const written = store.set(KEY, JSON.stringify(value));
      if (!written.ok) log.warn('The settings could not be kept', { kind: written.error.kind });
    },
  );
}
