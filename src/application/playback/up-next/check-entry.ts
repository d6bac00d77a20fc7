import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { Track } from '../../../domain/playback/track.ts';
import type { UpNextEntry } from '../../../domain/playback/up-next.ts';
import type { Catalogue } from '../../../ports/content-api.ts';
import type { Network } from '../../../ports/network.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';
import { DecideToPlay } from '../decide-to-play.ts';
import { LoadPlayback } from '../opening/load-playback.ts';
import type { SkipReason } from './up-next-state.ts';

/**
 * - `play`: the entry may play now; `item` is the newest version of its title
 * - `skip`: it may not
 * - `unknown`: the membership could not be determined
 */
export type CheckedEntry =
  | { readonly kind: 'play'; readonly item: ContentItem }
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  | { readonly kind: 'unknown' };

/** Decides whether an entry of Up Next may play now, by the newest version of its title (PLAY-82). */
export class CheckEntry {
  static readonly inject: Inject<typeof CheckEntry> = [
    PORTS.catalogue,
    DecideToPlay,
    LoadPlayback,
    PORTS.network,
  ];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly decideToPlay: DecideToPlay,
    private readonly loadPlayback: LoadPlayback,
    private readonly network: Network,
  ) {}

  async check(entry: UpNextEntry): Promise<CheckedEntry> {
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
  async newestItem({ item }: UpNextEntry): Promise<ContentItem | null> {
    if (!this.network.isOnline()) return item;
    const fetched = await this.catalogue.content(item.id);
    if (fetched.ok) return fetched.value;
    return fetched.error.kind === 'not-found' ? null : item;
  }

  /** The track at which an entry would start now. Null if it may not play, or could not be loaded. */
  async firstTrack(entry: UpNextEntry): Promise<Track | null> {
    const checked = await this.check(entry);
    if (checked.kind !== 'play') return null;
    const loaded = await this.loadPlayback.load(checked.item, entry.track?.id ?? null, entry.track !== null);
    if (!loaded.ok) return null;
    const { playlist, found } = loaded.value;
    return playlist[found?.trackPosition.index ?? 0] ?? null;
  }
}
