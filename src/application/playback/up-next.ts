import { nameOfChapter } from '../../domain/catalogue/chapter-name.ts';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import { message, type Message } from '../../domain/message.ts';
import type { Track } from '../../domain/playback/track.ts';
import {
  type UpNextEntry,
  UP_NEXT_LIMIT,
  type QueuedTrack,
  keyOf,
  type UpNextKey,
} from '../../domain/playback/up-next.ts';
import type { Catalogue } from '../../ports/content-api.ts';
import type { Network } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { DecideToPlay } from './decide-to-play.ts';
import { PlayAudio } from './play-audio.ts';
import { LoadPlayback } from './load-playback.ts';
import { type SkipReason, UpNextState } from './up-next-state.ts';
import { MESSAGES, NoticesState } from '../notices-state.ts';
import { PlayerState } from '../player-state.ts';

/**
 * - `play`: the entry may play now; `item` is the newest version of its title
 * - `skip`: it may not
 * - `unknown`: the membership could not be determined
 */
type CheckedEntry =
  | { readonly kind: 'play'; readonly item: ContentItem }
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  | { readonly kind: 'unknown' };

const FULL = message(
  'Up Next holds at most {count, plural, one {# title} other {# titles}}. Remove one to add another.',
  {
    count: UP_NEXT_LIMIT,
  },
);

/** Why an entry was skipped; `title` is its own title. */
const WHY: Readonly<Record<SkipReason, string>> = {
  'not-yet': message('“{title}” was skipped: it is not available yet. It stays in Up Next.'),
  'no-longer': message('“{title}” was skipped: it is no longer available. It stays in Up Next.'),
  'unreadable-window': message('“{title}” was skipped: it is not available right now. It stays in Up Next.'),
  'membership-needed': message('“{title}” was skipped: it needs a membership. It stays in Up Next.'),
  gone: message('“{title}” was skipped: it is no longer in the catalog. It stays in Up Next.'),
};

type Skipped = { readonly entry: UpNextEntry; readonly reason: SkipReason };

/** Up Next: adds titles to the list, and plays its entries. */
export class UpNext {
  static readonly inject: Inject<typeof UpNext> = [
    UpNextState,
    NoticesState,
    DecideToPlay,
    LoadPlayback,
    PlayAudio,
    PlayerState,
    PORTS.catalogue,
    PORTS.network,
  ];

  constructor(
    private readonly upNext: UpNextState,
    private readonly notices: NoticesState,
    private readonly decideToPlay: DecideToPlay,
    private readonly loadPlayback: LoadPlayback,
    private readonly playAudio: PlayAudio,
    private readonly player: PlayerState,
    private readonly catalogue: Catalogue,
    private readonly network: Network,
  ) {}

  /** The list, for views. Its code is lazy, so the list itself is not one of the services. */
  async list(): Promise<UpNextState> {
    return Promise.resolve(this.upNext);
  }

  /**
   * @param track one track of the title; null for the whole title
   * @returns false if the list is full
   */
  async playNext(item: ContentItem, track: QueuedTrack | null): Promise<boolean> {
    return Promise.resolve(this.added(this.upNext.addNext(item, track)));
  }

  /** Adds at the end. The parameters and the result are those of `playNext`. */
  async addToEnd(item: ContentItem, track: QueuedTrack | null): Promise<boolean> {
    return Promise.resolve(this.added(this.upNext.addLast(item, track)));
  }

  private added(isAdded: boolean): boolean {
    if (!isAdded) this.notices.post(FULL);
    return isAdded;
  }

  /**
   * Starts the first entry that may play now, and says which ones were skipped (PLAY-83).
   *
   * @returns false if there is no entry that may play
   */
  async startNext(): Promise<boolean> {
    const skipped: Skipped[] = [];
    for (const entry of this.upNext.entries) {
      const attempt = this.player.requestPlay(entry.item.id);
      const checked = await this.check(entry);
      // The listener has asked for another title meanwhile.
      if (!this.player.isCurrentAttempt(attempt)) return true;
      this.player.endRequest(attempt);
      if (checked.kind === 'unknown') {
        this.notices.post(MESSAGES.membershipUnknown);
        return true;
      }
      if (checked.kind === 'skip') {
        skipped.push({ entry, reason: checked.reason });
        continue;
      }
      this.tellSkipped(skipped);
      if (await this.startEntry(entry, checked.item, false)) return true;
    }
    this.tellSkipped(skipped);
    return false;
  }

  /** Plays an entry that the listener chose, like a click on Play. It leaves the list when it is in the player (PLAY-81). */
  async playEntry(key: UpNextKey): Promise<void> {
    const entry = this.upNext.entries.find((each) => keyOf(each) === key);
    if (entry === undefined) return;
    const attempt = this.player.requestPlay(entry.item.id);
    const item = await this.newestItem(entry);
    if (!this.player.isCurrentAttempt(attempt)) return;
    this.player.endRequest(attempt);
    const decided = item === null ? null : await this.decideToPlay.decide(item);
    if (item !== null && decided?.decision.kind !== 'play') return;
    if (decided === null) this.tellSkipped([{ entry, reason: 'gone' }]);
    else await this.startEntry(entry, decided.item, true);
  }

  /**
   * An entry of one track plays this track only. Returns false if the title no longer has this track. Then another
   * entry may start instead.
   */
  private async startEntry(entry: UpNextEntry, item: ContentItem, isAsked: boolean): Promise<boolean> {
    const trackId = entry.track?.id ?? null;
    const request = { trackId, linked: null, isOnlyTrack: trackId !== null, isAsked };
    const outcome = await this.playAudio.start(item, request);
    if (outcome === 'not-loaded') this.notices.post(MESSAGES.playFailed);
    if (outcome === 'no-track') this.tellSkipped([{ entry, reason: 'gone' }]);
    return outcome !== 'no-track';
  }

  /** Tells the listener once about each entry, because every end of a title tries it again. */
  private tellSkipped(entries: readonly Skipped[]): void {
    const newlySkipped = entries.filter(({ entry }) => !this.upNext.skipped.has(keyOf(entry)));
    for (const { entry, reason } of entries) this.upNext.skip(keyOf(entry), reason);
    const [first] = newlySkipped;
    if (first === undefined) return;
    const { item, track } = first.entry;
    const said: Message =
      newlySkipped.length === 1
        ? {
            text: WHY[first.reason],
            values: { title: track === null ? item.title : nameOfChapter(track.title) },
          }
        : message(
            '{count, plural, one {# title was} other {# titles were}} skipped because they cannot be played now. They stay in Up Next.',
            { count: newlySkipped.length },
          );
    this.notices.post(said);
  }

  /** Decides whether an entry may play now, by the newest version of its title (PLAY-82). */
  private async check(entry: UpNextEntry): Promise<CheckedEntry> {
    const item = await this.newestItem(entry);
    if (item === null) return { kind: 'skip', reason: 'gone' };
    const decision = await this.decideToPlay.decideSilently(item);
    if (decision === null) return { kind: 'unknown' };
    return decision.kind === 'play' ? { kind: 'play', item } : { kind: 'skip', reason: decision.reason };
  }

  /**
   * The newest version of the title, or the stored one if the provider does not respond. Null if the catalogue no
   * longer has the title.
   */
  private async newestItem({ item }: UpNextEntry): Promise<ContentItem | null> {
    if (!this.network.isOnline()) return item;
    const fetched = await this.catalogue.content(item.id);
    if (fetched.ok) return fetched.value;
    return fetched.error.kind === 'not-found' ? null : item;
  }

  /** The track at which an entry would start now. Null if it may not play, or could not be loaded. */
  async firstTrack(entry: UpNextEntry): Promise<Track | null> {
    const checked = await this.check(entry);
    if (checked.kind !== 'play') return null;
    const loaded = await this.loadPlayback.load(checked.item, {
      trackId: entry.track?.id ?? null,
      isOnlyTrack: entry.track !== null,
      isOpen: this.player.isCurrentAudio(checked.item),
      isWanted: null,
    });
    if (!loaded.ok) return null;
    const { playlist, found } = loaded.value;
    return playlist[found?.trackPosition.index ?? 0] ?? null;
  }
}
