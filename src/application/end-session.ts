import type { Analytics } from '../ports/analytics.ts';
import type { AudioOutput } from '../ports/audio-output.ts';
import type { ContentCache } from '../ports/content-cache.ts';
import type { FavoritesState } from './state/favorites-state.ts';
import type { ListeningTally } from './state/listening-tally.ts';
import type { NoticesState } from './state/notices-state.ts';
import type { PlayerState } from './state/player-state.ts';
import type { SearchState } from './state/search-state.ts';
import type { UserState } from './state/user-state.ts';

/** Leaves nothing of the listener in this browser: states, sound, kept answers (contract 3.16). */
export class EndSession {
  constructor(
    private readonly output: AudioOutput,
    private readonly cache: ContentCache,
    private readonly analytics: Analytics,
    private readonly states: {
      readonly user: UserState;
      readonly player: PlayerState;
      readonly tally: ListeningTally;
      readonly favorites: FavoritesState;
      readonly search: SearchState;
      readonly notices: NoticesState;
    },
  ) {}

  run(): void {
    this.output.unload();
    for (const state of Object.values(this.states)) state.reset();
    this.cache.clear();
    this.analytics.reset();
  }
}
