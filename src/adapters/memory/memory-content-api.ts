import type { Clock } from '../../ports/clock.ts';
import type { ContentApi } from '../../ports/content-api.ts';
import { MemoryCatalogue } from './memory-catalogue.ts';
import { MemoryContent, type MemoryContentSeed } from './memory-content.ts';
import { MemoryFaults } from './memory-faults.ts';
import { MemoryFavorites, MemoryUsers } from './memory-users.ts';
import { MemoryPlayback } from './memory-playback.ts';

/** A provider in memory. It pages, searches, stores favourites and positions, and fails on demand. */
export class MemoryContentApi implements ContentApi {
  /** What the provider has: change it, and the next call answers with it. */
  readonly content: MemoryContent;
  /** The calls that were made, and the failures and delays of the next ones. */
  readonly faults: MemoryFaults;
  readonly catalogue: MemoryCatalogue;
  readonly playback: MemoryPlayback;
  readonly users: MemoryUsers;
  readonly favorites: MemoryFavorites;

  constructor(seed: MemoryContentSeed, clock: Clock) {
    this.content = new MemoryContent(seed);
    this.faults = new MemoryFaults(clock);
    this.catalogue = new MemoryCatalogue(this.content, this.faults);
    this.playback = new MemoryPlayback(this.content, this.faults, clock);
    this.users = new MemoryUsers(this.content, this.faults);
    this.favorites = new MemoryFavorites(this.content, this.faults);
  }
}
