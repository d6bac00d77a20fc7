import { heardTracks } from '../../domain/downloads/heard.ts';
import type { PlaybackJournal } from '../../ports/playback-journal.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlayerState } from '../playback/player-state.ts';
import { UserState } from '../session/user-state.ts';
import { DownloadsState } from './downloads-state.ts';
import { RemoveDownload } from './remove-download.ts';

/** Removes downloads that were heard to the end, if the listener wants it (DOWN-10). The title in the player stays. */
export class RemoveHeard {
  static readonly inject: Inject<typeof RemoveHeard> = [
    PORTS.journal,
    DownloadsState,
    RemoveDownload,
    PlayerState,
    UserState,
  ];

  constructor(
    private readonly journal: PlaybackJournal,
    private readonly downloads: DownloadsState,
    private readonly removeDownload: RemoveDownload,
    private readonly player: PlayerState,
    private readonly user: UserState,
  ) {}

  async remove(): Promise<void> {
    if (!this.downloads.removesHeard) return;
    const { id: listener } = this.user.user;
    const playing = this.player.track?.contentId ?? null;
    for (const download of this.downloads.downloads) {
      const heard = heardTracks(download, (content) => {
        const saved = content === playing ? null : this.journal.position(content);
        return saved?.listener === listener ? saved : null;
      });
      if (heard.length > 0) await this.removeDownload.removeTracks(download, new Set(heard));
    }
  }
}
