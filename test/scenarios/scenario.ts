import { ChangeTrack } from '../../src/application/playback/change-track.ts';
import { PlayerControls, TogglePlayback } from '../../src/application/playback/player-controls.ts';
import { Lists } from '../../src/application/catalogue/lists.ts';
import { Seek } from '../../src/application/playback/seek.ts';
import { SleepTimer } from '../../src/application/playback/sleep-timer.ts';
import { PlaybackSettings } from '../../src/application/playback/playback-settings.ts';
import { SignIn } from '../../src/application/session/sign-in.ts';
import { SignOut } from '../../src/application/session/sign-out.ts';
import { FavoritesState } from '../../src/application/favorites/favorites-state.ts';
import { FavoriteToggle } from '../../src/application/favorites/favorite-toggle.ts';
import { type ContentItem, formatRunTime } from '../../src/domain/catalogue/content.ts';
import { SLEEP_OPTIONS, sleepLabel } from '../../src/domain/playback/sleep.ts';
import { speedLabel, SPEEDS } from '../../src/domain/playback/player.ts';
import { seconds } from '../../src/domain/time.ts';
import { EMAIL, Harness, type HarnessOptions, PASSWORD } from '../harness.ts';

const UNITS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;

/** The seconds of a span such as `15 minutes` or `1 day`. */
const span = (text: string): number => {
  const words = /^(?<count>\d+(?:\.\d+)?) (?<unit>second|minute|hour|day)s?$/u.exec(text)?.groups;
  const unit = Object.entries(UNITS).find(([name]) => name === words?.['unit']);
  if (words === undefined || unit === undefined)
    throw new Error(`"${text}" is not a time span such as "15 minutes"`);
  return Number(words['count']) * unit[1];
};

const named = <Choice>(
  choices: readonly Choice[],
  label: (choice: Choice) => string,
  wanted: string,
): Choice => {
  const choice = choices.find((each) => label(each) === wanted);
  if (choice === undefined) throw new Error(`"${wanted}" is none of ${choices.map(label).join(', ')}`);
  return choice;
};

/** The actions of a listener in the words of the screen, and what the listener sees and hears. */
export class ScenarioListener {
  constructor(
    private readonly harness: Harness,
    private readonly titles: readonly ContentItem[],
  ) {}

  async signsIn(email = EMAIL, password = PASSWORD): Promise<void> {
    await this.harness.get(SignIn).withPassword({ email, password });
    await this.harness.passes(0);
  }

  async signsOut(): Promise<void> {
    this.harness.get(SignOut).signOut();
    await this.harness.passes(0);
  }

  /** Clicks Play on the tile of that title. */
  async plays(title: string): Promise<void> {
    await this.harness.get(PlayerControls).playOrPause(this.titleOf(title));
    await this.harness.passes(1);
  }

  async pauses(): Promise<void> {
    if (!this.harness.player.isPlaying) throw new Error('nothing is playing');
    await this.harness.get(TogglePlayback).toggle();
    await this.harness.passes(0);
  }

  async resumes(): Promise<void> {
    if (this.harness.player.isPlaying) throw new Error('a title is already playing');
    await this.harness.get(TogglePlayback).toggle();
    await this.harness.passes(0);
  }

  async skipsTo(position: string): Promise<void> {
    this.harness.get(Seek).seekTo(seconds(span(position)));
    await this.harness.passes(0);
  }

  async takesTheNextTrack(): Promise<void> {
    await this.harness.get(ChangeTrack).next();
    await this.harness.passes(0);
  }

  async takesThePreviousTrack(): Promise<void> {
    await this.harness.get(ChangeTrack).previous();
    await this.harness.passes(0);
  }

  async closesThePlayer(): Promise<void> {
    this.harness.get(PlayerControls).close();
    await this.harness.passes(0);
  }

  /** Chooses a speed of the menu, such as `1.5x`. */
  async listensAt(speed: string): Promise<void> {
    await this.harness.get(PlaybackSettings).setSpeed(named(SPEEDS, speedLabel, speed));
  }

  /** Chooses an entry of the sleep menu, such as `15 minutes`. */
  fallsAsleepIn(choice: string): void {
    this.harness.get(SleepTimer).set(named(SLEEP_OPTIONS, sleepLabel, choice));
  }

  async saves(title: string): Promise<void> {
    await this.harness.get(FavoriteToggle).toggleTitle(this.titleOf(title));
  }

  async asksTheUniverse(): Promise<void> {
    await this.harness.get(PlayerControls).playRandom();
    await this.harness.passes(1);
  }

  /** The titles of all results of a search. */
  async finds(term: string): Promise<readonly string[]> {
    const found = this.harness.get(Lists).search(term, null);
    await found.loadRest();
    return found.list.items.map(({ title }) => title);
  }

  /** The titles under Recently Listened. */
  async hasListenedTo(): Promise<readonly string[]> {
    const opened = this.harness.get(Lists).open(this.harness.get(Lists).recentlyListened);
    await opened.loadRest();
    return opened.list.items.map(({ title }) => title);
  }

  hasSaved(title: string): boolean {
    return this.harness.get(FavoritesState).isFavorite(this.titleOf(title));
  }

  /** The playing title and the position in it; null if nothing plays. */
  get hears(): string | null {
    const { output, player } = this.harness;
    return output.isPlaying ? `${player.track?.title ?? ''} at ${formatRunTime(output.position())}` : null;
  }

  get isOfferedMembership(): boolean {
    return this.harness.user.subscribeModalVisible;
  }

  /** The notices on the page, in order. */
  get notices(): readonly string[] {
    return this.harness.notices;
  }

  private titleOf(title: string): ContentItem {
    return named(this.titles, (each) => each.title, title);
  }
}

export type Scenario = {
  readonly listener: ScenarioListener;
  readonly time: { passes(text: string): Promise<void> };
  /** The provider, which can fail on demand and records its reports. */
  readonly provider: Harness['api'];
  readonly harness: Harness;
};

/** The composed application on memory doubles, controlled by sentences. */
export const scenario = (options: HarnessOptions): Scenario => {
  const harness = new Harness(options);
  return {
    listener: new ScenarioListener(harness, options.items),
    time: { passes: async (text) => harness.passes(span(text)) },
    provider: harness.api,
    harness,
  };
};
