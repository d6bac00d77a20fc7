import type { ContentId } from '../../domain/catalogue/content.ts';
import {
  type ChosenSpeed,
  type Speed,
  NO_SKIPS,
  type Skips,
  type TitleSpeed,
} from '../../domain/playback/player.ts';
import type { PlayOrder } from '../../domain/playback/episodes.ts';
import type { SleepChoice } from '../../domain/playback/sleep.ts';
import type { Instant } from '../../domain/time.ts';

/** What the listener chose for a podcast in this browser. */
export type PodcastSettings = {
  readonly id: ContentId;
  readonly skips: Skips;
  /** Its page shows the newest unheard episode first. */
  readonly isUnheardFirst: boolean;
  readonly playOrder: PlayOrder;
};

/**
 * What the keys of a headset or of the system that mean next and previous do: skip and rewind, or change tracks
 * (PLAY-100).
 */
export const HEADSET_BUTTONS = ['skip', 'tracks'] as const;

export type HeadsetButtons = (typeof HEADSET_BUTTONS)[number];

/** The part of the settings that is stored for the next page. */
export type SettingsStore = {
  readonly keysOn: boolean;
  readonly rewindsOnResume: boolean;
  readonly headsetButtons: HeadsetButtons;
  readonly keepsSleep: boolean;
  readonly sleepChoice: SleepChoice;
  readonly speeds: readonly TitleSpeed[];
  readonly podcasts: readonly PodcastSettings[];
};

/** How many titles keep their own speed and podcasts their settings. The one that was set first is removed first. */
const MAX_SPEEDS = 200;

export class PlaybackSettingsState {
  /** True if single keys control the player. */
  keysOn = true;
  /** True if playback goes back a little after a pause. Off by default. */
  rewindsOnResume = false;
  headsetButtons: HeadsetButtons = 'skip';
  /** True if the sleep timer starts by itself in the evening, as it was chosen last (PLAY-130). */
  keepsSleep = false;
  /** What was chosen last for the sleep timer. */
  sleepChoice: SleepChoice = 0;
  /** The newest is last (PLAY-32). */
  speeds: readonly TitleSpeed[] = [];
  podcasts: readonly PodcastSettings[] = [];

  get store(): SettingsStore {
    const { keysOn, rewindsOnResume, headsetButtons, keepsSleep, sleepChoice, speeds, podcasts } = this;
    return { keysOn, rewindsOnResume, headsetButtons, keepsSleep, sleepChoice, speeds, podcasts };
  }

  /** The speed that was last chosen for a title. Null if none was chosen. */
  speedOf(id: ContentId): ChosenSpeed | null {
    return this.speeds.find((other) => other.id === id) ?? null;
  }

  setSpeed(id: ContentId, speed: Speed, at: Instant): void {
    const others = this.speeds.filter((other) => other.id !== id);
    this.speeds = [...others, { id, speed, at }].slice(-MAX_SPEEDS);
  }

  podcastOf(id: ContentId): PodcastSettings {
    const chosen = this.podcasts.find((other) => other.id === id);
    return chosen ?? { id, skips: NO_SKIPS, isUnheardFirst: false, playOrder: 'sent' };
  }

  setPodcast(podcast: PodcastSettings): void {
    const others = this.podcasts.filter(({ id }) => id !== podcast.id);
    this.podcasts = [...others, podcast].slice(-MAX_SPEEDS);
  }

  setKeysOn(on: boolean): void {
    this.keysOn = on;
  }

  setRewindsOnResume(on: boolean): void {
    this.rewindsOnResume = on;
  }

  setHeadsetButtons(does: HeadsetButtons): void {
    this.headsetButtons = does;
  }

  setKeepsSleep(on: boolean): void {
    this.keepsSleep = on;
  }

  setSleepChoice(choice: SleepChoice): void {
    this.sleepChoice = choice;
  }

  restore(store: SettingsStore): void {
    this.keysOn = store.keysOn;
    this.rewindsOnResume = store.rewindsOnResume;
    this.headsetButtons = store.headsetButtons;
    this.keepsSleep = store.keepsSleep;
    this.sleepChoice = store.sleepChoice;
    this.speeds = store.speeds.slice(-MAX_SPEEDS);
    this.podcasts = store.podcasts.slice(-MAX_SPEEDS);
  }

  /** Removes what belongs to the listener. Settings of the device stay. */
  reset(): void {
    this.speeds = [];
    this.podcasts = [];
  }
}
