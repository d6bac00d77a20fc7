import { transcriptsToDownload } from '../../domain/downloads/download.ts';
import type { TranscriptSource } from '../../domain/catalogue/transcript-source.ts';
import type { PlaybackApi } from '../../ports/content-api.ts';
import type { DownloadFiles } from '../../ports/downloads.ts';
import type { Network, MediaPolicy } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { TranscriptReader } from '../../ports/transcript-reader.ts';
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
    PORTS.transcriptReader,
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
    private readonly reader: TranscriptReader,
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
    if (this.sources.size === 0) return;
    const tried = new Set((await this.files.files(listener))?.map(({ name }) => name));
    // The list is read each time, because another title may have been requested meanwhile.
    const next = () =>
      [...this.sources.values()].find(({ url }) => !tried.has(transcriptName(url)) && !this.refused.has(url));
    for (let source = next(); source !== undefined && this.network.isOnline(); source = next()) {
      const { url, type } = source;
      const name = transcriptName(url);
      const isPage = type === 'text/html';
      tried.add(name);
      const address = await this.api.tokenize(url);
      if (this.stored.listener !== listener) return;
      if (!address.ok) continue;
      const fetched = this.mediaPolicy.allows(address.value)
        ? await this.files.transfer({ listener, name }, address.value, { isPage })
        : null;
      if (fetched === null || (!fetched.ok && fetched.error.kind === 'gone'))
        this.refused = new Set([...this.refused, url]);
      if (this.stored.listener !== listener) return;
      // The download may have been removed meanwhile, and a page may be the sign-in page of a network.
      if (!this.sources.has(url) || (isPage && !(await this.isReadable(source))))
        await this.files.delete({ listener, name });
    }
  }

  /** The stored transcript at this address. Null if there is none. */
  async contents(url: string): Promise<Uint8Array | null> {
    const file = await this.files.contents({ listener: this.stored.listener, name: transcriptName(url) });
    return file.ok ? file.value : null;
  }

  private async isReadable({ url, type }: TranscriptSource): Promise<boolean> {
    const file = await this.contents(url);
    return file !== null && (await this.reader.read(file, type)).ok;
  }

  /** By their addresses. */
  private get sources(): ReadonlyMap<string, TranscriptSource> {
    return new Map(
      this.downloads.downloads.flatMap(transcriptsToDownload).map((source) => [source.url, source]),
    );
  }
}
