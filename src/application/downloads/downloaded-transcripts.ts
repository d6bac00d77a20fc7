import { transcriptsToDownload } from '../../domain/downloads/download.ts';
import type { PlaybackApi } from '../../ports/content-api.ts';
import type { DownloadFiles } from '../../ports/downloads.ts';
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

  private fetching: Promise<void> | null = null;
  /** The addresses that lead to no text. This page does not request them again. */
  private refused: ReadonlySet<string> = new Set();

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
   * call, unless it was refused.
   */
  async fetchMissing(): Promise<void> {
    this.fetching ??= this.fetchEach().finally(() => {
      this.fetching = null;
    });
    await this.fetching;
  }

  private async fetchEach(): Promise<void> {
    const { listener } = this.stored;
    if (this.urls.size === 0) return;
    const tried = new Set((await this.files.files(listener))?.map(({ name }) => name));
    // The list is read each time, because another title may have been requested meanwhile.
    const next = (): string | undefined =>
      [...this.urls].find((url) => !tried.has(transcriptName(url)) && !this.refused.has(url));
    for (let url = next(); url !== undefined && this.network.isOnline(); url = next()) {
      const name = transcriptName(url);
      tried.add(name);
      const address = await this.api.tokenize(url);
      if (this.stored.listener !== listener) return;
      if (!address.ok) continue;
      const fetched = this.mediaPolicy.allows(address.value)
        ? await this.files.transfer({ listener, name }, address.value)
        : null;
      if (fetched === null || (!fetched.ok && fetched.error.kind === 'gone'))
        this.refused = new Set([...this.refused, url]);
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
