import { transcriptsToDownload } from '../../domain/downloads/download.ts';
import type { PlaybackApi } from '../../ports/content-api.ts';
import type { DownloadFiles } from '../../ports/download-files.ts';
import type { MediaPolicy } from '../../ports/media-policy.ts';
import type { Network } from '../../ports/network.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { DownloadsState } from './downloads-state.ts';
import { StoredDownloads } from './stored-downloads.ts';

/** The file name of a transcript. No track has such a name, because the ids of tracks contain no `/`. */
export const transcriptName = (url: string): string => `transcript/${url}`;

/** The transcripts of the downloads (TEXT-11). */
export class DownloadedTranscripts {
  static readonly inject: Inject<typeof DownloadedTranscripts> = [
    PORTS.downloadFiles,
    PORTS.playbackApi,
    PORTS.mediaPolicy,
    PORTS.network,
    StoredDownloads,
    DownloadsState,
  ];

  constructor(
    private readonly files: DownloadFiles,
    private readonly api: PlaybackApi,
    private readonly mediaPolicy: MediaPolicy,
    private readonly network: Network,
    private readonly stored: StoredDownloads,
    private readonly downloads: DownloadsState,
  ) {}

  /**
   * Fetches the transcripts that are missing, one after the other. One that cannot be fetched is tried again at the next
   * start, and when the network returns.
   */
  async fetchMissing(): Promise<void> {
    const { listener } = this.stored;
    if (this.urls.size === 0) return;
    const stored = new Set((await this.files.files(listener))?.map(({ name }) => name));
    for (const url of this.urls) {
      const name = transcriptName(url);
      if (stored.has(name) || !this.network.isOnline()) continue;
      const address = await this.api.tokenize(url);
      if (this.stored.listener !== listener) return;
      if (!address.ok || !this.mediaPolicy.allows(address.value)) continue;
      await this.files.transfer({ listener, name }, address.value);
      if (this.stored.listener !== listener) return;
      // The download may have been removed meanwhile.
      if (!this.urls.has(url)) await this.files.delete({ listener, name });
    }
  }

  /** The stored transcript at this address. Null if there is none. */
  async contents(url: string): Promise<Uint8Array | null> {
    const file = await this.files.contents({ listener: this.stored.listener, name: transcriptName(url) });
    return file.ok ? file.value : null;
  }

  private get urls(): ReadonlySet<string> {
    return new Set(this.downloads.downloads.flatMap(transcriptsToDownload).map(({ url }) => url));
  }
}
