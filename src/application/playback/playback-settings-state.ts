import type { ContentId } from '../../domain/catalogue/content.ts';
import type { Speed } from '../../domain/playback/speed.ts';
import type { Instant } from '../../domain/time.ts';

/** The speed that the listener chose for a title, and when. */
export type ChosenSpeed = { readonly speed: Speed; readonly at: Instant };
export type TitleSpeed = ChosenSpeed & { readonly id: ContentId };

/** What of the settings outlives the page. */
export type SettingsStore = {
  readonly keysOn: boolean;
  readonly rewindsOnResume: boolean;
  readonly speeds: readonly TitleSpeed[];
};

/** So many titles keep a speed of their own; the one that was set longest ago is forgotten first. */
const KEPT_SPEEDS = 200;

/** How this browser's listener wants the player to behave. */
export class PlaybackSettingsState {
  /** Whether single keys work the player. */
  keysOn = true;
  /** Whether playing on after a pause goes back a little first (off until turned on). */
  rewindsOnResume = false;
  /** Newest last. */
  private speeds: readonly TitleSpeed[] = [];

  get store(): SettingsStore {
    return { keysOn: this.keysOn, rewindsOnResume: this.rewindsOnResume, speeds: this.speeds };
  }

  /** The speed that was last chosen for a title; null when none was. */
  speedOf(id: ContentId): ChosenSpeed | null {
    return this.speeds.find((kept) => kept.id === id) ?? null;
  }

  setSpeed(id: ContentId, speed: Speed, at: Instant): void {
    const others = this.speeds.filter((kept) => kept.id !== id);
    this.speeds = [...others, { id, speed, at }].slice(-KEPT_SPEEDS);
  }

  setKeysOn(on: boolean): void {
    this.keysOn = on;
  }

  setRewindsOnResume(on: boolean): void {
    this.rewindsOnResume = on;
  }

  restore(store: SettingsStore): void {
    this.keysOn = store.keysOn;
    this.rewindsOnResume = store.rewindsOnResume;
    this.speeds = store.speeds.slice(-KEPT_SPEEDS);
  }

  /** Forgets what belongs to the listener; how the device is worked stays. */
  reset(): void {
    this.speeds = [];
  }
}
